import type { Reversal } from '../awards/award.ts'
import type { Shortfall } from '../awards/decide-reversal.ts'
import type { CoinTransaction } from '../coins/coin-transaction.ts'
import type { ReturnReason } from '../coins/return-refusal.ts'
import type { Share } from '../coins/share.ts'
import type { RecordedActor } from '../ledger/actor.ts'

export type ReturnRequest = {
  reference: string
  share: Share
  shortfall: Shortfall
}

/** A decided return of a share of an order: of all transfers and awards with its reference. */
export type Return = {
  id: string
  seq: bigint
  actor: RecordedActor
  reference: string
  share: Share
  shortfall: Shortfall
  /** The share of all returns of the order, this one included. */
  shareTotal: Share
  outcome: 'returned' | 'refused'
  reason: ReturnReason | null
  /** The detail of a refusal: earlier returns in millionths, or the award or transfer that refuses. */
  detail: string | null
  refunds: CoinTransaction[]
  reversals: Reversal[]
  createdAt: Date
}
