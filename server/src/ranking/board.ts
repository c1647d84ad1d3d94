import type { Coins } from '../ledger/coin.ts'

/** The month that stands for all time. */
export const ALL_TIME = '0001-01-01'

/** A board that is kept in order as coins move: points of all time, or who earned or gave back how much in a month or ever. */
export type Board = { name: 'points' | 'earner' | 'spender'; month: string }

/** A member's score on one board, null when not on it, and the segment that counted the member until now. */
export type Score = Board & { joinedNo: bigint; score: Coins | null; segment: bigint | null }

export const monthOf = (date: Date): string => `${date.toISOString().slice(0, 7)}-01`

/** About what a segment holds when it is new, and what it holds at most. Fewer segments are added up faster; smaller ones are read faster. */
export const SEGMENT_MEMBERS = 1024
export const SEGMENT_MEMBERS_MAX = 2 * SEGMENT_MEMBERS

/** Sorts before every score and every joining. */
export const FIRST_PLACE: Place = { negatedScore: -(2n ** 63n), joinedNo: 0n }
export const FIRST_SEGMENT_NO = 1n

export type Place = { negatedScore: bigint; joinedNo: bigint }

export type PlacedUser = Place & { userId: string }

/** A run of members in the order of a board: it has a number, and reaches from its start to the start of the next. */
export type Cut = Place & { no: bigint }

export type Segment = Cut & { members: number }

export type SegmentChange = Board & { no: bigint; change: number }

/** One segment of one board. */
export type SegmentOf = Board & { no: bigint }

export const boardKey = ({ name, month }: Board): string => `${name} ${month}`

/** The segment each score belongs in, and how many members each segment gains or loses by that. */
export function seat(
  scores: Score[],
  cuts: Map<string, Cut[]>,
): { segments: (bigint | null)[]; changes: SegmentChange[] } {
  const changes = new Map<string, SegmentChange>()
  const count = ({ name, month }: Score, no: bigint | null, change: 1 | -1) => {
    if (no === null) return
    const key = `${name} ${month} ${no}`
    const known = changes.get(key)
    if (known) known.change += change
    else changes.set(key, { name, month, no, change })
  }
  const segments = scores.map((each) => {
    const segment =
      each.score === null ? null : segmentOf(cuts.get(boardKey(each)) ?? [], -each.score, each.joinedNo)
    if (segment !== each.segment) {
      count(each, each.segment, -1)
      count(each, segment, 1)
    }
    return segment
  })
  return { segments, changes: [...changes.values()].filter(({ change }) => change !== 0) }
}

/** The last segment that starts at or before a place. */
function segmentOf(cuts: Cut[], negatedScore: bigint, joinedNo: bigint): bigint {
  let low = 0
  let high = cuts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const start = cuts[middle] as Cut
    const isBefore =
      start.negatedScore < negatedScore || (start.negatedScore === negatedScore && start.joinedNo <= joinedNo)
    if (isBefore) low = middle
    else high = middle - 1
  }
  return (cuts[low] as Cut).no
}

/** Whether a board has many more segments than its members need, because they left or moved together. */
export const isCutTooFine = ({ segments, members }: { segments: number; members: number }): boolean =>
  segments > 2 * (2 + members / SEGMENT_MEMBERS)

/** Neighbours that together are still small, to be joined into the first of them; so a board has about as many segments as its size needs. */
export function smallNeighbours(segments: Segment[]): { into: bigint; from: bigint[]; members: number }[] {
  const groups: { into: bigint; from: bigint[]; members: number }[] = []
  for (const { no, members } of segments) {
    const last = groups.at(-1)
    if (last && last.members + members <= SEGMENT_MEMBERS) {
      last.from.push(no)
      last.members += members
    } else groups.push({ into: no, from: [], members })
  }
  return groups.filter(({ from }) => from.length > 0)
}
