import type { Coins } from '../ledger/coin.ts'

/** What to do when the wallet holds fewer coins than are taken back. */
export const SHORTFALLS = ['refuse', 'available', 'owe'] as const
export type Shortfall = (typeof SHORTFALLS)[number]

export type ReversalReason =
  | 'not_paid'
  | 'already_reversed'
  | 'completion_used'
  | 'reversal_exceeds'
  | 'insufficient_coins'

/** How a reversed amount is split: what the wallet gives, what stays owed, and what is written off. */
export type ReversedCoins = { coins: Coins; taken: Coins; owed: Coins; writtenOff: Coins }

/** An award with what is left to reverse; null when nothing of it was reversed. */
export type ReversibleAward = {
  outcome: 'paid' | 'counted' | 'refused'
  coins: Coins
  seq: bigint
  remaining: Coins | null
  /** Whether something of it is written off. */
  hasWriteOff: boolean
}

/**
 * Why an award, or `coins` of it, cannot be reversed; undefined when it can. `coins` null stands for all that
 * is left.
 */
export function refuseReversal(
  award: ReversibleAward,
  { coins, shortfall }: { coins: Coins | null; shortfall: Shortfall },
  state: { balance: Coins; paidSeq: bigint | null },
): ReversalReason | undefined {
  if (award.outcome === 'refused') return 'not_paid'
  if (award.remaining === 0n) return 'already_reversed'
  if (coins !== null && coins > leftOf(award)) return 'reversal_exceeds'
  if (award.outcome === 'counted')
    return state.paidSeq !== null && state.paidSeq > award.seq ? 'completion_used' : undefined
  const amount = coins ?? leftOf(award)
  return shortfall === 'refuse' && state.balance < amount ? 'insufficient_coins' : undefined
}

export const leftOf = ({ remaining, coins }: ReversibleAward): Coins => remaining ?? coins

/**
 * Whether nothing of an award counts any more, so that the user's count and the participant slot return. They
 * stay when a part was written off: otherwise spending the coins first would lift every limit.
 */
export const isTakenBack = ({ remaining, hasWriteOff }: ReversibleAward): boolean =>
  remaining === 0n && !hasWriteOff

/** Splits an amount that is taken back from a wallet. */
export function splitReversal(coins: Coins, shortfall: Shortfall, balance: Coins): ReversedCoins {
  const taken = coins < balance ? coins : balance
  const missing = coins - taken
  return {
    coins,
    taken,
    owed: shortfall === 'owe' ? missing : 0n,
    writtenOff: shortfall === 'available' ? missing : 0n,
  }
}
