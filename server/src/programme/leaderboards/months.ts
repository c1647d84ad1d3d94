import { Type } from 'typebox'

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
const YEAR_MIN = 1970
const YEAR_MAX = 9999

export const MonthOfYear = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: `^(0?[1-9]|1[0-2]|${MONTHS.map(anyCase).join('|')})$`,
      must: 'be a number from 1 to 12 or an English month name',
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

/** Takes what `MonthOfYear` accepts. */
export function monthNumber(month: string): number {
  const named = MONTHS.findIndex((name) => name.toLowerCase() === month.toLowerCase())
  return named === -1 ? Number(month) : named + 1
}
