import { Temporal } from 'temporal-polyfill'

/** Days of a zone, both included. */
export type DayRange = { from: string; to: string }

export const addDays = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()

export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`

const addMonths = (month: string, months: number): string =>
  Temporal.PlainDate.from(month).add({ months }).toString()

/** The first day of the next month, and of the one before. */
export const monthAfter = (month: string): string => addMonths(month, 1)
export const monthBefore = (month: string): string => addMonths(month, -1)

export const lastOfMonth = (month: string): string => addDays(monthAfter(month), -1)

/** How many days a range has. */
export const lengthOf = ({ from, to }: DayRange): number =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days + 1

/** Every day of a range, oldest first. */
export const daysOf = (range: DayRange): string[] =>
  Array.from({ length: lengthOf(range) }, (_, index) => addDays(range.from, index))

export const COMPARISONS = ['previous', 'year'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** The days before a range, as many as it has, or the same days a year earlier. */
export function comparedWith(range: DayRange, comparison: Comparison): DayRange {
  if (comparison === 'previous')
    return { from: addDays(range.from, -lengthOf(range)), to: addDays(range.from, -1) }
  const yearBefore = (day: string) => Temporal.PlainDate.from(day).subtract({ years: 1 }).toString()
  return { from: yearBefore(range.from), to: yearBefore(range.to) }
}
