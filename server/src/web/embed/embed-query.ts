import { type Static, Type } from 'typebox'
import { Line, OneOf, WholeNumber } from '../../http/input/fields.ts'
import { checkYear, MonthOfYear, monthText, queriedMonth, Year } from '../../programme/leaderboards/months.ts'
import { ALL_TIME, type Board } from '../../programme/ranking/board.ts'
import { type FieldProblem, wrong } from '../../runtime/failure.ts'

export const THEMES = ['auto', 'light', 'dark'] as const

const BOARDS = ['points', 'earner', 'spender'] as const satisfies Board['name'][]
const TAKE_DEFAULT = 10
const TAKE_MAX = 50
const COLOUR = '#?(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})'

export const EmbedQuery = Type.Object(
  {
    board: OneOf(BOARDS, { default: 'points' }),
    take: WholeNumber(1, TAKE_MAX, { default: TAKE_DEFAULT }),
    limit: Type.Optional(WholeNumber(1, TAKE_MAX)),
    month: MonthOfYear('For earner and spender; of this year unless year is sent.'),
    year: Year('With month.'),
    me: Type.Optional(Line(100)),
    theme: OneOf(THEMES, { default: 'auto' }),
    bg: OneOf(['page', 'transparent'], { default: 'page' }),
    accent: Type.Optional(
      Type.String({
        pattern: `^${COLOUR}$`,
        must: 'be a colour of 3 or 6 hexadecimal digits such as 1E6842',
      }),
    ),
    height: OneOf(['fixed', 'auto'], { default: 'fixed' }),
  },
  { check: checkMonth },
)
export type EmbedParams = Static<typeof EmbedQuery>

function checkMonth({ board, month, year }: Partial<EmbedParams>): FieldProblem[] {
  if (month === undefined && year !== undefined) return [wrong('year', 'needs a month beside it')]
  if (month !== undefined && board === 'points')
    return [wrong('month', 'is for the boards earner and spender; points are of all time')]
  return checkYear({ month, year })
}

/** Returns the requested board with the period as text. */
export function requestedBoard(
  { board: name, month, year }: EmbedParams,
  now: Date,
): Board & { period: string } {
  if (month === undefined) return { name, month: ALL_TIME, period: 'All time' }
  const key = queriedMonth({ month, year }, now)
  return { name, month: key, period: monthText(key) }
}
