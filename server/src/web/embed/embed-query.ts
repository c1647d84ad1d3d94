import { type Static, Type } from 'typebox'
import { OneOf, WholeNumber } from '../../http/input/fields.ts'
import { MONTHS, MonthOfYear, monthKey, monthNumber, Year } from '../../programme/leaderboards/months.ts'
import { ALL_TIME, type Board } from '../../programme/ranking/board.ts'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const BOARDS = ['points', 'earner', 'spender'] as const satisfies Board['name'][]
const TAKE_DEFAULT = 10
const TAKE_MAX = 50

export const EmbedQuery = Type.Object(
  {
    board: OneOf(BOARDS, { default: 'points' }),
    take: WholeNumber(1, TAKE_MAX, { default: TAKE_DEFAULT }),
    month: MonthOfYear('For earner and spender; of this year unless year is sent.'),
    year: Year('With month.'),
    theme: OneOf(THEMES, { default: 'auto' }),
  },
  { check: checkMonth },
)
export type EmbedParams = Static<typeof EmbedQuery>

function checkMonth({ board, month, year }: Partial<EmbedParams>): FieldProblem[] {
  if (month === undefined && year !== undefined) return [wrong('year', 'needs a month beside it')]
  if (month !== undefined && board === 'points')
    return [wrong('month', 'is for the boards earner and spender; points are of all time')]
  return []
}

/** Returns the requested board with the period as text. */
export function requestedBoard(
  { board: name, month, year }: EmbedParams,
  now: Date,
): Board & { period: string } {
  if (month === undefined) return { name, month: ALL_TIME, period: 'All time' }
  const [inYear, number] = [year ?? now.getUTCFullYear(), monthNumber(month)]
  return { name, month: monthKey(inYear, number), period: `${MONTHS[number - 1]} ${inYear}` }
}
