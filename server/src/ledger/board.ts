import type { Coins } from './coin.ts'

/** The month that stands for all time. */
export const ALL_TIME = '0001-01-01'

/** A board that is kept in order as coins move: points of all time, or who earned or gave back how much in a month or ever. */
export type Board = { name: 'points' | 'earner' | 'spender'; month: string }

/** A member's score on one board changes; null means not on the board. */
export type ScoreMove = Board & { joinedNo: bigint; before: Coins | null; after: Coins | null }

export const monthOf = (date: Date): string => `${date.toISOString().slice(0, 7)}-01`

/** What a segment holds about when it is new, and when it is cut in two. */
export const SEGMENT_MEMBERS = 1024
export const SEGMENT_MEMBERS_MAX = 2 * SEGMENT_MEMBERS

/** Sorts before every score and every joining. */
export const FIRST_PLACE: Place = { negatedScore: -(2n ** 63n), joinedNo: 0n }

/** Where segments start, in the order of the board. */
export type Place = { negatedScore: bigint; joinedNo: bigint }

export type PlacedUser = Place & { userId: string }

export type SegmentChange = Board & Place & { change: number }

export const boardKey = ({ name, month }: Board): string => `${name} ${month}`

/** How many members each segment gains or loses by these moves. */
export function changesOf(moves: ScoreMove[], cuts: Map<string, Place[]>): SegmentChange[] {
  const changes = new Map<Place, SegmentChange>()
  const step = ({ name, month, joinedNo }: ScoreMove, score: Coins | null, change: 1 | -1) => {
    if (score === null) return
    const start = segmentOf(cuts.get(boardKey({ name, month })) ?? [], -score, joinedNo)
    const known = changes.get(start)
    if (known) known.change += change
    else changes.set(start, { name, month, ...start, change })
  }
  for (const move of moves) {
    if (move.before === move.after) continue
    step(move, move.before, -1)
    step(move, move.after, 1)
  }
  return [...changes.values()].filter(({ change }) => change !== 0)
}

/** The last segment that starts at or before a place. */
function segmentOf(starts: Place[], negatedScore: bigint, joinedNo: bigint): Place {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const start = starts[middle] as Place
    const isBefore =
      start.negatedScore < negatedScore || (start.negatedScore === negatedScore && start.joinedNo <= joinedNo)
    if (isBefore) low = middle
    else high = middle - 1
  }
  return starts[low] as Place
}

export type Segment = Place & { members: number }

/** Joins neighbours that together are still small, so that a board has about as many segments as its size needs. */
export function mergeSmall(segments: Segment[]): Segment[] {
  const merged: Segment[] = []
  for (const segment of segments) {
    const last = merged.at(-1)
    if (last && last.members + segment.members <= SEGMENT_MEMBERS / 2) last.members += segment.members
    else merged.push({ ...segment })
  }
  return merged
}
