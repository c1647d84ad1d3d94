import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

/** The time zone of the browser. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A time as `<input type="datetime-local">` takes it, on the clocks of a zone: 2026-11-20T00:00. */
export const zonedInput = (at: string, zone: string): string => dayjs(at).tz(zone).format('YYYY-MM-DDTHH:mm')

/** The time of such an input; text that is no time is left to the service. */
export function timeOfInput(input: string, zone: string): string {
  const time = isZone(zone) ? dayjs.tz(input, zone) : dayjs(input)
  return time.isValid() ? time.toISOString() : input
}

/** "20 Nov 2026, 00:00" on the clocks of a zone. */
export const zonedText = (at: string, zone: string): string =>
  dayjs(at)
    .tz(isZone(zone) ? zone : 'UTC')
    .format('D MMM YYYY, HH:mm')

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** How many days, weeks or months of a zone a half-open range touches. */
export function periodsIn(
  period: 'day' | 'week' | 'month',
  { from, to, zone }: { from: string; to: string; zone: string },
): number {
  const numberOf = (at: number) => {
    const day = dayjs(at).tz(isZone(zone) ? zone : 'UTC')
    const days = Math.floor(Date.UTC(day.year(), day.month(), day.date()) / DAY_MS)
    if (period === 'month') return day.year() * 12 + day.month()
    return period === 'day' ? days : Math.floor((days + DAYS_SINCE_MONDAY) / 7)
  }
  return numberOf(Date.parse(to) - 1) - numberOf(Date.parse(from)) + 1
}

const DAY_MS = 86_400_000
/** 1970 began on a Thursday. */
const DAYS_SINCE_MONDAY = 3
