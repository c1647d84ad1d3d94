import type { RankKey } from '../ranking/board.ts'

/** The segments of a board in rank order. No score and no order of joining exceeds the integers of a number. */
export type BoardSegments = {
  nos: string[]
  /** The rank keys that the segments start with. */
  negatedScores: number[]
  joinedNos: number[]
  /** How many members the board has up to the end of each segment. */
  upTo: number[]
}

/** Members that follow each other in rank order: where to find them. */
export type Stretch = { nos: string[]; skip: number; limit: number }

export const membersOf = ({ upTo }: BoardSegments): number => upTo.at(-1) ?? 0

/** How many members are ahead of a segment. */
export const countAheadOf = ({ upTo }: BoardSegments, index: number): number => upTo[index - 1] ?? 0

/** The segments of a window of the board. */
export function stretchOf(
  segments: BoardSegments,
  { offset, limit }: { offset: number; limit: number },
): Stretch {
  const first = firstIndex(segments.upTo.length, (index) => (segments.upTo[index] as number) > offset)
  const end = firstIndex(segments.upTo.length, (index) => countAheadOf(segments, index) >= offset + limit)
  return {
    nos: limit === 0 ? [] : segments.nos.slice(first, Math.max(first, end)),
    skip: offset - countAheadOf(segments, first),
    limit,
  }
}

/** The last segment that starts at or before a rank key; undefined when the board has none. */
export function segmentAt(
  { nos, negatedScores, joinedNos }: BoardSegments,
  { negatedScore, joinedNo }: RankKey,
): number | undefined {
  const [score, joined] = [Number(negatedScore), Number(joinedNo)]
  const next = firstIndex(nos.length, (index) => {
    const start = negatedScores[index] as number
    return start > score || (start === score && (joinedNos[index] as number) > joined)
  })
  return next > 0 ? next - 1 : undefined
}

/** The segments with a segment's members and at least so many neighbours on each side, as far as there are. */
export function segmentsAround(segments: BoardSegments, index: number, neighbours: number): string[] {
  const { nos, upTo } = segments
  const ahead = countAheadOf(segments, index) - neighbours
  const behind = (upTo[index] as number) + neighbours
  const first = firstIndex(nos.length, (each) => (upTo[each] as number) > ahead)
  const end = firstIndex(nos.length, (each) => countAheadOf(segments, each) >= behind)
  return nos.slice(first, end)
}

/** The first of so many indexes with a condition that holds for all after it; the count when there is none. */
function firstIndex(count: number, isReached: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (isReached(middle)) high = middle
    else low = middle + 1
  }
  return low
}
