import { isSameTime, type PeriodSpan, periodAt } from '../rules/period.ts'
import type { Rule } from '../rules/rule.ts'
import type { RuleProgress } from './decide-award.ts'

type Counting = Pick<Rule, 'countPer' | 'consecutive' | 'timeZone'>

/** What a completion at some time counts for, where a rule counts one in each period. */
export type CountPeriod = {
  start: Date
  /** Whether a completion has counted for the period. */
  isCounted: boolean
  /** Whether it continues the completions so far; without `consecutive` every completion does. */
  continues: boolean
}

/** Null where every call counts. */
export function countPeriodAt(rule: Counting, { countedAt }: RuleProgress, at: Date): CountPeriod | null {
  const span = countSpan(rule, at)
  if (!span) return null
  const isCounted = countedAt !== null && countedAt >= span.start
  return {
    start: span.start,
    isCounted,
    continues: !rule.consecutive || isCounted || isBefore(rule, countedAt, span),
  }
}

/** The first moment at which another completion can count; null where every call counts. */
export const countPeriodEnd = (rule: Counting, at: Date): Date | null => countSpan(rule, at)?.end ?? null

/** Completions of a batched rule since the last payment; none once a streak has ended. */
export const completionsAt = (rule: Counting, current: RuleProgress, at: Date): number =>
  countPeriodAt(rule, current, at)?.continues === false ? 0 : current.progress

/** When the streak ends unless a completion counts before; null without one. */
export function streakEnd(rule: Counting, current: RuleProgress, now: Date): Date | null {
  const { countedAt } = current
  if (!rule.consecutive || countedAt === null || completionsAt(rule, current, now) === 0) return null
  const counted = countSpan(rule, countedAt)
  return counted && countPeriodEnd(rule, counted.end)
}

/** A completion, as its award stores it. */
type Completion = {
  seq: bigint
  ruleName: string
  createdAt: Date
  countStart: Date | null
  countedBefore: Date | null
}

/**
 * The progress without a counted completion that no payment used. One of an earlier streak is not in the count. The
 * latest frees its period while that runs.
 */
export function progressWithout(
  rule: Rule,
  award: Completion,
  current: RuleProgress,
  now: Date,
): RuleProgress {
  if (rule.type === 'combined')
    return { ...current, subRulesDone: current.subRulesDone.filter((name) => name !== award.ruleName) }
  const { streakSeq, countedAt } = current
  const isOfStreak = streakSeq === null || award.seq >= streakSeq
  const isLatest = award.countStart !== null && isSameTime(award.createdAt, countedAt)
  const span = countSpan(rule, now)
  const isFreed = isLatest && span !== null && award.createdAt >= span.start
  return {
    ...current,
    progress: current.progress - (isOfStreak ? 1 : 0),
    countedAt: isFreed ? award.countedBefore : countedAt,
  }
}

const countSpan = ({ countPer, timeZone }: Counting, at: Date): PeriodSpan | null =>
  countPer === 'call' ? null : periodAt(countPer, timeZone, at)

/** Whether a time falls into the period right before another. */
function isBefore({ countPer, timeZone }: Counting, at: Date | null, { start }: PeriodSpan): boolean {
  if (countPer === 'call' || at === null) return false
  const before = periodAt(countPer, timeZone, new Date(start.getTime() - 1))
  return before !== null && at >= before.start
}
