import { Type } from 'typebox'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import { addDays, type DayRange, lengthOf } from './days.ts'

/** Enough for two years. A response has a row for each day. */
export const DAYS_MAX = 732

export const Day = (description: string) =>
  Type.Optional(
    Type.String({
      format: 'date',
      // The years that a comparison with an earlier time can reach.
      pattern: '^(19[7-9]|[2-8]\\d)\\d',
      must: 'be a day from 1970 to 8999, such as 2026-03-01',
      description,
      examples: ['2026-03-01'],
    }),
  )

export const dayRangeFields = (defaults: { from: string; to: string }) => ({
  from: Day(`First day, in the programme's time zone; ${defaults.from} by default.`),
  to: Day(`Last day; ${defaults.to} by default.`),
})

type Query = { from?: string; to?: string }

export function checkDayRange({ from, to }: Query): FieldProblem[] {
  return from !== undefined && to !== undefined && from > to ? [wrong('to', 'must not be before `from`')] : []
}

/** Refuses more days than a response can list. */
export function checkListedDays(query: Query): FieldProblem[] {
  const problems = checkDayRange(query)
  const { from, to } = query
  if (problems.length > 0 || from === undefined || to === undefined) return problems
  return lengthOf({ from, to }) > DAYS_MAX ? [wrong('from', tooEarly(to))] : []
}

export const tooEarly = (to: string) => `must be at most ${DAYS_MAX} days before ${addDays(to, 1)}`

/** The days of a query; those that it leaves out come from what it gives. */
export function dayRangeOf(
  { from, to }: Query,
  { today, first }: { today: string; first: (to: string) => string },
): DayRange {
  const last = to ?? (from !== undefined && from > today ? from : today)
  const start = from ?? first(last)
  return { from: start, to: last }
}
