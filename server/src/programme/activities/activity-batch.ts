import type { AwardBatch, AwardKeys } from '../awards/award-batch.ts'
import type { CoinBatch } from '../coins/coin-batch.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { AttributesKeys, AttributesState } from '../members/attributes-part.ts'
import type { MemberFactsKeys, MemberFactsState } from '../members/member-facts-part.ts'
import type { Listener } from '../rules/listener.ts'
import type { RuleKeys } from '../rules/rule-batch.ts'
import type { WalletKeys } from '../wallets/wallet-batch.ts'
import type { Activity } from './activity.ts'

export type ActivityKeys = {
  /** The types of activities, which are limited. */
  sentTypes: Set<string>
}

/** Everything that the call of an activity names. */
export type ActivityCallKeys = ActivityKeys &
  WalletKeys &
  RuleKeys &
  AwardKeys &
  MemberFactsKeys &
  AttributesKeys

/** The state that the activities of a batch read and change. */
export type ActivityBatch = AwardBatch & CoinBatch & MemberFactsState & AttributesState & ActivityState

export type ActivityState = {
  /** When activities of each type were last recorded. Has the types of this batch and the latest others. */
  typesUsedAt: Map<string, Date>
  /** Made when the first activity of a type is decided. */
  listeners: Map<string, Listener[]>
  /** What the batch evaluated because rules had changed. */
  evaluated: { steps: number }
  changes: ActivityChanges
}

/** An expression that failed for an activity. */
export type EvaluationError = {
  ruleId: string
  ruleName: string
  seq: bigint
  activityId: string
  userId: string
  error: string
  createdAt: Date
}

type ActivityChanges = {
  activities: Keyed<Activity>[]
  usedTypes: Map<string, { type: string; lastAt: Date }>
  evaluationErrors: EvaluationError[]
}

export const noActivityChanges = (): ActivityChanges => ({
  activities: [],
  usedTypes: new Map(),
  evaluationErrors: [],
})
