import { coinsOf, coinsText, hundredthsOf } from '../format/coins.ts'
import { DAY_MS, dateText } from '../format/time.ts'

export const PACE_DAYS = 7
const FORESEEN_DAYS_MAX = 3_650

/** What a rule paid lately, in coins, and over how many days. */
export type Pace = { coins: string; days: number }

type Budgeted = {
  coinBudget: string
  budgetUsed: string
  budgetPeriodEnd: string | null
  endsAt: string | null
}

export const leftOf = ({ coinBudget, budgetUsed }: Budgeted): bigint => {
  const left = (hundredthsOf(coinBudget) ?? 0n) - (hundredthsOf(budgetUsed) ?? 0n)
  return left > 0n ? left : 0n
}

/** When the budget will be gone at this pace; the time, or a sentence about why it lasts. */
export function paceText(rule: Budgeted, { coins, days }: Pace, now: Date): string {
  const left = leftOf(rule)
  if (left === 0n) return 'Nothing is left of it.'
  const spent = hundredthsOf(coins) ?? 0n
  if (spent === 0n) return 'It paid nothing in the last seven days.'
  const perDay = Number(spent) / days
  const daysLeft = Math.min(Number(left) / perDay, FORESEEN_DAYS_MAX)
  const gone = new Date(now.getTime() + daysLeft * DAY_MS)
  const pace = `At the pace of the last seven days (${coinsText(coinsOf(BigInt(Math.round(perDay))))} a day)`
  const isAfter = (end: string | null) => end !== null && gone.toISOString() >= end
  if (isAfter(rule.budgetPeriodEnd)) return `${pace} it lasts until the next budget.`
  if (isAfter(rule.endsAt)) return `${pace} it lasts until the rule ends.`
  if (daysLeft === FORESEEN_DAYS_MAX) return `${pace} it lasts for more than ten years.`
  return `${pace} it will be gone on ${dateText(gone.toISOString())}.`
}
