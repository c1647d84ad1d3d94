import type { Db } from '../database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import { ALL_TIME, type Board, type RankedUser, type RankKey } from '../ranking/board.ts'
import { listRankedMembers } from '../ranking/segment-store.ts'
import {
  countAheadInSegment,
  countEarnedNothing,
  findRankKey,
  findSegments,
  hasEarned,
  listEarnedNothing,
  type SegmentFound,
} from './board-queries.ts'

export type Position = { amount: Coins; position: number }

/** A window of a board, the size of the board, and the position of one user. */
export type BoardView = { count: number; entries: RankedUser[]; position: Position | null }

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
  const rankKey = userId ? await findRankKey(db, partnerId, board, userId) : undefined
  const sameScore = rankKey ? { negatedScore: rankKey.negatedScore, joinedNo: 0n } : null
  const segments = await findSegments(db, partnerId, board, { ...window, rankKey: sameScore })
  const [entries, withMore] = await Promise.all([
    listWindow(db, partnerId, board, window, segments.ofWindow),
    sameScore ? countAheadOf(db, partnerId, board, sameScore, segments.ofRankKey) : 0,
  ])
  // Equal scores share a position.
  const position = rankKey ? { amount: -rankKey.negatedScore, position: 1 + withMore } : null
  return { count: segments.count, entries, position }
}

/** How many users are ahead of a user on the points board; undefined for a user not on it. */
export async function countAheadOfUser(
  db: Db,
  partnerId: string,
  userId: string,
): Promise<number | undefined> {
  const rankKey = await findRankKey(db, partnerId, POINTS, userId)
  return rankKey && countAhead(db, partnerId, POINTS, rankKey)
}

async function listWindow(
  db: Db,
  partnerId: string,
  board: Board,
  { offset, limit }: BoardWindow,
  segments: SegmentFound[],
): Promise<RankedUser[]> {
  const [first] = segments
  if (!first || limit === 0) return []
  const nos = segments.map(({ no }) => no)
  return listRankedMembers(db, partnerId, board, nos, { skip: offset - first.countAhead, limit })
}

async function countAheadOf(
  db: Db,
  partnerId: string,
  board: Board,
  rankKey: RankKey,
  segment: SegmentFound | null,
): Promise<number> {
  if (!segment) return 0
  return segment.countAhead + (await countAheadInSegment(db, partnerId, board, segment.no, rankKey))
}

async function countAhead(db: Db, partnerId: string, board: Board, rankKey: RankKey): Promise<number> {
  const { ofRankKey } = await findSegments(db, partnerId, board, { offset: 0, limit: 0, rankKey })
  return countAheadOf(db, partnerId, board, rankKey, ofRankKey)
}

/** The points board without zeros, since all points are earned, then users whose awards were all reversed. */
async function readEarnersOfAllTime(
  db: Db,
  partnerId: string,
  { offset, limit }: BoardWindow,
  userId: string | null,
): Promise<BoardView> {
  const withPoints = await countAhead(db, partnerId, POINTS, { negatedScore: 0n, joinedNo: 0n })
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
