import { type FoundAward, lotOfAward } from '../awards/award.ts'
import { leftOf, refuseReversal, type Shortfall, splitReversal } from '../awards/decide-reversal.ts'
import { canRefund, refundableOf } from '../coins/apply-refund.ts'
import type { FoundTransaction } from '../coins/coin-transaction.ts'
import type { ReturnReason } from '../coins/refusals.ts'
import { type Share, WHOLE } from '../coins/share.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { refundLots } from '../lots/moments.ts'
import { carryOutRevocation, copyWallet, planRevocation, takeFrom } from '../lots/wallet-lots.ts'
import type { Wallet } from '../wallets/wallet.ts'

/** Everything with the reference of an order that can be given or taken back. */
export type Order = { transfers: FoundTransaction[]; awards: FoundAward[] }

export type ReturnPlan =
  | {
      kind: 'planned'
      refunds: { transfer: FoundTransaction; coins: Coins }[]
      reversals: { award: FoundAward; coins: Coins | null }[]
    }
  | { kind: 'refused'; reason: ReturnReason; id: string }

type Context = {
  shortfall: Shortfall
  /** The shares of the order's returns before and after this one. */
  before: Share
  after: Share
  ledger: Ledger
  walletOf: (userId: string) => Wallet
  paidSeqOf: (award: FoundAward) => bigint | null
}

/**
 * Decides a whole return before any of it is done: first the refunds, which bring coins, then the reversals.
 * The first step that would be refused refuses all. Counted completions go with the last share, unless a
 * payment used them.
 */
export function planReturn({ transfers, awards }: Order, context: Context): ReturnPlan {
  const { shortfall, before, after } = context
  const wallets = new Map<string, Wallet>()
  const projected = (userId: string) => {
    const wallet = wallets.get(userId) ?? copyWallet(context.walletOf(userId))
    wallets.set(userId, wallet)
    return wallet
  }
  const shareOf = (coins: Coins, left: Coins) =>
    least(dueOf(coins, after) - dueOf(coins, before), left, after)

  const refunds = transfers
    .map((transfer) => ({ transfer, coins: shareOf(transfer.coins, refundableOf(transfer)) }))
    .filter(({ coins }) => coins > 0n)
  for (const { transfer, coins } of refunds) {
    const wallet = projected(transfer.userId)
    if (!canRefund(context.ledger, wallet, transfer, coins))
      return { kind: 'refused', reason: 'balance_limit', id: transfer.id }
    const pieces = refundLots(context.ledger, wallet, transfer, coins)
    const settled = coins < wallet.owed ? coins : wallet.owed
    wallet.owed -= settled
    wallet.balance += coins - settled
    takeFrom(wallet, pieces, settled)
  }

  const reversals: { award: FoundAward; coins: Coins | null }[] = []
  for (const award of awards) {
    if (award.outcome === 'counted') {
      const state = { reachable: () => 0n, paidSeq: context.paidSeqOf(award) }
      const isUsed = refuseReversal(award, { coins: null, shortfall }, state) !== undefined
      if (after === WHOLE && !isUsed) reversals.push({ award, coins: null })
      continue
    }
    const coins = shareOf(award.coins, leftOf(award))
    if (coins === 0n) continue
    const wallet = projected(award.userId)
    const revocation = planRevocation(wallet, lotOfAward(award), coins)
    if (shortfall === 'refuse' && revocation.taken + revocation.fromExpired < coins)
      return { kind: 'refused', reason: 'insufficient_coins', id: award.id }
    const { taken, owed } = splitReversal(coins, shortfall, revocation, wallet)
    carryOutRevocation(wallet, revocation)
    wallet.balance -= taken
    wallet.owed += owed
    reversals.push({ award, coins })
  }
  return { kind: 'planned', refunds, reversals }
}

const dueOf = (coins: Coins, share: Share): Coins => (coins * BigInt(share)) / BigInt(WHOLE)

/** Returns everything that is left once the shares add up to 1. */
function least(due: Coins, left: Coins, after: Share): Coins {
  return after === WHOLE || due > left ? left : due
}
