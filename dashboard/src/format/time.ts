import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'
import { currentSession } from '../api/session.ts'

dayjs.extend(utc)
dayjs.extend(timezone)

const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** The time zone of the programme, whose clocks all pages show. */
export const programmeZone = (): string => zoneOf(currentSession()?.partner.timeZone ?? 'UTC')

/** The time zone of the browser. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** How long ago in the last hour, then the time of day, of a day of the week, or of a date: "5 min", "Tue 14:02". */
export function relativeText(at: string, { now = new Date(), zone = programmeZone() } = {}): string {
  const minutes = Math.floor((now.getTime() - Date.parse(at)) / MINUTE_MS)
  if (minutes === 0) return 'just now'
  if (minutes > 0 && minutes < 60) return `${minutes} min`
  const days = dayNumber(now, zone) - dayNumber(at, zone)
  const { weekday, clock } = partsOf(at, zone)
  if (days === 0) return clock
  return days > 0 && days < 7 ? `${weekday} ${clock}` : dateTimeText(at, { now, zone })
}

/** "18 Nov, 14:02", with the year when it is another one. */
export function dateTimeText(at: string, { now = new Date(), zone = programmeZone() } = {}): string {
  const { day, month, year, clock } = partsOf(at, zone)
  return `${day} ${month}${year === partsOf(now, zone).year ? '' : ` ${year}`}, ${clock}`
}

/** The same with seconds, for logs. */
export function exactText(at: string, { now = new Date(), zone = programmeZone() } = {}): string {
  return `${dateTimeText(at, { now, zone })}:${partsOf(at, zone).second}`
}

/** "18 Nov 2026". */
export function dateText(at: string, zone = programmeZone()): string {
  const { day, month, year } = partsOf(at, zone)
  return `${day} ${month} ${year}`
}

/** All of a time, with its zone: "Wed 18 Nov 2026, 14:02:05 (Europe/Berlin)". */
export function wholeText(at: string, zone = programmeZone()): string {
  const { weekday, day, month, year, clock, second } = partsOf(at, zone)
  return `${weekday} ${day} ${month} ${year}, ${clock}:${second} (${zone})`
}

/** "3 Nov" for the day 2026-11-03. */
export const dayText = (date: string): string => {
  const { day, month } = partsOf(date, 'UTC')
  return `${day} ${month}`
}

/** "Tue 3 Nov" for the day 2026-11-03. */
export const weekdayText = (date: string): string => `${partsOf(date, 'UTC').weekday} ${dayText(date)}`

/** "Tue 3 Nov 2026" for the day 2026-11-03. */
export const wholeDayText = (date: string): string => {
  const { weekday, day, month, year } = partsOf(date, 'UTC')
  return `${weekday} ${day} ${month} ${year}`
}

/** "3 November 2026" for the day 2026-11-03. */
export const longDayText = (date: string): string => `${partsOf(date, 'UTC').day} ${monthText(date)}`

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "November 2026" for 2026-11 or a day in it. */
export const monthText = (month: string): string => MONTH.format(new Date(month))

/** "Nov" for 2026-11 or a day in it. */
export const shortMonthText = (month: string): string => partsOf(month, 'UTC').month

/** The current month in UTC, as boards have it: 2026-11. */
export const thisMonth = (): string => new Date().toISOString().slice(0, 7)

/** The current month, or December of an earlier year. */
export function latestMonthOf(year: number | undefined): string {
  const now = thisMonth()
  return year === undefined || String(year) === now.slice(0, 4) ? now : `${year}-12`
}

/** The day on the clocks of a zone: 2026-11-03. */
export function dayIn(zone: string, now = new Date()): string {
  return new Date(dayNumber(now, zone) * DAY_MS).toISOString().slice(0, 10)
}

/** The day so many days after another. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Whether a value from an address is a day such as 2026-11-03. The browser would take 30 February for 2 March. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^[2-9]\d{3}-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  addDays(value, 0) === value

/** The time at which a day begins on the clocks of the programme. */
export const startOfDay = (day: string, zone = programmeZone()): string => dayjs.tz(day, zone).toISOString()

/** The time at which a day begins, with the offset of the zone: "2026-11-21T00:00:00+01:00". */
export const instantText = (day: string, zone: string): string =>
  dayjs(startOfDay(day, zone)).tz(zone).format('YYYY-MM-DDTHH:mm:ssZ')

/** A time as `<input type="datetime-local">` takes it, on the clocks of a zone: 2026-11-20T00:00. */
export const zonedInput = (at: string, zone: string): string => dayjs(at).tz(zone).format('YYYY-MM-DDTHH:mm')

/** The time of such an input; text that is no time is left to the service. */
export function timeOfInput(input: string, zone: string): string {
  const time = isZone(zone) ? dayjs.tz(input, zone) : dayjs(input)
  return time.isValid() ? time.toISOString() : input
}

/** "20 Nov 2026, 00:00" on the clocks of a zone. */
export const zonedText = (at: string, zone: string): string => {
  const { day, month, year, clock } = partsOf(at, zoneOf(zone))
  return `${day} ${month} ${year}, ${clock}`
}

/** How many days, weeks or months of a zone a half-open range touches. */
export function periodsIn(
  period: 'day' | 'week' | 'month',
  { from, to, zone }: { from: string; to: string; zone: string },
): number {
  const numberOf = (at: number) => {
    const days = dayNumber(new Date(at), zoneOf(zone))
    const day = new Date(days * DAY_MS)
    if (period === 'month') return day.getUTCFullYear() * 12 + day.getUTCMonth()
    return period === 'day' ? days : Math.floor((days + DAYS_SINCE_MONDAY) / 7)
  }
  return numberOf(Date.parse(to) - 1) - numberOf(Date.parse(from)) + 1
}

/** 1970 began on a Thursday. */
const DAYS_SINCE_MONDAY = 3

/** The number of the day since 1970 on the clocks of a zone. */
function dayNumber(at: string | Date, zone: string): number {
  const { day, monthNumber, year } = partsOf(at, zone)
  return Math.floor(Date.UTC(Number(year), monthNumber - 1, Number(day)) / DAY_MS)
}

const formats = new Map<string, Intl.DateTimeFormat>()
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** What the clock and the calendar of a zone show at a time. */
function partsOf(at: string | Date, zone: string) {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      weekday: 'short',
      day: 'numeric',
      month: 'numeric',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZone: zone,
    })
    formats.set(zone, format)
  }
  const parts = format.formatToParts(typeof at === 'string' ? new Date(at) : at)
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  const monthNumber = Number(of('month'))
  return {
    weekday: of('weekday'),
    day: of('day'),
    month: MONTHS[monthNumber - 1] ?? '',
    monthNumber,
    year: of('year'),
    clock: `${of('hour')}:${of('minute')}`,
    second: of('second'),
  }
}

/** A zone that this browser does not know is shown as UTC. */
const zoneOf = (zone: string): string => (isZone(zone) ? zone : 'UTC')

function isZone(zone: string): boolean {
  if (formats.has(zone)) return true
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
