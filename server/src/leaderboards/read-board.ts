import type { Coins } from '../ledger/coin.ts'
import { ALL_TIME, type Board, type RankKey } from '../ranking/board.ts'
import type { ReadBatch } from '../reads/read-batch.ts'
import { rankKeyOn } from '../wallets/wallet.ts'
import {
  AROUND,
  COUNT_AHEAD,
  COUNT_EARNERS,
  EARLIER_MONTH,
  EARNED_NOTHING,
  type RankedMember,
  WALLET,
  WINDOW,
} from './board-queries.ts'
import {
  type BoardSegments,
  countAheadOf,
  membersOf,
  segmentAt,
  segmentsAround,
  stretchOf,
} from './board-segments.ts'
import { SEGMENTS } from './segment-queries.ts'

export type Position = { amount: Coins; position: number }

export type BoardWindow = { offset: number; limit: number }

/** A board in the state of a batch's snapshot, and the position of one user on it. */
export type OpenBoard = {
  count(): Promise<number>
  position(): Promise<Position | null>
  list(window: BoardWindow): Promise<RankedMember[]>
}

export const POINTS: Board = { name: 'points', month: ALL_TIME }
/** The users with points come first: points are earned, or set when the user was imported. */
const EARNERS_OF_ALL_TIME: Board = { name: 'earner', month: ALL_TIME }
const ZERO: RankKey = { negatedScore: 0n, joinedNo: 0n }

/** Takes one round trip; what the board then lists takes another. */
export async function openBoard(batch: ReadBatch, board: Board, userId: string | null): Promise<OpenBoard> {
  const isOfAllEarners = board.name === EARNERS_OF_ALL_TIME.name && board.month === EARNERS_OF_ALL_TIME.month
  const ranked = isOfAllEarners ? POINTS : board
  const [segments, wallet, earlierMonth] = await Promise.all([
    batch.load(SEGMENTS, ranked),
    userId ? batch.load(WALLET, userId) : undefined,
    userId && board.month !== ALL_TIME
      ? batch.load(EARLIER_MONTH, { userId, month: board.month })
      : undefined,
  ])
  const isOn = wallet && (!isOfAllEarners || wallet.hasEarned || wallet.points > 0n)
  const rankKey = isOn ? rankKeyOn(ranked, wallet, earlierMonth ? [earlierMonth] : []) : undefined
  const position = () => positionOf(batch, ranked, segments, rankKey)
  if (isOfAllEarners) return { position, ...earnersOfAllTime(batch, segments) }
  return {
    position,
    count: async () => membersOf(segments),
    list: (window) => batch.load(WINDOW, { board, ...stretchOf(segments, window) }),
  }
}

/** A user of the points board with neighbours on each side; empty when the user is not on it. */
export async function listAround(
  batch: ReadBatch,
  userId: string | null,
  neighbours: number,
): Promise<RankedMember[]> {
  const [segments, wallet] = await Promise.all([
    batch.load(SEGMENTS, POINTS),
    userId ? batch.load(WALLET, userId) : undefined,
  ])
  const rankKey = wallet && rankKeyOn(POINTS, wallet, [])
  const segment = rankKey && segmentAt(segments, rankKey)
  if (segment === undefined) return []
  const nos = segmentsAround(segments, segment, neighbours)
  return batch.load(AROUND, { board: POINTS, nos, rankKey: rankKey as RankKey, neighbours })
}

/** Equal scores share a position. */
async function positionOf(
  batch: ReadBatch,
  board: Board,
  segments: BoardSegments,
  rankKey: RankKey | undefined,
): Promise<Position | null> {
  if (!rankKey) return null
  const sameScore = { ...rankKey, joinedNo: 0n }
  const index = segmentAt(segments, sameScore)
  const withMore =
    index === undefined
      ? 0
      : await batch.remember(`ahead ${board.name} ${board.month} ${rankKey.negatedScore}`, async () => {
          const segment = segments.nos[index] as string
          const inSegment = await batch.load(COUNT_AHEAD, { board, segment, rankKey: sameScore })
          return countAheadOf(segments, index) + inSegment
        })
  return { amount: -rankKey.negatedScore, position: 1 + withMore }
}

/** The points board without zeros, then users whose awards were all reversed. */
function earnersOfAllTime(batch: ReadBatch, segments: BoardSegments): Pick<OpenBoard, 'count' | 'list'> {
  const last = segmentAt(segments, ZERO)
  const points = {
    board: POINTS,
    segment: last === undefined ? undefined : segments.nos[last],
    countAhead: last === undefined ? 0 : countAheadOf(segments, last),
  }
  return {
    count: () => batch.remember('earners', () => batch.load(COUNT_EARNERS, points)),
    async list(window) {
      const [withPoints, rest] = await Promise.all([
        batch.load(WINDOW, { board: POINTS, isAboveZero: true, ...stretchOf(segments, window) }),
        batch.load(EARNED_NOTHING, { ...points, ...window }),
      ])
      return [...withPoints, ...rest]
    },
  }
}
