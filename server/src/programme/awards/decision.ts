import type { CoinTransaction } from '../coins/coin-transaction.ts'
import type { ReturnReason } from '../coins/refusals.ts'
import type { Share } from '../coins/share.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import type { FoundAward, Reversal } from './award.ts'
import type { Shortfall } from './decide-reversal.ts'

/** Settlements are no decisions: they follow one. */
export const DECISION_KINDS = [
  'award',
  'transfer',
  'reversal',
  'refund',
  'adjustment',
  'opening',
  'return',
] as const
export type DecisionKind = (typeof DECISION_KINDS)[number]

export const DECISION_OUTCOMES = ['paid', 'counted', 'refused', 'moved', 'reversed', 'returned'] as const
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number]

export type Decision =
  | { kind: 'award'; record: FoundAward }
  | { kind: 'reversal'; record: Reversal }
  | { kind: 'return'; record: ReturnDecision }
  | { kind: Exclude<DecisionKind, 'award' | 'reversal' | 'return'>; record: CoinTransaction }

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
  createdAt: Date
}
