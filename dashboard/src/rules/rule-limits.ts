import { coinsOf, coinsText, hundredthsOf } from '../format/coins.ts'
import { periodsIn } from '../format/time.ts'
import { isForEveryone, type RuleDraft, timesPerUser, wholeOf } from './rule-text.ts'

export const PERIODS = ['total', 'day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

/** An amount in hundredths, in all or in each period. */
type Limit = { amount: bigint; period: Period }

/** The maximum payout of a rule; null while its numbers are incomplete. */
export function maximumText(rule: RuleDraft, now = new Date()): string | null {
  const limits = [usersLimit(rule), budgetLimit(rule)]
  if (limits.includes(null)) return null
  const bounds = limits.filter((limit) => limit !== null && limit !== 'none') as Limit[]
  if (bounds.length === 0) return 'There is no limit to what it can pay in all.'
  const totals = bounds.map((limit) => inAll(rule, limit, now)).filter((amount) => amount !== null)
  if (totals.length > 0) return `It can pay at most ${amountText(least(totals))} in all.`
  const perPeriod = shortest(bounds).map(({ amount, period }) => `${amountText(amount)} a ${period}`)
  return `It can pay at most ${perPeriod.join(' and ')}, without an end.`
}

/** What all participants can get; null while a number is missing. */
function usersLimit(rule: RuleDraft): Limit | 'none' | null {
  const most = wholeOf(rule.maxNumberOfParticipant)
  const times = timesPerUser(rule)
  const each = coinsPerAward(rule)
  const coins = amountOf(rule.userCoinLimit)
  if (most === null || times === null || each === null || coins === null) return null
  const ofTimes = times === 'none' || each === 'none' ? 'none' : each * BigInt(times)
  const perUser = [ofTimes, coins].filter((amount): amount is bigint => amount !== 'none')
  if (perUser.length === 0 || isForEveryone(rule)) return 'none'
  return { amount: least(perUser) * BigInt(most), period: periodOf(rule.userLimitPeriod) }
}

function coinsPerAward({ perUnit, coinValue, maxCoinsPerAward }: RuleDraft) {
  return perUnit ? amountOf(maxCoinsPerAward) : hundredthsOf(coinValue)
}

function budgetLimit({ coinBudget, budgetPeriod }: RuleDraft): Limit | 'none' | null {
  const amount = amountOf(coinBudget)
  return amount === null || amount === 'none' ? amount : { amount, period: periodOf(budgetPeriod) }
}

/** Null when it has no end. */
function inAll({ startsAt, endsAt, timeZone }: RuleDraft, { amount, period }: Limit, now: Date) {
  if (period === 'total') return amount
  const from = startsAt ?? now.toISOString()
  if (endsAt === null || Number.isNaN(Date.parse(endsAt)) || Number.isNaN(Date.parse(from))) return null
  return amount * BigInt(Math.max(0, periodsIn(period, { from, to: endsAt, zone: timeZone })))
}

/** The smaller one of two limits of one period, and one of each otherwise, by the length of the period. */
function shortest(limits: Limit[]): Limit[] {
  return PERIODS.flatMap((period) => {
    const amounts = limits.filter((limit) => limit.period === period).map(({ amount }) => amount)
    return amounts.length > 0 ? [{ amount: least(amounts), period }] : []
  })
}

export const periodOf = (period: string): Period => PERIODS.find((each) => each === period) ?? 'total'

/** -1 means none; null means that it is no amount. */
function amountOf(text: string): bigint | 'none' | null {
  return text.trim() === '-1' ? 'none' : hundredthsOf(text)
}

const least = (amounts: bigint[]): bigint => amounts.reduce((a, b) => (b < a ? b : a))

const amountText = (amount: bigint) => coinsText(coinsOf(amount))
