import { Type } from 'typebox'
import { formatCoins } from '../ledger/coin.ts'
import type { Db } from '../platform/database.ts'
import { isUuid, Line } from '../platform/fields.ts'
import { PageNumber, PageSize, pageLinkFields, pageLinks, pageOf } from '../platform/paging.ts'
import { type App, operation } from '../platform/wire.ts'
import { boardAccess } from './board-access.ts'
import {
  ALL_TIME,
  type CoinBoard,
  type CoinScore,
  coinPage,
  coinTops,
  countOnCoinBoard,
  positionByCoins,
} from './board-queries.ts'

const MONTHS = [
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

const CoinQuery = Type.Object({
  page: PageNumber(),
  limit: PageSize(),
  month: Type.Optional(
    Type.String({
      pattern: `^(0?[1-9]|1[0-2]|${MONTHS.map(anyCase).join('|')})$`,
      must: 'be a number from 1 to 12 or an English month name',
      description: 'A number from 1 to 12 or an English name; of this year when year is not given.',
    }),
  ),
  year: Type.Optional(
    Type.Integer({
      minimum: YEAR_MIN,
      maximum: YEAR_MAX,
      must: `be a year from ${YEAR_MIN} to ${YEAR_MAX}`,
      description: 'Without month: the yearly shape.',
    }),
  ),
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
  userId: Type.Optional(Line(100, { description: 'Whose position to tell.' })),
})

function anyCase(name: string): string {
  return [...name].map((letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`).join('')
}

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

export function coinBoardRoutes(app: App, { database, now }: { database: Db; now: () => Date }): void {
  app.get(
    '/laas/coins/partner/ep-leaderboard',
    operation({
      id: 'coinLeaderboard',
      tag: 'Leaderboards',
      summary: 'Partner coin leaderboard',
      description:
        'Paged for a month (month, with year or of this year) or for all time (neither); per month of a year when year is given without month. Lists users with at least one movement of the type in the period. Months are UTC.',
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
      const board = query.type ?? 'earner'
      if (query.year !== undefined && query.month === undefined) {
        return yearlyBoard(database, partnerId, board, query.year, page.size, now())
      }
      const month =
        query.month === undefined
          ? ALL_TIME
          : monthKey(query.year ?? now().getUTCFullYear(), monthNumber(query.month))
      const coinBoard: CoinBoard = { board, month }
      const count = await countOnCoinBoard(database, partnerId, coinBoard)
      const entries = await coinPage(database, partnerId, coinBoard, {
        limit: page.size,
        offset: page.offset,
      })
      return {
        userPosition: await userPosition(database, partnerId, coinBoard, query.userId),
        data: entries.map(entryData),
        count: String(count),
        ...pageLinks(page, count),
      }
    },
  )
}

/** Every month of the year up to now, also those in which nothing happened. */
async function yearlyBoard(
  database: Db,
  partnerId: string,
  board: CoinBoard['board'],
  year: number,
  limit: number,
  now: Date,
) {
  const thisMonth = now.toISOString().slice(0, 7)
  const keys = MONTHS.map((_, index) => monthKey(year, index + 1)).filter(
    (key) => key.slice(0, 7) <= thisMonth,
  )
  const tops = await coinTops(database, partnerId, board, keys, limit)
  return {
    year: String(year),
    leaderboards: Object.fromEntries(
      keys.map((key, index) => [MONTHS[index], (tops.get(key) ?? []).map(entryData)]),
    ),
  }
}

async function userPosition(database: Db, partnerId: string, board: CoinBoard, userId: string | undefined) {
  const found =
    userId !== undefined && isUuid(userId) && (await positionByCoins(database, partnerId, board, userId))
  if (!found) return { userId: userId ?? '', amount: '0', position: 0 }
  return { userId: userId.toLowerCase(), amount: formatCoins(found.amount), position: found.position }
}

const entryData = ({ userId, score }: CoinScore) => ({ userId, coins: formatCoins(score) })

const monthKey = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}-01`

function monthNumber(month: string): number {
  const named = MONTHS.findIndex((name) => name.toLowerCase() === month.toLowerCase())
  return named === -1 ? Number(month) : named + 1
}
