import type { Keyed } from '../idempotency/idempotency-key.ts'
import { type LifecycleEvent, type LifecycleEventType, nextSeq } from '../ledger/ledger.ts'
import { isSameTime } from '../rules/period.ts'
import { transitions } from '../rules/record-rule-change.ts'
import { type BudgetUse, canPay, type Rule, ruleAt } from '../rules/rule.ts'
import { ruleData } from '../rules/rule-data.ts'
import { ruleAt } from '../rules/rule-at.ts'
import { ruleSnapshot } from '../rules/rule-snapshot.ts'
import type { WalletBatch } from '../wallets/wallet-batch.ts'
import type { Award, FoundAward, NewReversal } from './award.ts'
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
  reversals: Keyed<NewReversal>[]
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

/** Returns whether the rule has all its participants now. */
export function changeParticipants({ changes }: AwardBatch, rule: Rule, change: 1 | -1): boolean {
  rule.participants += change
  changes.rules.add(rule)
  return change === 1 && rule.participants === rule.participantsMax
}

/** Records that a rule started or ended since its row was written, before the call that comes next. */
export function advancePhase(batch: AwardBatch, rule: Rule): void {
  const { now } = batch.ledger
  if (rule.phaseEndsAt === null || rule.phaseEndsAt > now) return
  const before = { ...rule }
  Object.assign(rule, ruleAt(rule, now))
  batch.changes.rules.add(rule)
  for (const type of transitions(before, rule)) recordRuleEvent(batch, rule, type)
}

/**
 * Counts what a payment or a reversal changed in the budget. Returns whether it is exhausted now: when a call is
 * refused or when no further payment fits, until a new period or a reversal lets the rule pay again.
 */
export function changeBudget(
  batch: AwardBatch,
  rule: Rule,
  { start, used }: BudgetUse,
  { isRefused = false }: { isRefused?: boolean } = {},
): boolean {
  const isSamePeriod = isSameTime(rule.budgetStart, start)
  const wasExhausted = rule.isExhausted && isSamePeriod
  if (isRefused && wasExhausted) return false
  const givesBack = isSamePeriod && used < rule.budgetUsed
  rule.budgetStart = start
  rule.budgetUsed = used
  rule.isExhausted = isRefused || !canPay(rule) || (wasExhausted && !givesBack)
  batch.changes.rules.add(rule)
  return rule.isExhausted && !wasExhausted
}

export function recordRuleEvent({ ledger, changes }: AwardBatch, rule: Rule, type: LifecycleEventType): void {
  const data = ruleSnapshot(rule)
  changes.lifecycleEvents.push({ seq: nextSeq(ledger), type, data, createdAt: ledger.now })
}
