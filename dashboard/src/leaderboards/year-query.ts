import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import type { Named } from '../members/member-name.ts'
import { readNames } from '../members/queries.ts'
import type { CoinBoardType } from './coin-queries.ts'

/** How many of each month are looked at, and how many of them are shown. */
export const FIRST_OF_MONTH = 100
const ROWS_MAX = 25

/** One user's coins by month; null where they are not among the first of that month. */
type YearRow = { userId: string; person: Named; coins: (string | null)[] }
export type YearBoard = { months: string[]; rows: YearRow[]; most: number }

export const yearQuery = (type: CoinBoardType, year: number) =>
  queryOptions({
    queryKey: ['coin board', { type, year }],
    meta: { live: true },
    queryFn: async (): Promise<YearBoard> => {
      const params = { query: { type, year, limit: FIRST_OF_MONTH } }
      const board = await dataOf(api.GET('/api/v1/laas/coins/partner/ep-leaderboard', { params }))
      if (!('leaderboards' in board)) throw new Error('a year was asked for')
      const months = Object.entries(board.leaderboards)
      const byMonth = months.map(
        ([, entries]) => new Map(entries.map(({ userId, coins }) => [userId, coins])),
      )
      const sums = new Map<string, number>()
      for (const [, entries] of months)
        for (const { userId, coins } of entries) sums.set(userId, (sums.get(userId) ?? 0) + Number(coins))
      const shown = [...sums].toSorted(([, left], [, right]) => right - left).slice(0, ROWS_MAX)
      const nameOf = await readNames(shown.map(([userId]) => userId))
      const rows = shown.map(([userId]) => ({
        userId,
        person: nameOf(userId),
        coins: byMonth.map((coinsOf) => coinsOf.get(userId) ?? null),
      }))
      const most = Math.max(0, ...rows.flatMap(({ coins }) => coins.map(Number)))
      return { months: months.map(([name]) => name), rows, most }
    },
  })
