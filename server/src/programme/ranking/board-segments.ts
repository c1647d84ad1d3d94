import { firstIndex, type SegmentStart } from './board.ts'

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
