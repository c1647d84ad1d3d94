import { addDays, dayIn, longDayText, programmeZone, startOfDay, zonedText } from './time.ts'

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

/** A programme that changed its zone has moments within a day. */
const isStart = (at: string, day: string, zone: string): boolean =>
  Date.parse(startOfDay(day, zone)) === Date.parse(at)
