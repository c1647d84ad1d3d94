import type { Coins } from '../ledger/coin.ts'
import type { LotPart } from './lot.ts'

export const HOLD_STATUSES = ['active', 'captured', 'released', 'expired'] as const
export type HoldStatus = (typeof HOLD_STATUSES)[number]

/** Coins of a member that a checkout reserved. */
export type Hold = {
  id: string
  seq: bigint
  userId: string
  status: HoldStatus
  coins: Coins
  captured: Coins
  expiresAt: Date
  /** The lots that its coins came from, in the order in which they were taken; other coins have no lot. */
  lots: LotPart[]
  reference: string | null
  createdAt: Date
  endedAt: Date | null
}
