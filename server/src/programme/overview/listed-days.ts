import { invalidFields, wrong } from '../../runtime/failure.ts'
import { dayIn } from '../ledger/time-zone.ts'
import { DAYS_MAX, dayRangeOf, tooEarly } from './day-range-query.ts'
import { addDays, type DayRange, lengthOf } from './days.ts'

/** The days that a response lists, and today, in the zone of the counts. */
export function listedDays(
  query: { from?: string; to?: string },
  { timeZone }: { timeZone: string },
  { days, now }: { days: number; now: Date },
): { range: DayRange; today: string } {
  const today = dayIn(timeZone, now)
  const range = dayRangeOf(query, { today, first: (to) => addDays(to, 1 - days) })
  if (lengthOf(range) > DAYS_MAX) throw invalidFields([wrong('from', tooEarly(range.to))])
  return { range, today }
}
