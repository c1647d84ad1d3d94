import type { Db } from '../database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import { ALL_TIME, type Board, type Place, type PlacedUser } from '../ranking/board.ts'
import { listPlaces } from '../ranking/segment-store.ts'
import {
  countBefore,
  countEarnedNothing,
  findPlace,
  findSegments,
  hasEarned,
  listEarnedNothing,
  type SegmentFound,
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
  const place = userId ? await findPlace(db, partnerId, board, userId) : undefined
  const sameScore = place ? { negatedScore: place.negatedScore, joinedNo: 0n } : null
  const segments = await findSegments(db, partnerId, board, { ...window, place: sameScore })
  const [entries, withMore] = await Promise.all([
    listWindow(db, partnerId, board, window, segments.ofWindow),
    sameScore ? standBeforePlace(db, partnerId, board, sameScore, segments.ofPlace) : 0,
  ])
  // Equal scores share a position: it is one more than the number of users with more.
  const position = place ? { amount: -place.negatedScore, position: 1 + withMore } : null
  return { count: segments.count, entries, position }
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

async function listWindow(
  db: Db,
  partnerId: string,
  board: Board,
  { offset, limit }: BoardWindow,
  segments: SegmentFound[],
): Promise<PlacedUser[]> {
  const [first] = segments
  if (!first || limit === 0) return []
  const nos = segments.map(({ no }) => no)
  return listPlaces(db, partnerId, board, nos, { skip: offset - first.standBefore, limit })
}

async function standBeforePlace(
  db: Db,
  partnerId: string,
  board: Board,
  place: Place,
  segment: SegmentFound | null,
): Promise<number> {
  if (!segment) return 0
  return segment.standBefore + (await countBefore(db, partnerId, board, segment.no, place))
}

async function standBefore(db: Db, partnerId: string, board: Board, place: Place): Promise<number> {
  const { ofPlace } = await findSegments(db, partnerId, board, { offset: 0, limit: 0, place })
  return standBeforePlace(db, partnerId, board, place, ofPlace)
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
  const isOn = userId !== null && (await hasEarned(db, partnerId, userId))
  const points = await readBoard(db, partnerId, POINTS, { offset, limit: fromPoints }, isOn ? userId : null)
  const rest = await listEarnedNothing(db, partnerId, {
    skip: Math.max(0, offset - withPoints),
    limit: limit - fromPoints,
  })
  return {
    count: withPoints + (await countEarnedNothing(db, partnerId)),
    entries: [...points.entries, ...rest],
    position: points.position,
  }
}
