import type { Coins } from '../ledger/coin.ts'
import {
  ALL_TIME,
  type Board,
  type BoardSegments,
  boardKey,
  countAheadOf,
  membersOf,
  type RankKey,
  rankRangeOf,
  segmentAt,
  segmentsAround,
} from '../ranking/board.ts'
import type { PartnerValues } from '../read-batches/kept-values.ts'
import type { ReadBatch } from '../read-batches/read-batch.ts'
import {
  AROUND,
  COUNT_EARNERS,
  EARNED_NOTHING,
  RANK_KEY,
  type RankedMember,
  SEGMENT_SCORES,
  SEGMENTS,
  WINDOW,
} from './board-queries.ts'
import {
  POINTS_PAGE,
  POINTS_RANK_KEY,
  POINTS_SCORES,
  POINTS_SEGMENTS,
  pageOf,
  positionIn,
  segmentScores,
} from './points-values.ts'

/** 0 for both when the user is not on the board. */
export type Position = { amount: Coins; position: number }

export type BoardWindow = { offset: number; limit: number }

/** A board in the state of a batch's snapshot, and the position of one user on it. */
export type OpenBoard = {
  count(): Promise<number>
  position(): Promise<Position>
  list(window: BoardWindow): Promise<RankedMember[]>
}

export const POINTS: Board = { name: 'points', month: ALL_TIME }
/** The users with points come first: points are earned, or set when the user was imported. */
const EARNERS_OF_ALL_TIME: Board = { name: 'earner', month: ALL_TIME }
const NOWHERE: Position = { amount: 0n, position: 0 }
const ZERO: RankKey = { negatedScore: 0n, joinedNo: 0n }

const isOfAllEarners = ({ name, month }: Board): boolean =>
  name === EARNERS_OF_ALL_TIME.name && month === EARNERS_OF_ALL_TIME.month

/** The board with the segments that a board is read from. */
export const rankedAs = (board: Board): Board => (isOfAllEarners(board) ? POINTS : board)

/** Takes one round trip; what the board then lists takes another. */
export async function openBoard(batch: ReadBatch, board: Board, userId: string | null): Promise<OpenBoard> {
  const isEarner = isOfAllEarners(board)
  const ranked = rankedAs(board)
  const [segments, rankKey] = await Promise.all([
    batch.load(SEGMENTS, ranked),
    userId === null ? undefined : batch.load(RANK_KEY, { board: ranked, userId, isEarner }),
  ])
  if (board === POINTS) {
    batch.keep(POINTS_SEGMENTS, '', segments)
    if (userId !== null) batch.keep(POINTS_RANK_KEY, userId, { userId, rankKey })
  }
  const position = () => positionOf(batch, ranked, segments, rankKey)
  if (isEarner) return { position, ...earnersOfAllTime(batch, segments) }
  return {
    position,
    count: async () => membersOf(segments),
    list: (window) => batch.load(WINDOW, { board, ...rankRangeOf(segments, window) }),
  }
}

/** Equal scores share a position. */
async function positionOf(
  batch: ReadBatch,
  board: Board,
  segments: BoardSegments,
  rankKey: RankKey | undefined,
): Promise<Position> {
  if (!rankKey) return NOWHERE
  const { index, segment } = segmentOfScore(segments, rankKey)
  const scores = await batch.remember(`scores ${boardKey(board)} ${segment}`, () =>
    batch.load(SEGMENT_SCORES, { board, segment }),
  )
  if (board === POINTS) batch.keep(POINTS_SCORES, `${segment}`, segmentScores(segments, index, scores))
  return { amount: -rankKey.negatedScore, position: positionIn(segments, index, scores, rankKey) }
}

/** The segment in which members with the score of a rank key begin. */
function segmentOfScore(
  { starts }: BoardSegments,
  { negatedScore }: RankKey,
): { index: number; segment: number } {
  const index = segmentAt(starts, { negatedScore, joinedNo: 0n }) as number
  return { index, segment: starts[index]?.no as number }
}

const pageId = ({ offset, limit }: BoardWindow) => `${offset} ${limit}`

/** Keeps a page of the points board, as the partner itself sees it. */
export function keepPointsPage(
  batch: ReadBatch,
  window: BoardWindow,
  entries: string,
  members: RankedMember[],
): void {
  batch.keep(POINTS_PAGE, pageId(window), pageOf(entries, members, window.limit))
}

/** A page of the points board and a position on it, if all of it is kept in memory. */
export function pointsPageFrom(
  values: PartnerValues,
  window: BoardWindow,
  userId: string | null,
): { entries: string; position: Position; count: number } | undefined {
  const segments = values.find(POINTS_SEGMENTS, '')
  const page = values.find(POINTS_PAGE, pageId(window))
  const position = segments && (userId === null ? NOWHERE : positionFrom(values, segments, userId))
  return page && position && { entries: page.entries, position, count: membersOf(segments) }
}

function positionFrom(values: PartnerValues, segments: BoardSegments, userId: string): Position | undefined {
  const known = values.find(POINTS_RANK_KEY, userId)
  if (!known?.rankKey) return known && NOWHERE
  const { rankKey } = known
  const { index, segment } = segmentOfScore(segments, rankKey)
  const scores = values.find(POINTS_SCORES, `${segment}`)?.scores
  return scores && { amount: -rankKey.negatedScore, position: positionIn(segments, index, scores, rankKey) }
}

/** A user of the points board with neighbours on each side; empty when the user is not on it. */
export async function listAround(
  batch: ReadBatch,
  userId: string | null,
  neighbours: number,
): Promise<RankedMember[]> {
  const [segments, rankKey] = await Promise.all([
    batch.load(SEGMENTS, POINTS),
    userId === null ? undefined : batch.load(RANK_KEY, { board: POINTS, userId, isEarner: false }),
  ])
  if (!rankKey) return []
  const segmentNos = segmentsAround(segments, segmentAt(segments.starts, rankKey) as number, neighbours)
  return batch.load(AROUND, { board: POINTS, segmentNos, rankKey, neighbours })
}

/** The points board without zeros, then users whose awards were all reversed. */
function earnersOfAllTime(batch: ReadBatch, segments: BoardSegments): Pick<OpenBoard, 'count' | 'list'> {
  const last = segmentAt(segments.starts, ZERO)
  const points = {
    board: POINTS,
    segment: last === undefined ? undefined : segments.starts[last]?.no,
    countAhead: last === undefined ? 0 : countAheadOf(segments, last),
  }
  return {
    count: () => batch.remember('earners', () => batch.load(COUNT_EARNERS, points)),
    async list(window) {
      const [withPoints, rest] = await Promise.all([
        batch.load(WINDOW, { board: POINTS, isAboveZero: true, ...rankRangeOf(segments, window) }),
        batch.load(EARNED_NOTHING, { ...points, ...window }),
      ])
      return [...withPoints, ...rest]
    },
  }
}
