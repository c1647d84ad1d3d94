import { addDays, dayIn, dayText, isDay, monthText, programmeZone } from './time.ts'

export const RANGES = ['today', '7d', '30d', '90d', 'month', 'last-month', 'quarter'] as const
export type RangeName = (typeof RANGES)[number]
export const RANGE_DEFAULT: RangeName = '30d'

export const RANGE_LABELS: Record<RangeName, string> = {
  today: 'Today',
  '7d': '7 d',
  '30d': '30 d',
  '90d': '90 d',
  month: 'This month',
  'last-month': 'Last month',
  quarter: 'Quarter',
}

/** The days that a page shows, as its address has them. Two days of one's own take the place of a name. */
export type RangeSearch = {
  range?: RangeName | undefined
  from?: string | undefined
  to?: string | undefined
  /** The period before is compared unless this says otherwise. */
  compare?: 'year' | 'none' | undefined
}

/** Whole days of the programme's zone, the last one included. */
export type Days = { from: string; to: string }

/** As many as a response of the service can list. */
const DAYS_MAX = 732

export function readRange({ range, from, to, compare }: Record<string, unknown>): RangeSearch {
  const own = isDay(from) && isDay(to) && from <= to && addDays(from, DAYS_MAX) > to ? { from, to } : {}
  return {
    range: 'from' in own ? undefined : RANGES.find((name) => name === range && name !== RANGE_DEFAULT),
    ...own,
    compare: compare === 'year' || compare === 'none' ? compare : undefined,
  }
}

/** The days of a range, with today in it. */
export function daysOf(
  { range = RANGE_DEFAULT, from, to }: RangeSearch,
  today = dayIn(programmeZone()),
): Days {
  if (from && to) return { from, to }
  const month = `${today.slice(0, 7)}-01`
  switch (range) {
    case 'today':
      return { from: today, to: today }
    case 'month':
      return { from: month, to: today }
    case 'last-month': {
      const last = addDays(month, -1)
      return { from: `${last.slice(0, 7)}-01`, to: last }
    }
    case 'quarter': {
      const first = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1
      return { from: `${today.slice(0, 4)}-${String(first).padStart(2, '0')}-01`, to: today }
    }
    default:
      return { from: addDays(today, 1 - Number.parseInt(range, 10)), to: today }
  }
}

/** "19 Oct – 17 Nov", with years where they are not this one, or the name of a month. */
export function rangeText({ from, to }: Days, today = dayIn(programmeZone())): string {
  const isThisYear = from.slice(0, 4) === to.slice(0, 4) && to.slice(0, 4) === today.slice(0, 4)
  const textOf = (day: string) => (isThisYear ? dayText(day) : `${dayText(day)} ${day.slice(0, 4)}`)
  if (from === to) return textOf(from)
  const isMonth =
    from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7) && addDays(to, 1).endsWith('-01')
  return isMonth ? monthText(from) : `${textOf(from)} – ${textOf(to)}`
}

/** What the days are compared with: "previous 30 days". */
export function comparisonText({ compare }: RangeSearch, { from, to }: Days): string | null {
  if (compare === 'none') return null
  if (compare === 'year') return 'a year before'
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
  return days === 1 ? 'the day before' : `previous ${days} days`
}
