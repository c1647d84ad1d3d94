import { type Coins, formatCoins } from '../ledger/coin.ts'
import { periodAt } from './period.ts'
import type { Rule } from './rule.ts'

/** What a partner decides about a rule, as its versions store it. */
export type RuleTermsSnapshot = ReturnType<typeof ruleTermsSnapshot>

export const ruleTermsSnapshot = (rule: Rule) => ({
  name: rule.name,
  coinValue: formatCoins(rule.coins),
  condition: rule.condition,
  maxNumberOfParticipant: String(rule.participantsMax),
  status: rule.status,
  type: rule.type,
  completionNumber: String(rule.completionsNeeded),
  userLimitAward: String(rule.userAwardsMax ?? -1),
  userLimitPeriod: rule.userLimitPeriod,
  userCoinLimit: limitOf(rule.userCoinsMax),
  perUnit: rule.perUnit,
  maxCoinsPerAward: limitOf(rule.coinsPerAwardMax),
  startsAt: rule.startsAt?.toISOString() ?? null,
  endsAt: rule.endsAt?.toISOString() ?? null,
  coinBudget: limitOf(rule.coinBudget),
  budgetPeriod: rule.budgetPeriod,
  timeZone: rule.timeZone,
  shownToUsers: rule.shownToUsers,
  rules: rule.subRules.map(({ name, condition, status }) => ({ name, condition, status })),
})

const limitOf = (max: Coins | null) => (max === null ? '-1' : formatCoins(max))

/** A rule with what was used of it, as its events store it. Stored events never change, so neither does this shape. */
export function ruleSnapshot(rule: Rule) {
  const span = rule.budgetStart && periodAt(rule.budgetPeriod, rule.timeZone, rule.budgetStart)
  return {
    id: rule.id,
    ...ruleTermsSnapshot(rule),
    participants: String(rule.participants),
    budgetUsed: formatCoins(rule.budgetUsed),
    budgetPeriodStart: rule.budgetStart?.toISOString() ?? null,
    budgetPeriodEnd: span?.end.toISOString() ?? null,
    version: rule.version,
    createdAt: rule.createdAt.toISOString(),
    updatedAt: rule.updatedAt.toISOString(),
  }
}
