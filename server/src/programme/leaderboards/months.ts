import { Type } from 'typebox'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'
import { monthOf } from '../ranking/board.ts'

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
/** Names the month of now, so that an address stays right. */
const CURRENT_MONTH = 'current'
const YEAR_MIN = 1970
const YEAR_MAX = 9999

export const MonthOfYear = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: `^(0?[1-9]|1[0-2]|${MONTHS.map(anyCase).join('|')}|${CURRENT_MONTH})$`,
      must: `be a number from 1 to 12, an English month name or ${CURRENT_MONTH}`,
      description,
    }),
  )

export const Year = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: YEAR_MIN,
      maximum: YEAR_MAX,
      must: `be a year from ${YEAR_MIN} to ${YEAR_MAX}`,
      description,
    }),
  )

function anyCase(name: string): string {
  return [...name].map((letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`).join('')
}

/** The month as stored with boards. */
export const monthKey = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}-01`

type MonthQuery = { month?: string | undefined; year?: number | undefined }

/** Refuses a year beside the current month. */
export function checkYear({ month, year }: MonthQuery): FieldProblem[] {
  const isTooMuch = month === CURRENT_MONTH && year !== undefined
  return isTooMuch ? [wrong('year', `is not for month=${CURRENT_MONTH}; leave it out`)] : []
}

/** The month of a query, of this year unless the query has one. */
export function queriedMonth({ month, year }: MonthQuery & { month: string }, now: Date): string {
  if (month === CURRENT_MONTH) return monthOf(now)
  const named = MONTHS.findIndex((name) => name.toLowerCase() === month.toLowerCase())
  return monthKey(year ?? now.getUTCFullYear(), named === -1 ? Number(month) : named + 1)
}

/** "March 2026" for 2026-03-01. */
export const monthText = (month: string): string =>
  `${MONTHS[Number(month.slice(5, 7)) - 1]} ${Number(month.slice(0, 4))}`
