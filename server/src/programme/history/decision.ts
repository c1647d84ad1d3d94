import type { FoundAward, Reversal } from '../awards/award.ts'
import { type CoinTransaction, HOLD_KINDS } from '../coins/coin-transaction.ts'
import type { ReturnDecision } from '../returns/return.ts'

export const DECISION_KINDS = [
  'award',
  'transfer',
  'reversal',
  'refund',
  'adjustment',
  'opening',
  'return',
  'hold',
  'extension',
  'capture',
  'release',
] as const

/**
 * What the history lists beside decisions: settlements, which follow one, coins that expired, holds whose time was over, and
 * changes of memberships.
 */
export const HISTORY_KINDS = [...DECISION_KINDS, 'settlement', 'expiry', 'hold_expiry', 'membership'] as const
export type HistoryKind = (typeof HISTORY_KINDS)[number]

export const MEMBERSHIP_OUTCOMES = ['joined', 'left', 'claimed', 'erased'] as const

export const HISTORY_OUTCOMES = [
  'paid',
  'counted',
  'refused',
  'moved',
  'reversed',
  'returned',
  ...MEMBERSHIP_OUTCOMES,
] as const
export type HistoryOutcome = (typeof HISTORY_OUTCOMES)[number]

/** A user who became a member, left, claimed the membership, or was erased. */
export type MembershipChange = {
  /** Of the membership. */
  id: string
  seq: bigint
  userId: string
  outcome: (typeof MEMBERSHIP_OUTCOMES)[number]
  createdAt: Date
}

/**
 * A line of the history. Of what came with a return, `returnNote` is why; of an order of several members, it may be
 * about any of them.
 */
export type HistoryLine =
  | { kind: 'award'; record: FoundAward; activityId: string | null }
  | { kind: 'reversal'; record: Reversal; returnNote: string | null }
  | { kind: 'return'; record: ReturnDecision }
  | { kind: 'membership'; record: MembershipChange }
  | { kind: CoinKind; record: CoinTransaction; returnNote: string | null }

/** Of a line that is about a hold and moves no coins. */
export const isOfHold = (kind: HistoryKind): boolean => (HOLD_KINDS as readonly string[]).includes(kind)

export type CoinKind = Exclude<HistoryKind, 'award' | 'reversal' | 'return' | 'membership'>
