import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  ALL_TIME,
  assignSegments,
  type Boundary,
  boardKey,
  countAheadOf,
  FIRST_RANK_KEY,
  hasTooManySegments,
  mergeableNeighbours,
  monthOf,
  type RankKey,
  rankRangeOf,
  type Score,
  SEGMENT_MEMBERS,
  SEGMENT_MEMBERS_MAX,
  type Segment,
  type SegmentStart,
  segmentAt,
  segmentsAround,
  startOf,
} from './board.ts'

const POINTS = { name: 'points', month: ALL_TIME } as const
const rankKey = (score: bigint, joinedNo: bigint): RankKey => ({ negatedScore: -score, joinedNo })
const scored = (score: bigint | null, segment: bigint | null, joinedNo = 1n): Score => ({
  ...POINTS,
  joinedNo,
  score,
  segment,
})
/** Segment 1 starts first, segment 2 at the first key, and so on. */
const boundariesAt = (keys: RankKey[]): Boundary[] =>
  [FIRST_RANK_KEY, ...keys].map((start, index) => ({ ...start, no: BigInt(index + 1) }))

/** The same on the points board. */
const startsAt = (...keys: RankKey[]): Map<string, SegmentStart[]> =>
  new Map([[boardKey(POINTS), boundariesAt(keys).map(startOf)]])

test('a month is its first day in UTC', () => {
  assert.equal(monthOf(new Date('2026-01-31T23:59:59.999Z')), '2026-01-01')
  assert.equal(monthOf(new Date('2026-02-01T00:30:00.000+01:00')), '2026-01-01')
})

test('a member who joins a board is counted, and one who leaves is not', () => {
  assert.deepEqual(assignSegments([scored(0n, null)], startsAt()), {
    segments: [1n],
    changes: [{ ...POINTS, no: 1n, change: 1 }],
  })
  assert.deepEqual(assignSegments([scored(null, 1n)], startsAt()), {
    segments: [null],
    changes: [{ ...POINTS, no: 1n, change: -1 }],
  })
})

test('a score that stays in its segment or off the board changes nothing', () => {
  assert.deepEqual(assignSegments([scored(5n, 1n), scored(null, null)], startsAt()), {
    segments: [1n, null],
    changes: [],
  })
  assert.deepEqual(assignSegments([scored(10n, 2n)], startsAt(rankKey(10n, 1n))), {
    segments: [2n],
    changes: [],
  })
})

test('opposite moves change no count, but both members move', () => {
  assert.deepEqual(assignSegments([scored(20n, 2n, 1n), scored(0n, 1n, 2n)], startsAt(rankKey(10n, 0n))), {
    segments: [1n, 2n],
    changes: [],
  })
})

test('a move across a boundary changes the counts of both segments', () => {
  assert.deepEqual(assignSegments([scored(11n, 2n)], startsAt(rankKey(10n, 5n))), {
    segments: [1n],
    changes: [
      { ...POINTS, no: 2n, change: -1 },
      { ...POINTS, no: 1n, change: 1 },
    ],
  })
})

test('at the score of a boundary, the order of joining decides, and the boundary belongs to its segment', () => {
  for (const [joinedNo, no] of [
    [4n, 1n],
    [5n, 2n],
    [6n, 2n],
  ] as const)
    assert.deepEqual(assignSegments([scored(10n, null, joinedNo)], startsAt(rankKey(10n, 5n))).segments, [no])
})

test('each board is counted by its own boundaries', () => {
  const january = { name: 'earner', month: '2026-01-01' } as const
  const starts = new Map([
    ...startsAt(rankKey(10n, 0n)),
    [boardKey(january), [startOf({ ...FIRST_RANK_KEY, no: 7n })]],
  ])
  assert.deepEqual(assignSegments([scored(3n, null), { ...scored(3n, null), ...january }], starts), {
    segments: [2n, 7n],
    changes: [
      { ...POINTS, no: 2n, change: 1 },
      { ...january, no: 7n, change: 1 },
    ],
  })
})

const aScore = fc.option(fc.bigInt({ min: 0n, max: 20n }), { nil: null })
const someMoves = fc.uniqueArray(
  fc.record({ joinedNo: fc.bigInt({ min: 1n, max: 60n }), before: aScore, after: aScore }),
  { selector: ({ joinedNo }) => joinedNo, maxLength: 60 },
)
const someBoundaries = fc.uniqueArray(
  fc.record({
    negatedScore: fc.bigInt({ min: -20n, max: 0n }),
    joinedNo: fc.bigInt({ min: 0n, max: 60n }),
  }),
  { selector: ({ negatedScore, joinedNo }) => `${negatedScore} ${joinedNo}`, maxLength: 12 },
)

const isBefore = (left: RankKey, right: RankKey) =>
  left.negatedScore < right.negatedScore ||
  (left.negatedScore === right.negatedScore && left.joinedNo < right.joinedNo)

test('changed counts equal a full recount, for any boundaries', () => {
  fc.assert(
    fc.property(someMoves, someBoundaries, (moves, keys) => {
      const sorted = keys.sort((left, right) => (isBefore(left, right) ? -1 : 1))
      const boundaries = boundariesAt(sorted)
      const segmentAt = (score: bigint | null, joinedNo: bigint) =>
        score === null
          ? null
          : (boundaries.findLast((start) => !isBefore(rankKey(score, joinedNo), start)) as Boundary).no
      const count = (when: 'before' | 'after') =>
        boundaries.map(({ no }) => moves.filter((each) => segmentAt(each[when], each.joinedNo) === no).length)
      const counts = count('before')
      const assigned = assignSegments(
        moves.map(({ joinedNo, before, after }) => scored(after, segmentAt(before, joinedNo), joinedNo)),
        startsAt(...sorted),
      )
      assert.deepEqual(
        assigned.segments,
        moves.map(({ joinedNo, after }) => segmentAt(after, joinedNo)),
      )
      for (const { no, change } of assigned.changes) {
        assert.notEqual(change, 0)
        counts[Number(no) - 1] = (counts[Number(no) - 1] as number) + change
      }
      assert.deepEqual(counts, count('after'))
    }),
  )
})

const segments = (...members: number[]): Segment[] =>
  members.map((each, index) => ({
    ...(index === 0 ? FIRST_RANK_KEY : rankKey(BigInt(1000 - index), 0n)),
    no: BigInt(index + 1),
    members: each,
  }))

test('small neighbours are merged into the first of them', () => {
  assert.deepEqual(mergeableNeighbours(segments(0, 0, 0)), [{ into: 1n, from: [2n, 3n], members: 0 }])
  assert.deepEqual(mergeableNeighbours(segments(25, 50, 181)), [{ into: 1n, from: [2n, 3n], members: 256 }])
  assert.deepEqual(mergeableNeighbours(segments(25, 50, 182)), [{ into: 1n, from: [2n], members: 75 }])
})

test('segments of normal size stay, also beside small ones', () => {
  assert.deepEqual(mergeableNeighbours(segments(SEGMENT_MEMBERS, 3, SEGMENT_MEMBERS, 500)), [])
  assert.deepEqual(mergeableNeighbours([]), [])
})

test('a board has too many segments when it has many times what its members need', () => {
  assert.equal(hasTooManySegments({ segments: 4, members: 0 }), false)
  assert.equal(hasTooManySegments({ segments: 5, members: 0 }), true)
  assert.equal(hasTooManySegments({ segments: 204, members: 100 * SEGMENT_MEMBERS }), false)
  assert.equal(hasTooManySegments({ segments: 205, members: 100 * SEGMENT_MEMBERS }), true)
})

test('merging loses no member and leaves no two small neighbours', () => {
  const someMembers = fc.array(fc.integer({ min: 0, max: SEGMENT_MEMBERS_MAX }), {
    minLength: 1,
    maxLength: 30,
  })
  fc.assert(
    fc.property(someMembers, (members) => {
      const joined = new Map(members.map((each, index) => [BigInt(index + 1), each]))
      for (const { into, from, members: together } of mergeableNeighbours(segments(...members))) {
        assert.equal(
          together,
          [into, ...from].reduce((sum, no) => sum + (joined.get(no) as number), 0),
        )
        joined.set(into, together)
        for (const no of from) joined.delete(no)
      }
      const left = [...joined.values()]
      for (const [index, each] of left.slice(1).entries())
        assert(each + (left[index] as number) > SEGMENT_MEMBERS)
    }),
  )
})

/** A board whose members are numbered from 0 in rank order, cut into segments of these sizes. */
function boardOf(sizes: number[]) {
  let sum = 0
  const starts: SegmentStart[] = []
  const membersThrough: number[] = []
  const members: number[] = []
  for (const [index, size] of sizes.entries()) {
    const no = 100 - index
    starts.push({ no, negatedScore: sum, joinedNo: index })
    members.push(...Array<number>(size).fill(no))
    sum += size
    membersThrough.push(sum)
  }
  return { segments: { starts, membersThrough }, members }
}

const sizes = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 8 })
const count = fc.integer({ min: 0, max: 45 })

test('a window is found in its segments, whatever their sizes', () => {
  fc.assert(
    fc.property(sizes, count, count, (given, offset, limit) => {
      const { segments, members } = boardOf(given)
      const { segmentNos, skip } = rankRangeOf(segments, { offset, limit })
      const found = members.flatMap((no, index) => (segmentNos.includes(no) ? [index] : []))
      assert.deepEqual(
        limit === 0 ? [] : found.slice(skip, skip + limit),
        [...members.keys()].slice(offset, offset + limit),
      )
    }),
  )
})

test('a rank key is in the last segment that starts at or before it', () => {
  fc.assert(
    fc.property(sizes, count, count, (given, score, joinedNo) => {
      const { starts } = boardOf(given).segments
      const expected = starts.findLastIndex(
        (start) => start.negatedScore < score || (start.negatedScore === score && start.joinedNo <= joinedNo),
      )
      const rankKey = { negatedScore: BigInt(score), joinedNo: BigInt(joinedNo) }
      assert.equal(segmentAt(starts, rankKey), expected === -1 ? undefined : expected)
    }),
  )
})

test('the segments around a member hold all neighbours', () => {
  fc.assert(
    fc.property(sizes, count, fc.integer({ min: 1, max: 9 }), (given, place, neighbours) => {
      const { segments, members } = boardOf(given)
      if (place >= members.length) return
      const index = segments.starts.findIndex(({ no }) => no === members[place])
      const nos = segmentsAround(segments, index, neighbours)
      const near = members.slice(Math.max(0, place - neighbours), place + neighbours + 1)
      for (const no of near) assert.ok(nos.includes(no))
      assert.ok(countAheadOf(segments, index) <= place)
    }),
  )
})
