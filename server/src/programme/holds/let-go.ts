import type { Hold } from '../lots/hold.ts'
import type { Piece } from '../lots/wallet-lots.ts'
import { giveBack, partsBetween } from '../lots/wallet-lots.ts'
import { holdCoins, walletOf } from '../wallets/wallet-batch.ts'
import type { HoldBatch } from './hold-batch.ts'

/** Ends a hold, and gives back what is not captured. */
export function letGo(
  batch: HoldBatch,
  hold: Hold,
  { status, captured }: Pick<Hold, 'status' | 'captured'>,
): Piece[] {
  const { userId, coins } = hold
  hold.status = status
  hold.captured = captured
  hold.endedAt = status === 'expired' ? hold.expiresAt : batch.ledger.now
  if (!batch.changes.newHolds.includes(hold)) batch.changes.changedHolds.add(hold)
  holdCoins(batch, { userId, coins: -coins })
  return giveBack(walletOf(batch, userId), partsBetween(hold.lots, captured, coins))
}
