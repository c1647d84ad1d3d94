import { budgetUse } from './budget.ts'
import { isSameTime } from './period.ts'
import { phaseAt, type Rule } from './rule.ts'

/** A rule with the phase and the budget of this time. Its row may be of an earlier phase or period. */
export function ruleAt(rule: Rule, now: Date): Rule {
  const { start, used } = budgetUse(rule, now)
  const isSamePeriod = isSameTime(rule.budgetStart, start)
  return {
    ...rule,
    ...phaseAt(rule, now),
    budgetStart: start,
    budgetUsed: used,
    isExhausted: rule.isExhausted && isSamePeriod,
  }
}
