import { type Ledger, type LifecycleEvent, type LifecycleEventType, nextSeq } from '../ledger/ledger.ts'
import { isSameTime } from './period.ts'
import { type BudgetUse, canPay, isFull, type Rule, ruleAt, ruleSnapshot } from './rule.ts'

export type RuleKeys = {
  ruleNames: Set<string>
  ruleIds: Set<string>
  /** The types of activities, with the rules that can match them. */
  activityTypes: ListenedType[]
}

/** A type of activities, and what a process knows of its rules before the ledger is locked. */
export type ListenedType = {
  type: string
  /** That of the ledger's rules; null if nothing is known. */
  version: bigint | null
  /** The rules that can match if the version is still the same, separated by commas. Otherwise all of the type can. */
  ruleIds: string
}

/** The rules that the calls of a batch read and change. */
export type RuleState = {
  /** Keyed by rule name; a combined rule is also found by the names of its sub-rules. */
  rules: Map<string, Rule>
  rulesById: Map<string, Rule>
  changes: RuleChanges
}

type RuleBatch = RuleState & { ledger: Ledger }

type RuleChanges = {
  /** Rules of which more or less is used. */
  rules: Set<Rule>
  /** Names of sub-rules that now have history. */
  subRules: Set<string>
  lifecycleEvents: LifecycleEvent[]
}

export const noRuleChanges = (): RuleChanges => ({
  rules: new Set(),
  subRules: new Set(),
  lifecycleEvents: [],
})

/** Returns whether the rule has all its participants now. */
export function changeParticipants({ changes }: RuleBatch, rule: Rule, change: 1 | -1): boolean {
  rule.participants += change
  changes.rules.add(rule)
  return change === 1 && rule.participants === rule.participantsMax
}

/** Records that a rule started or ended since its row was written, before the call that comes next. */
export function advancePhase(batch: RuleBatch, rule: Rule): void {
  const { now } = batch.ledger
  if (rule.phaseEndsAt === null || rule.phaseEndsAt > now) return
  const before = { ...rule }
  Object.assign(rule, ruleAt(rule, now))
  batch.changes.rules.add(rule)
  for (const type of transitions(before, rule)) recordRuleEvent(batch, rule, type)
}

const PHASES = ['scheduled', 'running', 'ended'] as const

/** The events of what a rule became, in the order in which it became so. */
export function transitions(before: Rule, after: Rule): LifecycleEventType[] {
  const [from, to] = [PHASES.indexOf(before.phase), PHASES.indexOf(after.phase)]
  return [
    ...(from < 1 && to >= 1 ? (['rule.started'] as const) : []),
    ...(from < 2 && to >= 2 ? (['rule.ended'] as const) : []),
    ...(!isFull(before) && isFull(after) ? (['rule.full'] as const) : []),
    ...(!before.isExhausted && after.isExhausted ? (['rule.exhausted'] as const) : []),
  ]
}

/**
 * Counts what a payment or a reversal changed in the budget. Returns whether it is exhausted now: when a call is
 * refused or when no further payment fits, until a new period or a reversal lets the rule pay again.
 */
export function changeBudget(
  batch: RuleBatch,
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

export function recordRuleEvent({ ledger, changes }: RuleBatch, rule: Rule, type: LifecycleEventType): void {
  const data = ruleSnapshot(rule)
  changes.lifecycleEvents.push({ seq: nextSeq(ledger), type, data, createdAt: ledger.now })
}
