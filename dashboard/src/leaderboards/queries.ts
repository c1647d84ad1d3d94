import type { CoinBoardPage, CoinBoardType, PointsBoardEntry, Query } from '@laurel/sdk'
import { queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { pagedQuery } from '../api/paging.ts'
import type { DisplayName } from '../members/member-name.ts'
import { readDisplayNames } from '../members/queries.ts'

const ENTRIES_PER_PAGE = 20

export type BoardEntry = {
  position: number
  /** Where the member was when the day began: 0 for not on the board, null when it is not known. */
  previousPosition: number | null
  userId: string
  user: DisplayName
  amount: string
}

/** A page of a board. `found` is the user that was searched for; position 0 means not on the board. */
export type BoardPage = {
  entries: BoardEntry[]
  count: number
  page: number
  lastpage: number
  found: Omit<BoardEntry, 'previousPosition'> | null
}

/** A board by type and month (2026-11), or of all time. */
type CoinBoard = { type: CoinBoardType; month: string | undefined }

/** A page of a board, or what is around a user. The earners of all time are the board of points, with all members. */
export const boardQuery = (board: CoinBoard, page: number | undefined, userId: string | undefined) =>
  queryOptions({
    ...pagedQuery(['board', board, { page, userId }]),
    meta: { live: true },
    queryFn: () => {
      if (board.type === 'spender' || board.month) return readCoinBoard(board, page, userId)
      return userId ? readAround(userId) : readPage(page ?? 1)
    },
  })

/** A page of a coin board; without a page number, the page that holds the user. */
async function readCoinBoard(
  board: CoinBoard,
  pageNumber: number | undefined,
  userId: string | undefined,
): Promise<BoardPage> {
  const limit = ENTRIES_PER_PAGE
  const page = pageNumber ?? (userId ? Math.ceil((await coinsPositionOf(board, userId)) / limit) || 1 : 1)
  const { data, count, lastpage, userPosition } = await readCoins(board, {
    page,
    limit,
    userId,
    previous: true,
  })
  const start = (page - 1) * limit + 1
  const [first, nameOf] = await Promise.all([
    start > 1 && data[0] ? coinsPositionOf(board, data[0].userId) : start,
    readDisplayNames([...data.map((entry) => entry.userId), ...(userId ? [userId] : [])]),
  ])
  return {
    entries: coinEntriesOf(data, { first, start }, nameOf),
    count: Number(count),
    page,
    lastpage,
    found: userId ? { ...userPosition, userId, user: nameOf(userId) } : null,
  }
}

function coinEntriesOf(
  data: CoinBoardPage['data'],
  from: { first: number; start: number },
  nameOf: (userId: string) => DisplayName,
): BoardEntry[] {
  const positions = positionsOf(
    data.map(({ coins }) => coins),
    from,
  )
  return data.map(({ userId, coins, previousPosition = null }, index) => ({
    position: positions[index] ?? 0,
    previousPosition,
    userId,
    user: nameOf(userId),
    amount: coins,
  }))
}

/** The first earners of a month, once the names are known: another list may need some of them too. */
export async function readFirstEarners(month: string, limit: number) {
  const { data } = await readCoins({ type: 'earner', month }, { limit, previous: true })
  return {
    userIds: data.map(({ userId }) => userId),
    entriesWith: (nameOf: (userId: string) => DisplayName) =>
      coinEntriesOf(data, { first: 1, start: 1 }, nameOf),
  }
}

async function readCoins(
  { type, month }: CoinBoard,
  query: Query<'coinLeaderboard'>,
): Promise<CoinBoardPage> {
  const [year, number] = month?.split('-') ?? []
  const period = year && number ? { year: Number(year), month: number } : {}
  return laurel.boards.coins({ ...query, ...period, type })
}

async function coinsPositionOf(board: CoinBoard, userId: string): Promise<number> {
  return (await readCoins(board, { userId, limit: 1 })).userPosition.position
}

const NEIGHBOURS = 7

async function readPage(page: number): Promise<BoardPage> {
  const { data, count, lastpage } = await laurel.boards.points({
    page,
    take: ENTRIES_PER_PAGE,
    previous: true,
  })
  const start = (page - 1) * ENTRIES_PER_PAGE + 1
  const [first, nameOf] = await Promise.all([
    start === 1 ? 1 : pointsPositionOf(data[0]),
    readDisplayNames(data.map(({ user }) => user.userId)),
  ])
  return { entries: entriesOf(data, { first, start }, nameOf), count, page, lastpage, found: null }
}

async function readAround(userId: string): Promise<BoardPage> {
  const { data, count, userPosition } = await laurel.boards.points({
    userId,
    around: NEIGHBOURS,
    previous: true,
  })
  const another = data.findIndex(({ points }) => points !== data[0]?.points)
  const [first, next, nameOf] = await Promise.all([
    pointsPositionOf(data[0]),
    pointsPositionOf(data[another]),
    readDisplayNames([userId, ...data.map(({ user }) => user.userId)]),
  ])
  const { amount, position } = userPosition
  return {
    entries: entriesOf(data, { first, start: next - another }, nameOf),
    count,
    page: 1,
    lastpage: 1,
    found: { userId, user: nameOf(userId), amount: String(amount), position },
  }
}

async function pointsPositionOf(entry: PointsBoardEntry | undefined): Promise<number> {
  if (!entry) return 0
  return (await laurel.boards.points({ userId: entry.user.userId, take: 1 })).userPosition.position
}

/** The tag of a member without an account is random, so the names are not those of the board itself. */
function entriesOf(
  entries: PointsBoardEntry[],
  from: { first: number; start: number },
  nameOf: (userId: string) => DisplayName,
): BoardEntry[] {
  const amounts = entries.map(({ points }) => String(points))
  const positions = positionsOf(amounts, from)
  return entries.map(({ user, previousPosition = null }, index) => ({
    position: positions[index] ?? 0,
    previousPosition,
    userId: user.userId,
    user: nameOf(user.userId),
    amount: amounts[index] ?? '0',
  }))
}

/**
 * The positions of some entries of a board; equal amounts share a position (1, 2, 2, 4). `first` is the
 * position of the first entry, which entries before it may share; `start` is its row number on the whole
 * board.
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
