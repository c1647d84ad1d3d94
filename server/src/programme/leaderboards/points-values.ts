import type { PointsChange } from '../ledger/ledger.ts'
import {
  type BoardSegments,
  countAheadOf,
  isAhead,
  type RankKey,
  type RankNumbers,
  type SegmentStart,
  segmentAt,
} from '../ranking/board.ts'
import type { Kind } from '../read-batches/kept-values.ts'

const NUMBER_CHARACTERS = 8

const keysOf = ({ joinedNo, before, after }: PointsChange): [before: RankNumbers, after: RankNumbers] => [
  { negatedScore: -before, joinedNo },
  { negatedScore: -after, joinedNo },
]

/** The segments of the points board. Its only id is ''. */
export const POINTS_SEGMENTS: Kind<BoardSegments> = {
  name: 'segments',
  sizeOf: ({ membersThrough }) => 4 * NUMBER_CHARACTERS * membersThrough.length,
  after({ starts, membersThrough }, change) {
    const [from = 0, to = 0] = keysOf(change).map((key) => segmentAt(starts, key))
    if (from === to) return { starts, membersThrough }
    const [first, end, moved] = from < to ? [from, to, -1] : [to, from, 1]
    return {
      starts,
      membersThrough: membersThrough.map((members, index) =>
        index >= first && index < end ? members + moved : members,
      ),
    }
  },
}

/** The negated scores of a segment, in no order, with its start and that of the next one. */
type SegmentScores = { start: RankNumbers; end: RankNumbers | undefined; scores: readonly number[] }

/** By the number of the segment. */
export const POINTS_SCORES: Kind<SegmentScores> = {
  name: 'scores',
  sizeOf: ({ scores }) => NUMBER_CHARACTERS * scores.length,
  after(segment, change) {
    const { start, end } = segment
    const [isBefore, isAfter] = keysOf(change).map(
      (key) => !isAhead(key, start) && (!end || isAhead(key, end)),
    )
    if (!isBefore && !isAfter) return segment
    const scores = [...segment.scores]
    const place = isBefore ? scores.indexOf(-change.before) : undefined
    if (place === -1) return undefined
    if (place !== undefined) scores.splice(place, 1)
    if (isAfter) scores.push(-change.after)
    return { start, end, scores }
  },
}

export const segmentScores = (
  { starts }: BoardSegments,
  index: number,
  scores: readonly number[],
): SegmentScores => ({ start: starts[index] as SegmentStart, end: starts[index + 1], scores })

/** By user; the rank key is undefined for one who is not on the board. */
export const POINTS_RANK_KEY: Kind<{ userId: string; rankKey: RankKey | undefined }> = {
  name: 'rank key',
  sizeOf: () => 2 * NUMBER_CHARACTERS,
  after(known, { userId, joinedNo, after }) {
    if (known.userId !== userId) return known
    return { userId, rankKey: { negatedScore: BigInt(-after), joinedNo: BigInt(joinedNo) } }
  },
}

/** The entries of a page as JSON, with the first and the last of them; no last one where the board ends. */
type Page = { entries: string; first: RankNumbers | undefined; last: RankNumbers | undefined }

/** By offset and size. */
export const POINTS_PAGE: Kind<Page> = {
  name: 'page',
  sizeOf: ({ entries }) => entries.length,
  after(page, change) {
    const { first, last } = page
    const keys = keysOf(change)
    const isUnchanged =
      !first ||
      keys.every((key) => isAhead(key, first)) ||
      (last !== undefined && keys.every((key) => isAhead(last, key)))
    return isUnchanged ? page : undefined
  },
}

export function pageOf(entries: string, members: readonly RankKey[], size: number): Page {
  const [first, last] = [members[0], members.length === size ? members.at(-1) : undefined]
  return { entries, first: first && numbersOf(first), last: last && numbersOf(last) }
}

const numbersOf = ({ negatedScore, joinedNo }: RankKey): RankNumbers => ({
  negatedScore: Number(negatedScore),
  joinedNo: Number(joinedNo),
})

/** The position of a score in the segment at this index: equal scores share one. */
export function positionIn(
  segments: BoardSegments,
  index: number,
  scores: readonly number[],
  { negatedScore }: RankKey,
): number {
  const own = Number(negatedScore)
  let ahead = countAheadOf(segments, index)
  for (const score of scores) if (score < own) ahead += 1
  return 1 + ahead
}
