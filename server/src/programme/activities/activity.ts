import type { Award } from '../awards/award.ts'
import type { RefusalReason } from '../awards/decide-award.ts'
import type { MemberRef } from '../coin-calls/call-fields.ts'
import type { Evaluated } from '../conditions/evaluate.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import type { BalanceParts } from '../ledger/balance.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Labels } from '../ledger/labels.ts'
import type { KnownListeners } from '../rules/known-listeners.ts'
import type { Units } from '../rules/rule.ts'
import type { ListenerOutcome } from './decide-activity.ts'

/** What a partner tells of an activity. Only conditions read it. */
export type Properties = Readonly<Record<string, unknown>>

export type ActivityRequest = Labels & {
  member: MemberRef
  type: string
  properties: Properties | null
  /** Null for the time at which it is decided. */
  occurredAt: Date | null
  /** Set in a forecast, which joins nobody: the member begins with nothing. */
  isNewMember?: true
  /** What is known of it before its batch; undefined in a forecast. */
  early?: EarlyEvaluation
}

/** What a process found out about an activity before its batch, with the rules that it remembers. */
export type EarlyEvaluation = {
  known: KnownListeners
  /** What expressions came to, by their place in `known.places`; undefined for those that read the member or the time. */
  results: readonly (Evaluated<boolean | Units> | undefined)[]
  /** The rules that can still match. */
  ruleIds: readonly string[]
  /** How many awards it can make, with what its other expressions can cost. */
  weight: number
}

/** What a rule refused although it matched. It is no award. */
export type RefusedRule = {
  ruleId: string
  /** That of the sub-rule, or of the rule. */
  ruleName: string
  ruleVersion: number
  reason: RefusalReason
  /** A later try could pay from this time. */
  retryAt: Date | null
}

/** What came of a rule that listened to the type of an activity. */
export type RuleEvaluation = {
  ruleId: string
  ruleName: string
  ruleVersion: number
  outcome: ListenerOutcome
  /** Why its expressions failed. */
  error: string | null
}

/** What a customer did, and what the rules made of it. */
export type Activity = Labels & {
  id: string
  seq: bigint
  /** The last event of what it led to. */
  lastSeq: bigint
  actor: RecordedActor
  type: string
  userId: string
  properties: Properties | null
  occurredAt: Date
  /** What the member had before. */
  balance: Coins
  points: Coins
  /** The parts of the balance after it. A replay has none. */
  parts?: BalanceParts | undefined
  outcome: 'recorded'
  /** Those that paid or counted, in the order in which they were decided. */
  awards: Award[]
  refused: RefusedRule[]
  /** Every rule that listened, in the order in which they are decided. */
  evaluations: RuleEvaluation[]
  createdAt: Date
}

/** How long an activity may be in the past. */
export const OCCURRED_DAYS_MAX = 30
