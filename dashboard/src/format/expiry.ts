import type { CoinExpiry } from '@laurel/sdk'
import { currentSession } from '../api/session.ts'
import { coinsTitle, counted } from './coins.ts'
import { addDays, DAY_MS, dayIn, longDayText, programmeZone } from './time.ts'

const UNITS: Record<string, string> = { D: 'day', M: 'month', Y: 'year' }

/** How many of which unit a period such as P12M has. */
function periodParts(after: string): { count: string; unit: string } {
  const [, count = '', unit = 'M'] = /^P(.*)([DMY])$/.exec(after) ?? []
  return { count, unit }
}

/** "12 months". */
const periodText = (after: string): string => {
  const { count, unit } = periodParts(after)
  return counted(Number(count), UNITS[unit] ?? 'day')
}

/** "after 12 months, at the end of the month". */
export const expiryText = ({ after, until }: CoinExpiry): string =>
  `after ${periodText(after)}, at the end of the ${until}`

/** Whether the service takes the period: from 1 day to 10 years. */
export function isPeriod(after: string): boolean {
  const { count, unit } = periodParts(after)
  const most = { D: 3_652, M: 120, Y: 10 }[unit] ?? 0
  return /^[1-9]\d*$/.test(count) && Number(count) <= most
}

/** The last day on which coins can be spent that can be spent from a day on: 2027-12-31. */
export function lastDayOf({ after, until }: CoinExpiry, from: string): string {
  const { count, unit } = periodParts(after)
  const day =
    unit === 'D' ? addDays(from, Number(count)) : addMonths(from, Number(count) * (unit === 'Y' ? 12 : 1))
  const [year, month] = yearAndMonth(day)
  if (until === 'year') return dayOf(year, 11, 31)
  return until === 'month' ? dayOf(year, month + 1, 0) : day
}

/** The same day of a later month, or its last one. */
function addMonths(day: string, months: number): string {
  const [year, month] = yearAndMonth(day)
  const last = dayOf(year, month + months + 1, 0)
  const same = dayOf(year, month + months, Number(day.slice(8)))
  return same < last ? same : last
}

const yearAndMonth = (day: string) => [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1] as const

const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** What a rule says about its coins. */
export type CoinLife = { pendingDays?: number; coinExpiry?: CoinExpiry | 'never' | null }

/** How long coins of the programme live; null for ever. */
const programmeExpiry = (): CoinExpiry | null => currentSession()?.partner.coinExpiry ?? null

type Context = { today?: string; programme?: CoinExpiry | null }

/**
 * When the coins of a rule can be spent, in a sentence, and one with the days for coins that are paid today; null while
 * the fields are not complete.
 */
export function coinLife(
  { pendingDays = 0, coinExpiry = null }: CoinLife,
  { today = dayIn(programmeZone()), programme = programmeExpiry() }: Context = {},
): { sentence: string; days: string | null } | null {
  const expiry = coinExpiry === 'never' ? null : (coinExpiry ?? programme)
  if (!Number.isInteger(pendingDays) || pendingDays < 0 || (expiry && !isPeriod(expiry.after))) return null
  const first = addDays(today, pendingDays)
  const last = expiry && lastDayOf(expiry, first)
  const spent = pendingDays === 0 ? 'at once' : `after ${counted(pendingDays, 'day')}`
  const end = last ? `expire on ${longDayText(last)} if they are paid today` : 'never expire'
  const range = [
    pendingDays > 0 && `from ${longDayText(first)}`,
    last && `until the end of ${longDayText(last)}`,
  ]
  const days = range.filter(Boolean).join(' ')
  return {
    sentence: `${coinsTitle()} from this rule can be spent ${spent} and ${end}.`,
    days: days ? `Those that are paid today can be spent ${days}.` : null,
  }
}

/** Whether there is more to say than that coins stay for ever. */
export const hasCoinLife = (
  { pendingDays = 0, coinExpiry = null }: CoinLife,
  programme = programmeExpiry(),
): boolean => pendingDays > 0 || coinExpiry !== null || programme !== null

/** What the settings of a programme mean for coins that are paid today; null while they are not complete. */
export function programmeLife(
  expiry: CoinExpiry | null,
  noticeDays: number,
  today = dayIn(programmeZone()),
): string | null {
  if (expiry === null) return `${coinsTitle()} never expire, unless a rule or an import says otherwise.`
  if (!isPeriod(expiry.after) || !Number.isInteger(noticeDays)) return null
  const last = lastDayOf(expiry, today)
  const lives = Date.parse(addDays(last, 1)) - Date.parse(today)
  const notice =
    lives <= noticeDays * DAY_MS
      ? 'without a notice, because they do not live that long'
      : `with a notice ${counted(noticeDays, 'day')} before`
  return `${coinsTitle()} that are paid today expire at the end of ${longDayText(last)}, ${notice}.`
}

/** An expiry in a form. */
export type ExpiryValues = { after: string; unit: string; until: CoinExpiry['until'] }

export function expiryValues(expiry: CoinExpiry | null): ExpiryValues {
  const { count, unit } = periodParts(expiry?.after ?? 'P12M')
  return { after: count, unit, until: expiry?.until ?? 'month' }
}

export const expiryOf = ({ after, unit, until }: ExpiryValues): CoinExpiry => ({
  after: `P${after.trim()}${unit}`,
  until,
})

export const expiryProblem = (values: ExpiryValues): string | undefined =>
  isPeriod(expiryOf(values).after) ? undefined : 'Enter a whole number, for at most 10 years.'

/** The days that were typed; NaN for other text. */
export const typedDays = (text: string): number => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN)

export const daysProblem = (text: string, { min, max }: { min: number; max: number }): string | undefined => {
  const days = typedDays(text)
  return days >= min && days <= max ? undefined : `Enter a whole number from ${min} to ${max}.`
}
