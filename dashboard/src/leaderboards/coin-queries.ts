import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { paged } from '../api/paging.ts'
import type { DataOf, QueryOf } from '../api/types.ts'
import { readNames } from '../members/queries.ts'
import { type BoardPart, PLACES_PER_PAGE } from './board.ts'
import { positionsOf } from './positions.ts'

export type CoinBoardType = 'earner' | 'spender'

/** Which coin board: of whom, and of which month (2026-11) unless of all time. */
export type CoinBoard = { type: CoinBoardType; month: string | undefined }

/** A page of the board; without a number the one on which the user stands. */
export const coinsQuery = (board: CoinBoard, page: number | undefined, userId: string | undefined) =>
  queryOptions({
    ...paged(['coin board', board, { page, userId }]),
    meta: { live: true },
    queryFn: () => readCoinBoard(board, page, userId),
  })

export async function readCoinBoard(
  board: CoinBoard,
  asked: number | undefined,
  userId: string | undefined,
  limit = PLACES_PER_PAGE,
): Promise<BoardPart> {
  const page = asked ?? (userId ? Math.ceil((await positionOf(board, userId)) / limit) || 1 : 1)
  const { data, count, lastpage, userPosition } = await read(board, { page, limit, userId })
  const start = (page - 1) * limit + 1
  const [first, nameOf] = await Promise.all([
    start > 1 && data[0] ? positionOf(board, data[0].userId) : start,
    readNames([...data.map((entry) => entry.userId), ...(userId ? [userId] : [])]),
  ])
  const positions = positionsOf(
    data.map(({ coins }) => coins),
    { first, start },
  )
  return {
    places: data.map((entry, index) => ({
      position: positions[index] ?? 0,
      userId: entry.userId,
      person: nameOf(entry.userId),
      amount: entry.coins,
    })),
    count: Number(count),
    page,
    lastpage,
    standing: userId ? { ...userPosition, userId, person: nameOf(userId) } : null,
  }
}

type Paged = Extract<DataOf<'coinLeaderboard'>, { data: unknown }>

async function read({ type, month }: CoinBoard, query: QueryOf<'coinLeaderboard'>): Promise<Paged> {
  const [year, number] = month?.split('-') ?? []
  const period = year && number ? { year: Number(year), month: number } : {}
  const params = { query: { ...query, ...period, type } }
  const board = await dataOf(api.GET('/api/v1/laas/coins/partner/ep-leaderboard', { params }))
  if (!('data' in board)) throw new Error('a year was not asked for')
  return board
}

async function positionOf(board: CoinBoard, userId: string): Promise<number> {
  return (await read(board, { userId, limit: 1 })).userPosition.position
}
