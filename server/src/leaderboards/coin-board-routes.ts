import { Type } from 'typebox'
import type { Database } from '../database/database.ts'
import type { App } from '../http/envelope.ts'
import { isUuid, Line } from '../http/fields.ts'
import { operation } from '../http/operation.ts'
import { PageNumber, PageSize, pageLinkFields, pageLinks, pageOf } from '../http/paging.ts'
import { formatCoins } from '../ledger/coin.ts'
import { ALL_TIME, type Board, type RankedUser } from '../ranking/board.ts'
import { boardAccess, positionUser } from './board-access.ts'
import { MONTHS, MonthOfYear, monthKey, monthNumber, Year } from './months.ts'
import { type Position, readBoard } from './read-board.ts'

const CoinQuery = Type.Object({
  page: PageNumber(),
  limit: PageSize(),
  month: MonthOfYear('A number from 1 to 12 or an English name; of this year unless year is sent.'),
  year: Year('Without month: one list per month of the year.'),
  type: Type.Optional(
    Type.Unsafe<'earner' | 'spender'>(
      Type.String({
        enum: ['earner', 'spender'],
        default: 'earner',
        must: 'be earner or spender',
        description: 'earner counts coins earned in the period, spender coins transferred to the partner.',
      }),
    ),
  ),
  partnerId: Type.Optional(Line(100, { description: "Whose board; the token's partner by default." })),
  userId: Type.Optional(Line(100, { description: 'The user whose position to return.' })),
})

const CoinEntry = Type.Object({ userId: Type.String(), coins: Type.String() })

const EXAMPLE_ENTRY = { userId: '0198c5af-0c1d-7e2f-9a3b-4c5d6e7f8a9b', coins: '20' }

const PagedBoard = Type.Object(
  {
    userPosition: Type.Object({ userId: Type.String(), amount: Type.String(), position: Type.Integer() }),
    data: Type.Array(CoinEntry),
    count: Type.String(),
    ...pageLinkFields,
  },
  { title: 'Paged', additionalProperties: false },
)

const YearlyBoard = Type.Object(
  { year: Type.String(), leaderboards: Type.Record(Type.String(), Type.Array(CoinEntry)) },
  { title: 'Yearly', additionalProperties: false },
)

const CoinBoardData = Type.Union([PagedBoard, YearlyBoard], {
  examples: [
    {
      userPosition: { userId: EXAMPLE_ENTRY.userId, amount: '20', position: 1 },
      data: [EXAMPLE_ENTRY],
      count: '1',
      currentpage: 1,
      nextpage: null,
      prevpage: null,
      lastpage: 1,
    },
    { year: '2026', leaderboards: { January: [EXAMPLE_ENTRY], February: [] } },
  ],
})

export function coinBoardRoutes(app: App, { database, now }: { database: Database; now: () => Date }): void {
  app.get(
    '/laas/coins/partner/ep-leaderboard',
    operation({
      id: 'coinLeaderboard',
      tag: 'Leaderboards',
      summary: 'Partner coin leaderboard',
      description:
        'With `month` (of `year`, by default this year) a page of that month; with neither a page of all time; with `year` alone the top of each month. Lists users with at least one movement of the type in the period. Months are in UTC.',
      query: CoinQuery,
      message: 'Leaderboard returned',
      data: CoinBoardData,
      failures: ['unauthorized', 'forbidden'],
      open: true,
    }),
    async (request, reply) => {
      const { query } = request
      const { partnerId } = await boardAccess(database, request, reply, query.partnerId)
      const page = pageOf(query.page, query.limit)
      const name = query.type ?? 'earner'
      if (query.year !== undefined && query.month === undefined) {
        return yearlyBoard(database, partnerId, name, query.year, page.size, now())
      }
      const month =
        query.month === undefined
          ? ALL_TIME
          : monthKey(query.year ?? now().getUTCFullYear(), monthNumber(query.month))
      const shown = positionUser(request, query.userId)
      const userId = shown && isUuid(shown) ? shown.toLowerCase() : null
      const view = await database.snapshot((db) =>
        readBoard(db, partnerId, { name, month }, { offset: page.offset, limit: page.size }, userId),
      )
      return {
        userPosition: userPosition(view.position, userId ?? shown),
        data: view.entries.map(entryData),
        count: String(view.count),
        ...pageLinks(page, view.count),
      }
    },
  )
}

/** Every month of the year up to now, including months without movements. */
async function yearlyBoard(
  database: Database,
  partnerId: string,
  name: Board['name'],
  year: number,
  limit: number,
  now: Date,
) {
  const thisMonth = now.toISOString().slice(0, 7)
  const months = MONTHS.map((_, index) => monthKey(year, index + 1)).filter(
    (key) => key.slice(0, 7) <= thisMonth,
  )
  const views = await database.snapshot((db) =>
    Promise.all(months.map((month) => readBoard(db, partnerId, { name, month }, { offset: 0, limit }, null))),
  )
  return {
    year: String(year),
    leaderboards: Object.fromEntries(
      views.map((view, index) => [MONTHS[index], view.entries.map(entryData)]),
    ),
  }
}

function userPosition(found: Position | null, userId: string | undefined) {
  if (!found) return { userId: userId ?? '', amount: '0', position: 0 }
  return { userId: userId ?? '', amount: formatCoins(found.amount), position: found.position }
}

const entryData = ({ userId, negatedScore }: RankedUser) => ({ userId, coins: formatCoins(-negatedScore) })
