import type { Keyed } from '../idempotency/idempotency-key.ts'
import { type LifecycleEvent, type LifecycleEventType, nextSeq } from '../ledger/ledger.ts'
import type { BudgetUse } from '../rules/budget.ts'
import { isSameTime } from '../rules/period.ts'
import { canPay, type Rule } from '../rules/rule.ts'
import { ruleData } from '../rules/rule-data.ts'
import type { WalletBatch } from '../wallets/wallet-batch.ts'
import type { Award, FoundAward, Reversal } from './award.ts'
import { progressKey, type RuleProgress } from './decide-award.ts'

/** The state that the awards and reversals of a batch read and change. */
export type AwardBatch = WalletBatch & {
  /** By rule name; a combined rule also by the names of its sub-rules. */
  rules: Map<string, Rule>
  rulesById: Map<string, Rule>
  /** By `progressKey`. */
  progress: Map<string, RuleProgress>
  /** The awards to reverse, and those with a reference, by id. */
  awards: Map<string, FoundAward>
  changes: AwardChanges
}

export type AwardChanges = {
  awards: Keyed<Award>[]
  reversals: Keyed<Reversal>[]
  /** By `progressKey`. */
  progress: Map<string, { ruleId: string; userId: string; isNew: boolean }>
  /** Rules of which more or less is used. */
  rules: Set<Rule>
  /** Names of sub-rules that now have history. */
  subRules: Set<string>
  lifecycleEvents: LifecycleEvent[]
}

export const noAwardChanges = (): AwardChanges => ({
  awards: [],
  reversals: [],
  progress: new Map(),
  rules: new Set(),
  subRules: new Set(),
  lifecycleEvents: [],
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

export function changeParticipants(batch: AwardBatch, rule: Rule, change: 1 | -1): void {
  rule.participants += change
  batch.changes.rules.add(rule)
  if (change === 1 && rule.participants === rule.participantsMax) recordRuleEvent(batch, rule, 'rule.full')
}

/**
 * Counts what a payment or a reversal changed in the budget. `rule.exhausted` is recorded once, when a call is
 * refused or when no further payment fits, until a new period or a reversal brings coins.
 */
export function changeBudget(
  batch: AwardBatch,
  rule: Rule,
  { start, used }: BudgetUse,
  { isRefused = false }: { isRefused?: boolean } = {},
): void {
  const isNewPeriod = !isSameTime(rule.budgetStart, start)
  if (isRefused && rule.isExhausted && !isNewPeriod) return
  if (isNewPeriod || used < rule.budgetUsed) rule.isExhausted = false
  rule.budgetStart = start
  rule.budgetUsed = used
  batch.changes.rules.add(rule)
  if (rule.isExhausted || (!isRefused && canPay(rule))) return
  rule.isExhausted = true
  recordRuleEvent(batch, rule, 'rule.exhausted')
}

function recordRuleEvent({ ledger, changes }: AwardBatch, rule: Rule, type: LifecycleEventType): void {
  const data = ruleData(rule)
  changes.lifecycleEvents.push({ seq: nextSeq(ledger), type, data, createdAt: ledger.now })
}
