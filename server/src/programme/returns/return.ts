import type { Reversal } from '../awards/award.ts'
import type { Shortfall } from '../awards/decide-reversal.ts'
import type { CoinTransaction } from '../coins/coin-transaction.ts'
import type { ReturnReason } from '../coins/refusals.ts'
import type { Share } from '../coins/share.ts'
import type { RecordedActor } from '../ledger/actor.ts'

/**
 * A return as one decision. Its coins are those of its refunds and reversals, which are decisions of their
 * own.
 */
export type ReturnDecision = {
  id: string
  seq: bigint
  actor: RecordedActor
  reference: string
  share: Share
  /** The share of all returns of the order, this one included. */
  shareTotal: Share
  shortfall: Shortfall
  outcome: 'returned' | 'refused'
  reason: ReturnReason | null
  /** The detail of a refusal: earlier returns in millionths, or the award or transfer that refuses. */
  detail: string | null
  /** Says why the order came back. */
  narration: string | null
  createdAt: Date
}

export type ReturnRequest = Pick<ReturnDecision, 'reference' | 'share' | 'shortfall' | 'narration'>

/** A decided return of a share of an order: of all transfers and awards with its reference. */
export type Return = ReturnDecision & { refunds: CoinTransaction[]; reversals: Reversal[] }

/** A return with the user whose erasure deletes the narration; null when there is none to keep. */
export type NewReturn = Return & { notedUserId: string | null }
