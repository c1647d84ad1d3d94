import { rowsOf } from '../../storage/database/by-partner.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Loader } from '../read-batches/read-batch.ts'
import { periodAt } from '../rules/period.ts'
import { activeSubRules, isFull, type Rule } from '../rules/rule.ts'
import { NO_PROGRESS, type RuleProgress, reachedSoFar, userUse } from './decide-award.ts'
import { loadProgressOf } from './progress-store.ts'
import { countPeriodAt, countPeriodEnd, streakEnd } from './streak.ts'

/** How far a user is with a rule, and how much of its limits is used. */
export type MemberProgress = {
  rule: Rule
  reached: number
  needed: number
  subRulesDone: readonly string[]
  awards: number
  coins: Coins
  /** The limits per user count again from this time; null for never. */
  limitsEndAt: Date | null
  /** No further completion counts until then, because one counted in this period; null otherwise. */
  countedUntil: Date | null
  /** The streak ends then, unless a completion counts before; null without one. */
  streakEndsAt: Date | null
  /** Whether the rule has all its participants, and this user is none of them. */
  isFull: boolean
}

/** The progress of a member with a rule; none where there is no row yet. */
export const PROGRESS: Loader<{ ruleId: string; userId: string }, RuleProgress> = {
  idOf: ({ ruleId, userId }) => `${ruleId} ${userId}`,
  async load(db, partnerId, keys) {
    const rows = rowsOf(await loadProgressOf(db, new Map([[partnerId, [...keys]]])), partnerId)
    const byKey = new Map(rows.map((row) => [`${row.ruleId} ${row.userId}`, row]))
    return keys.map(({ ruleId, userId }) => byKey.get(`${ruleId} ${userId}`) ?? NO_PROGRESS)
  },
}

export function memberProgress(rule: Rule, current: RuleProgress, now: Date): MemberProgress {
  const { awards, coins } = userUse(rule, current, now)
  const isCombined = rule.type === 'combined'
  return {
    rule,
    reached: reachedSoFar(rule, current, now),
    needed: isCombined ? activeSubRules(rule).length : rule.completionsNeeded,
    subRulesDone: isCombined ? current.subRulesDone : [],
    awards,
    coins,
    limitsEndAt: periodAt(rule.userLimitPeriod, rule.timeZone, now)?.end ?? null,
    countedUntil: countPeriodAt(rule, current, now)?.isCounted ? countPeriodEnd(rule, now) : null,
    streakEndsAt: streakEnd(rule, current, now),
    isFull: isFull(rule) && current.paidAwards === 0,
  }
}
