import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'

export const PERIODS = ['total', 'day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

/** A period from `start` until before `end`. */
export type PeriodSpan = { start: Date; end: Date }

/** The latest spans of each zone and period, newest first: most calls fall into them. */
const latest = new LRUCache<string, PeriodSpan[]>({ max: 1_000 })
/** The current period, and those beside it that decide about a streak. */
const SPANS_MAX = 4

/** The day, week (from Monday) or month of a zone that a time falls into; null for all time. */
export function periodAt(period: Period, timeZone: string, at: Date): PeriodSpan | null {
  if (period === 'total') return null
  const key = `${period} ${timeZone}`
  const known = latest.get(key) ?? []
  const found = known.find(({ start, end }) => start <= at && at < end)
  if (found) return found
  const span = spanOf(period, timeZone, at)
  latest.set(key, [span, ...known.slice(0, SPANS_MAX - 1)])
  return span
}

function spanOf(period: Exclude<Period, 'total'>, timeZone: string, at: Date): PeriodSpan {
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  const first = firstDay(period, today)
  const span = spanFrom(first, period, timeZone)
  // Clocks that go back over midnight repeat the end of a day. What is repeated belongs to the new day.
  return at < span.end ? span : spanFrom(first.add({ [`${period}s`]: 1 }), period, timeZone)
}

function spanFrom(first: Temporal.PlainDate, period: Exclude<Period, 'total'>, timeZone: string): PeriodSpan {
  const next = first.add({ [`${period}s`]: 1 })
  return { start: startOfDay(first, timeZone), end: startOfDay(next, timeZone) }
}

function firstDay(period: Exclude<Period, 'total'>, today: Temporal.PlainDate): Temporal.PlainDate {
  switch (period) {
    case 'day':
      return today
    case 'week':
      return today.subtract({ days: today.dayOfWeek - 1 })
    case 'month':
      return today.with({ day: 1 })
  }
}

/** The first moment of a day, which is not midnight where the clocks change then. */
const startOfDay = (day: Temporal.PlainDate, timeZone: string): Date =>
  new Date(day.toZonedDateTime(timeZone).epochMilliseconds)

/** Returns when the current period began, or began to be counted (`since`); null for all time. */
export function startOfPeriod(period: Period, timeZone: string, since: Date | null, now: Date): Date | null {
  const span = periodAt(period, timeZone, now)
  if (!span) return null
  return since && since > span.start ? since : span.start
}

/** A start that no earlier period had, as close to now as can be. */
export function newStart(now: Date, ...earlier: (Date | null)[]): Date {
  const last = Math.max(...earlier.map((start) => start?.getTime() ?? Number.NEGATIVE_INFINITY))
  return last < now.getTime() ? now : new Date(last + 1)
}

export const isSameTime = (left: Date | null, right: Date | null): boolean =>
  left?.getTime() === right?.getTime()
