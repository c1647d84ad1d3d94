import type { Coins } from '../ledger/coin.ts'
import { isSameTime, startOfPeriod } from './period.ts'
import type { Rule } from './rule.ts'

/** What a rule paid from its budget in the period that began at `start`; null stands for all time. */
export type BudgetUse = { start: Date | null; used: Coins }

export function budgetUse(rule: Rule, now: Date): BudgetUse {
  const start = startOfPeriod(rule.budgetPeriod, rule.timeZone, rule.budgetSince, now)
  return { start, used: isSameTime(rule.budgetStart, start) ? rule.budgetUsed : 0n }
}
