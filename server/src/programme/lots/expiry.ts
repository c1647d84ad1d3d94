import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import type { Expiry } from '../ledger/coin-expiry.ts'

/** What a day of a zone leads to: the same for every moment of that day. */
type DayResult = { start: Date; end: Date; result: Date }

/** The latest days of each calculation and zone, newest first: most awards fall into them. */
const latest = new LRUCache<string, DayResult[]>({ max: 1_000 })
const DAYS_MAX = 16

/**
 * The moment from which coins that are available from `from` on cannot be spent: the end of the day, month or year in
 * which they have lived for `after`. The end of a day is the first moment of the next.
 */
export const expiresAt = ({ after, until }: Expiry, from: Date, timeZone: string): Date =>
  startOfDayAfter(`${after} ${until}`, from, timeZone, (day) => dayAfter(until, day.add(after)))

/** The end of a day. */
export const endOfDay = (day: string, timeZone: string): Date =>
  startOf(Temporal.PlainDate.from(day).add({ days: 1 }), timeZone)

/** The start of the day that many days after the day of `now`. */
export const availableAt = (now: Date, pendingDays: number, timeZone: string): Date =>
  startOfDayAfter(`start ${pendingDays}`, now, timeZone, (day) => day.add({ days: pendingDays }))

/** The end of the day that many days after the day of `now`. */
export const endOfDayAfter = (now: Date, days: number, timeZone: string): Date =>
  availableAt(now, days + 1, timeZone)

/** The start of the day that `next` makes of the day of a moment. `name` tells one `next` from others. */
function startOfDayAfter(
  name: string,
  at: Date,
  timeZone: string,
  next: (day: Temporal.PlainDate) => Temporal.PlainDate,
): Date {
  const key = `${name} ${timeZone}`
  const known = latest.get(key) ?? []
  const found = known.find(({ start, end }) => start <= at && at < end)
  if (found) return found.result
  const { day, ...span } = dayAt(at, timeZone)
  const result = startOf(next(day), timeZone)
  latest.set(key, [{ ...span, result }, ...known.slice(0, DAYS_MAX - 1)])
  return result
}

function dayAt(at: Date, timeZone: string): { day: Temporal.PlainDate; start: Date; end: Date } {
  const day = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  const next = day.add({ days: 1 })
  const end = startOf(next, timeZone)
  if (at < end) return { day, start: startOf(day, timeZone), end }
  // Clocks that go back over midnight repeat the end of a day. What is repeated belongs to the new day.
  return { day: next, start: end, end: startOf(next.add({ days: 1 }), timeZone) }
}

function dayAfter(until: Expiry['until'], day: Temporal.PlainDate): Temporal.PlainDate {
  switch (until) {
    case 'day':
      return day.add({ days: 1 })
    case 'month':
      return day.with({ day: 1 }).add({ months: 1 })
    case 'year':
      return day.with({ month: 1, day: 1 }).add({ years: 1 })
  }
}

/** The first moment of a day, which is not midnight where the clocks change then. */
const startOf = (day: Temporal.PlainDate, timeZone: string): Date =>
  new Date(day.toZonedDateTime(timeZone).epochMilliseconds)
