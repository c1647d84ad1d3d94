import assert from 'node:assert/strict'
import type { Coins } from '../ledger/coin.ts'

/** The `month` of an all-time board. */
export const ALL_TIME = '0001-01-01'

/** All points, or the coins earned or spent in a month or ever. */
export type Board = { name: 'points' | 'earner' | 'spender'; month: string }

/** A member's score on one board, null when not on it, and the segment that counts the member now. */
export type Score = Board & { joinedNo: bigint; score: Coins | null; segment: bigint | null }

export const monthOf = (date: Date): string => `${date.toISOString().slice(0, 7)}-01`

/** The size of a new and of the largest segment. Small ones read faster; across few, awards move fewer members. */
export const SEGMENT_MEMBERS = 256
export const SEGMENT_MEMBERS_MAX = 2 * SEGMENT_MEMBERS

/** The order of a board: higher scores first, equal scores by who joined first. */
export type RankKey = { negatedScore: bigint; joinedNo: bigint }

/** Sorts before every score and every member. */
export const FIRST_RANK_KEY: RankKey = { negatedScore: -(2n ** 63n), joinedNo: 0n }
export type RankedUser = RankKey & { userId: string }

/** The start of a segment, which reaches to the start of the next one. */
export type Boundary = RankKey & { no: bigint }

/** A run of neighbouring members of a board. */
export type Segment = Boundary & { members: number }

/** The only segment of a new board. */
export const FIRST_SEGMENT: Segment = { ...FIRST_RANK_KEY, no: 1n, members: 0 }

/** A boundary as it is cached. No score and no order of joining exceeds the integers of a number. */
export type SegmentStart = Record<keyof Boundary, number>

/** A rank key in numbers. */
export type RankNumbers = Omit<SegmentStart, 'no'>

export const isAhead = (left: RankNumbers, right: RankNumbers): boolean =>
  left.negatedScore === right.negatedScore
    ? left.joinedNo < right.joinedNo
    : left.negatedScore < right.negatedScore

export const startOf = ({ no, negatedScore, joinedNo }: Boundary): SegmentStart => ({
  no: Number(no),
  negatedScore: Number(negatedScore),
  joinedNo: Number(joinedNo),
})

export type SegmentChange = Board & { no: bigint; change: number }

/** `seq` is the last event of the batch that changes the segment. */
export type NumberedChange = SegmentChange & { seq: bigint }

/** Names one segment of one board. */
export type SegmentOf = Board & { no: bigint }

export const boardKey = ({ name, month }: Board): string => `${name} ${month}`

/** Assigns each score to its segment, and returns how many members each segment gains or loses. */
export function assignSegments(
  scores: Score[],
  starts: ReadonlyMap<string, readonly SegmentStart[]>,
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
    const segment = each.score === null ? null : segmentOf(starts.get(boardKey(each)) ?? [], each, each.score)
    if (segment !== each.segment) {
      count(each, each.segment, -1)
      count(each, segment, 1)
    }
    return segment
  })
  return { segments, changes: [...changes.values()].filter(({ change }) => change !== 0) }
}

function segmentOf(starts: readonly SegmentStart[], { joinedNo }: Score, score: Coins): bigint {
  const start = starts[segmentAt(starts, { negatedScore: -score, joinedNo }) ?? -1]
  assert(start, 'the segments of the board are loaded')
  return BigInt(start.no)
}

/** The last segment that starts at or before a rank key; undefined when the board has none. */
export function segmentAt(
  starts: readonly SegmentStart[],
  { negatedScore, joinedNo }: RankKey | RankNumbers,
): number | undefined {
  const [score, joined] = [Number(negatedScore), Number(joinedNo)]
  const next = firstIndex(starts, (start) => {
    return start.negatedScore > score || (start.negatedScore === score && start.joinedNo > joined)
  })
  return next > 0 ? next - 1 : undefined
}

/** The first element with a condition that holds for all after it; the length when there is none. */
function firstIndex<Element>(
  list: readonly Element[],
  isReached: (element: Element, index: number) => boolean,
): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isReached(list[middle] as Element, middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** True after many members left or moved, when a board has far more segments than it needs. */
export const hasTooManySegments = ({ segments, members }: { segments: number; members: number }): boolean =>
  segments > 2 * (2 + members / SEGMENT_MEMBERS)

/** Neighbours that fit into one segment, to be merged into the first. */
export function mergeableNeighbours(
  segments: Segment[],
): { into: bigint; from: bigint[]; members: number }[] {
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

/** The segments of a board in rank order. */
export type BoardSegments = {
  starts: readonly SegmentStart[]
  /** How many members the board has up to the end of each segment. */
  membersThrough: readonly number[]
}

/** Members that follow each other in rank order: where to find them. */
export type RankRange = { segmentNos: number[]; skip: number; limit: number }

export const membersOf = ({ membersThrough }: BoardSegments): number => membersThrough.at(-1) ?? 0

/** How many members are ahead of a segment. */
export const countAheadOf = ({ membersThrough }: BoardSegments, index: number): number =>
  membersThrough[index - 1] ?? 0

/** The segments of a window of the board. */
export function rankRangeOf(
  segments: BoardSegments,
  { offset, limit }: { offset: number; limit: number },
): RankRange {
  const first = firstIndex(segments.membersThrough, (members) => members > offset)
  const end = firstIndex(segments.starts, (_, index) => countAheadOf(segments, index) >= offset + limit)
  return {
    segmentNos: limit === 0 ? [] : numbersOf(segments, first, Math.max(first, end)),
    skip: offset - countAheadOf(segments, first),
    limit,
  }
}

const numbersOf = ({ starts }: BoardSegments, first: number, end: number) =>
  starts.slice(first, end).map(({ no }) => no)

/** The segments with a segment's members and that many neighbours or more on each side, as far as there are. */
export function segmentsAround(segments: BoardSegments, index: number, neighbours: number): number[] {
  const ahead = countAheadOf(segments, index) - neighbours
  const behind = (segments.membersThrough[index] as number) + neighbours
  const first = firstIndex(segments.membersThrough, (members) => members > ahead)
  const end = firstIndex(segments.starts, (_, each) => countAheadOf(segments, each) >= behind)
  return numbersOf(segments, first, end)
}
