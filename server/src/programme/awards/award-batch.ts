import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { Rule } from '../rules/rule.ts'
import type { ListenedType, RuleState } from '../rules/rule-batch.ts'
import type { WalletBatch } from '../wallets/wallet-batch.ts'
import type { Award, FoundAward, NewReversal } from './award.ts'
import { progressKey, type RuleProgress } from './decide-award.ts'
import type { Referral } from './refer-member.ts'

export type AwardKeys = {
  awardIds: Set<string>
  /** The references of orders to return. */
  references: { reference: string }[]
  /** Members with the rules that they are awarded. */
  namedProgress: { ruleName: string; userId: string }[]
  namedProgressByExternalId: { ruleName: string; externalId: string }[]
  /** Members with the types of their activities. */
  progressOfTypes: (ListenedType & { userId: string })[]
  progressOfTypesByExternalId: (ListenedType & { externalId: string })[]
  /** Members with the rules of awards that are reversed. */
  progressOf: { ruleId: string; userId: string }[]
}

/** The state that the awards and reversals of a batch read and change. */
export type AwardBatch = WalletBatch & RuleState & AwardState

export type AwardState = {
  /** Keyed by `progressKey`. */
  progress: Map<string, RuleProgress>
  /** The awards to reverse, and those with a reference, by id. */
  awards: Map<string, FoundAward>
  changes: AwardChanges
}

type AwardChanges = {
  awards: Keyed<Award>[]
  reversals: Keyed<NewReversal>[]
  /** Keyed by `progressKey`. */
  progress: Map<string, { ruleId: string; userId: string; isNew: boolean; countsPeriods: boolean }>
  referrals: Referral[]
}

export const noAwardChanges = (): AwardChanges => ({
  awards: [],
  reversals: [],
  progress: new Map(),
  referrals: [],
})

export function changeProgress(
  { progress, changes }: AwardState,
  rule: Rule,
  userId: string,
  changed: RuleProgress,
): void {
  const key = progressKey(rule.id, userId)
  if (!changes.progress.has(key))
    changes.progress.set(key, {
      ruleId: rule.id,
      userId,
      isNew: !progress.has(key),
      countsPeriods: rule.countPer !== 'call',
    })
  progress.set(key, changed)
}
