import { addDays, dateText, dayIn, longDayText, programmeZone, startOfDay, zonedText } from './time.ts'

/** "15 January 2026" for the start of that day; the time of another moment. */
export function startText(at: string, zone = programmeZone()): string {
  const day = dayIn(zone, new Date(at))
  return isStart(at, day, zone) ? longDayText(day) : zonedText(at, zone)
}

/** "at the end of 31 December 2026" for the start of the day after; the time of another moment. */
export function endText(at: string, zone = programmeZone()): string {
  const day = dayIn(zone, new Date(at))
  return isStart(at, day, zone)
    ? `at the end of ${longDayText(addDays(day, -1))}`
    : `on ${zonedText(at, zone)}`
}

/** The same in few words: "from 15 Jan 2026 until the end of 31 Dec 2026". */
export function rangeText(
  from: string | null,
  until: string | null,
  { lastDay = 'the end of ', zone = programmeZone() } = {},
): string {
  const isWhole = (at: string) => isStart(at, dayIn(zone, new Date(at)), zone)
  const dayBefore = (at: string) => dateText(new Date(Date.parse(at) - 1).toISOString(), zone)
  return [
    from && `from ${isWhole(from) ? dateText(from, zone) : zonedText(from, zone)}`,
    until && `until ${isWhole(until) ? `${lastDay}${dayBefore(until)}` : zonedText(until, zone)}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** A programme that changed its zone has moments within a day. */
const isStart = (at: string, day: string, zone: string): boolean =>
  Date.parse(startOfDay(day, zone)) === Date.parse(at)
