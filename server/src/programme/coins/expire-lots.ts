import assert from 'node:assert/strict'
import { SYSTEM } from '../ledger/actor.ts'
import { NO_LABELS } from '../ledger/labels.ts'
import type { Lot } from '../lots/lot.ts'
import { expireLot } from '../lots/wallet-lots.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { expireCoins, walletOf } from '../wallets/wallet-batch.ts'
import { type CoinBatch, recordTransaction } from './coin-batch.ts'

/** What the record of a change has that no call makes. */
export const NO_CALL = { ...NO_LABELS, actor: SYSTEM, narration: null, parties: null, reason: null } as const

/** Takes the coins of a lot whose time is over. */
export function expire(batch: CoinBatch, wallet: Wallet, lot: Lot): void {
  const { userId } = wallet
  const { coins, expiresAt } = lot
  const lots = [{ lotId: lot.id, coins }]
  const expiry = { ...NO_CALL, userId, coins, expiresAt, lots, kind: 'expiry', isCredit: false } as const
  recordTransaction(batch, expiry, null, () => {
    expireLot(wallet, lot)
    expireCoins(batch, { userId, coins })
  })
}

/** Follows a call that gave coins back: those past their expiry expire at once. */
export function expirePast(batch: CoinBatch, userId: string): void {
  const wallet = walletOf(batch, userId)
  for (const lot of [...wallet.lots.values()])
    if (!lot.isPending && lot.coins > 0n && lot.expiresAt !== null && lot.expiresAt <= batch.ledger.now) {
      assert(wallet.areLotsRead, `the lots of user ${userId} were not read`)
      expire(batch, wallet, lot)
    }
}
