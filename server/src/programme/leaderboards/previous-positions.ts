import { LRUCache } from 'lru-cache'
import type { Db } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import { findSeqRange } from '../ledger/event-queries.ts'
import { ALL_TIME, type Board, boardKey, membersOf, monthOf, rankRangeOf } from '../ranking/board.ts'
import { readSegments } from '../ranking/segment-queries.ts'
import { type ReadBatch, readEach } from '../read-batches/read-batch.ts'
import { RANK_KEY } from './board-queries.ts'
import { listGains, listLoweredUsers, listScores } from './previous-queries.ts'
import { rankedAs } from './read-board.ts'

/** Positions behind this one are not known. */
export const PREVIOUS_POSITIONS_MAX = 1_000
/** How many members are looked at to find them: some were ahead at midnight and were overtaken since. */
const CANDIDATES_MAX = 2 * PREVIOUS_POSITIONS_MAX
/** Bounds the memory of a process, some 100 bytes for each position. */
const POSITIONS_MAX = 200_000

/** A member with the score of now, and how much of it was gained since midnight. */
type Candidate = { userId: string; score: Coins; gained: Coins }

/** Positions at midnight (UTC), when the day began. */
type PreviousPositions = {
  positions: ReadonlyMap<string, number>
  /** A user without a position was not on the board. */
  isWhole: boolean
}

/** The position at midnight: 0 for a user who was not on the board, null when it is not known. */
export type PreviousPosition = (userId: string) => number | null

const UNKNOWN: PreviousPosition = () => null

const cache = new LRUCache<string, PreviousPositions>({
  maxSize: POSITIONS_MAX,
  sizeCalculation: ({ positions }) => 1 + positions.size,
})

export const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/** Months that are over do not move, and the board of a month was empty when the month began. */
function hasPrevious({ month }: Board, now: Date): boolean {
  return month === ALL_TIME || (month === monthOf(now) && now.getUTCDate() > 1)
}

type BoardDay = { board: Board; day: string }

/**
 * Positions of a board when the day began. The first read of a day works them out: they follow from the scores of now
 * and from the events since, so that nothing has to be recorded before. They do not change later in the day.
 */
const PREVIOUS_POSITIONS = readEach(
  async (db, partnerId, { board, day }: BoardDay): Promise<PreviousPositions> => {
    const key = `${partnerId} ${boardKey(board)} ${day}`
    const known = cache.get(key)
    if (known) return known
    const found = await readPositionsBefore(db, partnerId, board, new Date(`${day}T00:00:00Z`))
    cache.set(key, found)
    return found
  },
)

async function readPositionsBefore(
  db: Db,
  partnerId: string,
  board: Board,
  midnight: Date,
): Promise<PreviousPositions> {
  const ranked = rankedAs(board)
  const [[segments], { after }] = await Promise.all([
    readSegments(db, partnerId, [ranked]),
    findSeqRange(db, partnerId, { from: midnight, to: null }),
  ])
  if (!segments) return { positions: new Map(), isWhole: true }
  const isWhole = membersOf(segments) <= CANDIDATES_MAX
  const [listed, lowered] = await Promise.all([
    listScores(db, partnerId, ranked, {
      ...rankRangeOf(segments, { offset: 0, limit: CANDIDATES_MAX }),
      midnight,
    }),
    isWhole ? [] : listLoweredUsers(db, partnerId, ranked, { after, limit: CANDIDATES_MAX }),
  ])
  const known = new Set(listed.map(({ userId }) => userId))
  const fallen = lowered.filter((userId) => !known.has(userId))
  const rankKeys = await RANK_KEY.load(
    db,
    partnerId,
    fallen.map((userId) => ({ board: ranked, userId, isEarner: false })),
  )
  const scores = new Map(listed.flatMap(({ userId, score, isNew }) => (isNew ? [] : [[userId, score]])))
  for (const [index, userId] of fallen.entries()) {
    const rankKey = rankKeys[index]
    if (rankKey) scores.set(userId, -rankKey.negatedScore)
  }
  const gains = await listGains(db, partnerId, ranked, { userIds: [...scores.keys()], after })
  const candidates = Array.from(scores, ([userId, score]) => ({
    userId,
    score,
    gained: gains.get(userId) ?? 0n,
  }))
  const floor = isWhole ? null : (listed.at(-1)?.score ?? null)
  return { positions: positionsBefore(candidates, { floor, hasZeros: board.name === 'points' }), isWhole }
}

/**
 * The positions that candidates had before they gained what they gained; equal scores share one. Members who are no
 * candidates have at most the score `floor`, so that positions of lower scores are not known.
 */
export function positionsBefore(
  candidates: Candidate[],
  { floor, hasZeros }: { floor: Coins | null; hasZeros: boolean },
): Map<string, number> {
  const ranked = candidates
    .map(({ userId, score, gained }) => ({ userId, before: score - gained }))
    .filter(
      ({ before }) => (before > 0n || (hasZeros && before === 0n)) && (floor === null || before >= floor),
    )
    .sort((left, right) => Number(right.before - left.before))
  const positions = new Map<string, number>()
  let position = 0
  for (const [index, { userId, before }] of ranked.entries()) {
    if (before !== ranked[index - 1]?.before) position = index + 1
    if (position > PREVIOUS_POSITIONS_MAX) break
    positions.set(userId, position)
  }
  return positions
}

/** Where users were on a board when this day began (UTC). */
export async function loadPrevious(batch: ReadBatch, board: Board, now: Date): Promise<PreviousPosition> {
  if (!hasPrevious(board, now)) return UNKNOWN
  const { positions, isWhole } = await batch.load(PREVIOUS_POSITIONS, { board, day: dayOf(now) })
  return (userId) => positions.get(userId) ?? (isWhole ? 0 : null)
}
