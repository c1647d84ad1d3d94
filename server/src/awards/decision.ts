import type { CoinTransaction } from '../coins/coin-transaction.ts'
import type { FoundAward, Reversal } from './award.ts'

/** Settlements are no decisions: they follow one. */
export const DECISION_KINDS = ['award', 'transfer', 'reversal', 'refund', 'adjustment', 'opening'] as const
export type DecisionKind = (typeof DECISION_KINDS)[number]

export const DECISION_OUTCOMES = ['paid', 'counted', 'refused', 'moved', 'reversed'] as const
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number]

export type Decision =
  | { kind: 'award'; record: FoundAward }
  | { kind: 'reversal'; record: Reversal }
  | { kind: Exclude<DecisionKind, 'award' | 'reversal'>; record: CoinTransaction }
