import { ALL_TIME, type Board, type Place, type PlacedUser } from '../ledger/board.ts'
import { listPlaces } from '../ledger/board-store.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Db } from '../platform/database.ts'
import {
  countEarnedNothing,
  countUpTo,
  findPlace,
  findSegments,
  hasEarned,
  listEarnedNothing,
} from './board-queries.ts'

export type Position = { amount: Coins; position: number }

/** A window on a board: who stands in it, how many are on the board, and where one user stands. */
export type BoardView = { count: number; entries: PlacedUser[]; position: Position | null }

export type BoardWindow = { offset: number; limit: number }

const EARNERS_OF_ALL_TIME: Board = { name: 'earner', month: ALL_TIME }
const POINTS: Board = { name: 'points', month: ALL_TIME }

export async function readBoard(
  db: Db,
  partnerId: string,
  board: Board,
  window: BoardWindow,
  userId: string | null,
): Promise<BoardView> {
  if (board.name === EARNERS_OF_ALL_TIME.name && board.month === EARNERS_OF_ALL_TIME.month) {
    return readEarnersOfAllTime(db, partnerId, window, userId)
  }
  const { count, entries } = await readWindow(db, partnerId, board, window)
  return { count, entries, position: userId ? await findPosition(db, partnerId, board, userId) : null }
}

/** How many stand before a user in the order of the points board; undefined when not on it. */
export async function standBeforeUser(
  db: Db,
  partnerId: string,
  userId: string,
): Promise<number | undefined> {
  const place = await findPlace(db, partnerId, POINTS, userId)
  return place && standBefore(db, partnerId, POINTS, place)
}

async function readWindow(db: Db, partnerId: string, board: Board, { offset, limit }: BoardWindow) {
  const { count, ofOffset } = await findSegments(db, partnerId, board, { offset, place: null })
  if (!ofOffset || offset >= count || limit === 0) return { count, entries: [] }
  const entries = await listPlaces(db, partnerId, board, ofOffset, {
    skip: offset - Number(ofOffset.standBefore),
    limit,
  })
  return { count, entries }
}

/** Equal scores share a position: it is one more than the number of users with more. */
async function findPosition(
  db: Db,
  partnerId: string,
  board: Board,
  userId: string,
): Promise<Position | null> {
  const place = await findPlace(db, partnerId, board, userId)
  if (!place) return null
  const first = { negatedScore: place.negatedScore, joinedNo: 0n }
  return { amount: -place.negatedScore, position: 1 + (await standBefore(db, partnerId, board, first)) }
}

async function standBefore(db: Db, partnerId: string, board: Board, place: Place): Promise<number> {
  const { ofPlace } = await findSegments(db, partnerId, board, { offset: 0, place })
  if (!ofPlace) return 0
  return Number(ofPlace.standBefore) + (await countUpTo(db, partnerId, board, ofPlace, place))
}

/** Whoever has points has earned, so this is the points board down to 0, and then those whose awards were all reversed. */
async function readEarnersOfAllTime(
  db: Db,
  partnerId: string,
  { offset, limit }: BoardWindow,
  userId: string | null,
): Promise<BoardView> {
  const withPoints = await standBefore(db, partnerId, POINTS, { negatedScore: 0n, joinedNo: 0n })
  const fromPoints = Math.max(0, Math.min(limit, withPoints - offset))
  const { entries } = await readWindow(db, partnerId, POINTS, { offset, limit: fromPoints })
  const rest = await listEarnedNothing(db, partnerId, {
    skip: Math.max(0, offset - withPoints),
    limit: limit - fromPoints,
  })
  const isOn = userId !== null && (await hasEarned(db, partnerId, userId))
  return {
    count: withPoints + (await countEarnedNothing(db, partnerId)),
    entries: [...entries, ...rest],
    position: isOn ? await findPosition(db, partnerId, POINTS, userId) : null,
  }
}
