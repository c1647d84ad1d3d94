import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import { paged } from '../api/paging.ts'
import type { DataOf, QueryOf } from '../api/types.ts'
import { type Named, namedBy } from '../members/member-name.ts'
import { readNames } from '../members/queries.ts'

const PLACES_PER_PAGE = 20

export type Place = { position: number; userId: string; person: Named; amount: string }

/** Where one user stands; position 0 is nowhere. */
type Standing = { userId: string; person: Named; amount: string; position: number }

/** A part of a board; `standing` is of the user who was asked for. */
export type BoardPart = {
  places: Place[]
  count: number
  page: number
  lastpage: number
  standing: Standing | null
}

export type CoinBoardType = 'earner' | 'spender'

/** Which coin board: of whom, and of which month (2026-11) unless of all time. */
type CoinBoard = { type: CoinBoardType; month: string | undefined }

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
  const page = asked ?? (userId ? Math.ceil((await coinsPositionOf(board, userId)) / limit) || 1 : 1)
  const { data, count, lastpage, userPosition } = await readCoins(board, { page, limit, userId })
  const start = (page - 1) * limit + 1
  const [first, nameOf] = await Promise.all([
    start > 1 && data[0] ? coinsPositionOf(board, data[0].userId) : start,
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

type PagedCoinBoard = Extract<DataOf<'coinLeaderboard'>, { data: unknown }>

async function readCoins(
  { type, month }: CoinBoard,
  query: QueryOf<'coinLeaderboard'>,
): Promise<PagedCoinBoard> {
  const [year, number] = month?.split('-') ?? []
  const period = year && number ? { year: Number(year), month: number } : {}
  const params = { query: { ...query, ...period, type } }
  const board = await dataOf(api.GET('/api/v1/laas/coins/partner/ep-leaderboard', { params }))
  if (!('data' in board)) throw new Error('a year was not asked for')
  return board
}

async function coinsPositionOf(board: CoinBoard, userId: string): Promise<number> {
  return (await readCoins(board, { userId, limit: 1 })).userPosition.position
}

const NEIGHBOURS = 7

type Entry = DataOf<'pointsLeaderboard'>['data'][number]

/** A page of the board; with a user, the part of it in which that user stands. */
export const pointsQuery = (page: number, userId: string | undefined) =>
  queryOptions({
    ...paged(['points board', userId ? { userId } : { page }]),
    meta: { live: true },
    queryFn: () => (userId ? readAround(userId) : readPage(page)),
  })

async function readPage(page: number): Promise<BoardPart> {
  const { data, count, lastpage } = await readPoints({ page, take: PLACES_PER_PAGE })
  const start = (page - 1) * PLACES_PER_PAGE + 1
  const first = start === 1 ? 1 : await pointsPositionOf(data[0])
  return { places: placesOf(data, { first, start }), count, page, lastpage, standing: null }
}

async function readAround(userId: string): Promise<BoardPart> {
  const [{ data, count, userPosition }, nameOf] = await Promise.all([
    readPoints({ userId, around: NEIGHBOURS }),
    readNames([userId]),
  ])
  const another = data.findIndex(({ points }) => points !== data[0]?.points)
  const [first, next] = await Promise.all([pointsPositionOf(data[0]), pointsPositionOf(data[another])])
  const { amount, position } = userPosition
  return {
    places: placesOf(data, { first, start: next - another }),
    count,
    page: 1,
    lastpage: 1,
    standing: { userId, person: nameOf(userId), amount: String(amount), position },
  }
}

const readPoints = (query: QueryOf<'pointsLeaderboard'>) =>
  dataOf(api.GET('/api/v1/laas/leaderboard/new', { params: { query } }))

async function pointsPositionOf(entry: Entry | undefined): Promise<number> {
  if (!entry) return 0
  return (await readPoints({ userId: entry.user.userId, take: 1 })).userPosition.position
}

function placesOf(entries: Entry[], from: { first: number; start: number }): Place[] {
  const amounts = entries.map(({ points }) => String(points))
  const positions = positionsOf(amounts, from)
  return entries.map(({ user }, index) => ({
    position: positions[index] ?? 0,
    userId: user.userId,
    person: namedBy(user.userData),
    amount: amounts[index] ?? '0',
  }))
}

/**
 * The positions of a part of a board: equal amounts share one (1, 2, 2, 4). `first` is the position of its first entry, which may be
 * shared with entries before it; `start` is how many stand on the board up to and with that entry.
 */
function positionsOf(
  amounts: readonly string[],
  { first, start }: { first: number; start: number },
): number[] {
  let position = first
  return amounts.map((amount, index) => {
    if (index > 0 && amount !== amounts[index - 1]) position = start + index
    return position
  })
}
