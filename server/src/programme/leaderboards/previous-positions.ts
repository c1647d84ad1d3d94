import { LRUCache } from 'lru-cache'
import type { Db } from '../../storage/database/database.ts'
import { busyWith } from '../../storage/database/database-error.ts'
import type { Coins } from '../ledger/coin.ts'
import { findSeqRange } from '../ledger/event-queries.ts'
import { ALL_TIME, type Board, boardKey, membersOf, monthOf, rankRangeOf } from '../ranking/board.ts'
import { readSegments } from '../ranking/segment-queries.ts'
import { type Loader, type ReadBatch, readEach } from '../read-batches/read-batch.ts'
import { findScores, listGains, listLeftUsers, listLoweredUsers, listScores } from './previous-queries.ts'
import { rankedAs } from './read-board.ts'

/** On a board with more members than `CANDIDATES_MAX`, positions behind this one are not known. */
export const PREVIOUS_POSITIONS_MAX = 200
/** How many members are looked at to find them: some were ahead at midnight and were overtaken since. */
export const CANDIDATES_MAX = 2 * PREVIOUS_POSITIONS_MAX
/** After more events of the day, or more of those by which members fell or left, no position is known. */
export const EVENTS_MAX = 200_000n
export const FALLS_MAX = 2_000
/** Bounds the memory of a process, some 100 bytes for each position. */
const POSITIONS_MAX = 200_000
/** How long a board shows no movement after the database did not find it in time. */
const RETRY_MS = 600_000

/** A user who was a member at midnight, with the score of now, and how much of it was gained since. */
type Candidate = { userId: string; score: Coins; gained: Coins }

/** Positions at midnight (UTC), when the day began. */
type PreviousPositions = {
  positions: ReadonlyMap<string, number>
  /** A user without a position was not on the board. */
  isWhole: boolean
  /**
   * The last event that they follow from, while there is none of the day: until then, a transaction that began before
   * midnight may add another. Null: no event can change them.
   */
  asOf: bigint | null
}

/** The position at midnight: 0 for a user who was not on the board, null when it is not known. */
export type PreviousPosition = (userId: string) => number | null

const UNKNOWN: PreviousPositions = { positions: new Map(), isWhole: false, asOf: null }

const cache = new LRUCache<string, PreviousPositions>({
  maxSize: POSITIONS_MAX,
  sizeCalculation: ({ positions }) => 1 + positions.size,
})

export const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/** Months that are over do not move, and the board of a month was empty when the month began. */
function hasPrevious({ month }: Board, now: Date): boolean {
  return month === ALL_TIME || (month === monthOf(now) && now.getUTCDate() > 1)
}

type BoardDay = { board: Board; day: string; lastSeq: bigint }

/**
 * Positions of a board when the day began. The first read of a day works them out: they follow from the scores of now
 * and from the events since, so that nothing has to be recorded before. Whenever that is, the result is the same.
 */
const PREVIOUS_POSITIONS: Loader<BoardDay, PreviousPositions> = readEach(
  async (db, partnerId, { board, day, lastSeq }) => {
    const key = `${partnerId} ${boardKey(board)} ${day}`
    const known = cache.get(key)
    if (known && (known.asOf === null || known.asOf === lastSeq)) return known
    try {
      const midnight = new Date(`${day}T00:00:00Z`)
      const found = await readPositionsBefore(db, partnerId, board, { midnight, lastSeq })
      cache.set(key, found)
      return found
    } catch (error) {
      // The failed statement ends this read. The next ones do without, so that the board is shown.
      if (busyWith(error) === 'statement') cache.set(key, UNKNOWN, { ttl: RETRY_MS })
      throw error
    }
  },
  ({ board, day }) => `${boardKey(board)} ${day}`,
)

async function readPositionsBefore(
  db: Db,
  partnerId: string,
  board: Board,
  { midnight, lastSeq }: { midnight: Date; lastSeq: bigint },
): Promise<PreviousPositions> {
  const { after } = await findSeqRange(db, partnerId, { from: midnight, to: null })
  if (lastSeq - after > EVENTS_MAX) return UNKNOWN
  const ranked = rankedAs(board)
  const [[segments], left] = await Promise.all([
    readSegments(db, partnerId, [ranked]),
    listLeftUsers(db, partnerId, { after, limit: FALLS_MAX + 1 }),
  ])
  const isWhole = segments === undefined || membersOf(segments) <= CANDIDATES_MAX
  const [listed, lowered] = await Promise.all([
    segments
      ? listScores(db, partnerId, ranked, {
          ...rankRangeOf(segments, { offset: 0, limit: CANDIDATES_MAX }),
          after,
        })
      : [],
    isWhole ? [] : listLoweredUsers(db, partnerId, ranked, { after, limit: FALLS_MAX + 1 }),
  ])
  if (left.length > FALLS_MAX || lowered.length > FALLS_MAX) return UNKNOWN
  const fallen = new Set([...left, ...lowered].map(({ userId }) => userId))
  for (const { userId } of listed) fallen.delete(userId)
  const others = await findScores(db, partnerId, ranked, { userIds: [...fallen], after })
  const members = [...listed, ...others].filter(({ wasMember }) => wasMember)
  const userIds = members.map(({ userId }) => userId)
  const gains = await listGains(db, partnerId, ranked, { userIds, after })
  const candidates = members.map(({ userId, score }) => ({ userId, score, gained: gains.get(userId) ?? 0n }))
  const floor = isWhole ? null : (listed.at(-1)?.score ?? null)
  return {
    positions: positionsBefore(candidates, { floor, hasZeros: board.name === 'points' }),
    isWhole,
    asOf: lastSeq > after ? null : lastSeq,
  }
}

/**
 * The positions that candidates had before they gained what they gained; equal scores share one. Members who are no
 * candidates have at most the score `floor`, so that positions of lower scores are not known, and neither are those
 * behind the first. Without a floor, all are candidates.
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
    if (floor !== null && position > PREVIOUS_POSITIONS_MAX) break
    positions.set(userId, position)
  }
  return positions
}

/** Where users were on a board when this day began (UTC). */
export async function loadPrevious(batch: ReadBatch, board: Board, now: Date): Promise<PreviousPosition> {
  if (!hasPrevious(board, now)) return () => null
  const { lastSeq } = await batch.ledger
  const day = dayOf(now)
  const { positions, isWhole } = await batch.load(PREVIOUS_POSITIONS, { board, day, lastSeq })
  return (userId) => positions.get(userId) ?? (isWhole ? 0 : null)
}
