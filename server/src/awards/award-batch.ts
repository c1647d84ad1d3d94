import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { Rule } from '../rules/rule.ts'
import type { WalletBatch } from '../wallets/wallet-batch.ts'
import type { Award, Reversal } from './award.ts'
import { progressKey, type RuleProgress } from './decide-award.ts'

/** The state that the awards and reversals of a batch read and change. */
export type AwardBatch = WalletBatch & {
  /** By rule name; a combined rule also by the names of its sub-rules. */
  rules: Map<string, Rule>
  rulesById: Map<string, Rule>
  /** By `progressKey`. */
  progress: Map<string, RuleProgress>
  /** The awards to reverse, by id. */
  awards: Map<string, Award & { isReversed: boolean }>
  changes: AwardChanges
}

export type AwardChanges = {
  awards: Keyed<Award>[]
  reversals: Keyed<Reversal>[]
  /** By `progressKey`. */
  progress: Map<string, { ruleId: string; userId: string; isNew: boolean }>
  /** Rules whose number of participants changed. */
  rules: Set<Rule>
  /** Names of sub-rules that now have history. */
  subRules: Set<string>
}

export const noAwardChanges = (): AwardChanges => ({
  awards: [],
  reversals: [],
  progress: new Map(),
  rules: new Set(),
  subRules: new Set(),
})

export function changeProgress(
  { progress, changes }: AwardBatch,
  rule: Rule,
  userId: string,
  changed: RuleProgress,
): void {
  const key = progressKey(rule.id, userId)
  if (!changes.progress.has(key))
    changes.progress.set(key, { ruleId: rule.id, userId, isNew: !progress.has(key) })
  progress.set(key, changed)
}

export function changeParticipants({ changes }: AwardBatch, rule: Rule, change: 1 | -1): void {
  rule.participants += change
  changes.rules.add(rule)
}
