import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  ALL_TIME,
  boardKey,
  changesOf,
  FIRST_PLACE,
  mergeSmall,
  monthOf,
  type Place,
  type ScoreMove,
  SEGMENT_MEMBERS,
  type Segment,
} from './board.ts'

const POINTS = { name: 'points', month: ALL_TIME } as const
const place = (score: bigint, joinedNo: bigint): Place => ({ negatedScore: -score, joinedNo })
const move = (before: bigint | null, after: bigint | null, joinedNo = 1n): ScoreMove => ({
  ...POINTS,
  joinedNo,
  before,
  after,
})
const cutAt = (...places: Place[]) => new Map([[boardKey(POINTS), [FIRST_PLACE, ...places]]])

test('a month is the first of its days in UTC', () => {
  assert.equal(monthOf(new Date('2026-01-31T23:59:59.999Z')), '2026-01-01')
  assert.equal(monthOf(new Date('2026-02-01T00:30:00.000+01:00')), '2026-01-01')
})

test('who comes onto a board is counted, and who goes is no longer', () => {
  assert.deepEqual(changesOf([move(null, 0n)], cutAt()), [{ ...POINTS, ...FIRST_PLACE, change: 1 }])
  assert.deepEqual(changesOf([move(5n, null)], cutAt()), [{ ...POINTS, ...FIRST_PLACE, change: -1 }])
})

test('a move within one segment, and one to the same score, changes nothing', () => {
  assert.deepEqual(changesOf([move(0n, 5n), move(7n, 7n), move(null, null)], cutAt()), [])
  assert.deepEqual(changesOf([move(10n, 10n)], cutAt(place(10n, 1n))), [])
})

test('moves that even each other out change nothing', () => {
  assert.deepEqual(changesOf([move(0n, 20n, 1n), move(20n, 0n, 2n)], cutAt(place(10n, 0n))), [])
})

test('a move across a cut takes from one segment and gives to the other', () => {
  const cut = place(10n, 5n)
  assert.deepEqual(changesOf([move(3n, 11n)], cutAt(cut)), [
    { ...POINTS, ...cut, change: -1 },
    { ...POINTS, ...FIRST_PLACE, change: 1 },
  ])
})

test('with the score of a cut, the order of joining decides, and the cut itself belongs to its segment', () => {
  const cut = place(10n, 5n)
  for (const [joinedNo, start] of [
    [4n, FIRST_PLACE],
    [5n, cut],
    [6n, cut],
  ] as const)
    assert.deepEqual(changesOf([move(null, 10n, joinedNo)], cutAt(cut)), [{ ...POINTS, ...start, change: 1 }])
})

test('boards are counted apart, each by its own cuts', () => {
  const january = { name: 'earner', month: '2026-01-01' } as const
  const cut = place(10n, 0n)
  const cuts = new Map([
    [boardKey(POINTS), [FIRST_PLACE, cut]],
    [boardKey(january), [{ ...FIRST_PLACE }]],
  ])
  assert.deepEqual(changesOf([move(null, 3n), { ...move(null, 3n), ...january }], cuts), [
    { ...POINTS, ...cut, change: 1 },
    { ...january, ...FIRST_PLACE, change: 1 },
  ])
})

const aScore = fc.option(fc.bigInt({ min: 0n, max: 20n }), { nil: null })
const someMoves = fc.uniqueArray(
  fc.record({ joinedNo: fc.bigInt({ min: 1n, max: 60n }), before: aScore, after: aScore }),
  { selector: ({ joinedNo }) => joinedNo, maxLength: 60 },
)
const someCuts = fc.uniqueArray(
  fc.record({
    negatedScore: fc.bigInt({ min: -20n, max: 0n }),
    joinedNo: fc.bigInt({ min: 0n, max: 60n }),
  }),
  { selector: ({ negatedScore, joinedNo }) => `${negatedScore} ${joinedNo}`, maxLength: 12 },
)

const isBefore = (left: Place, right: Place) =>
  left.negatedScore < right.negatedScore ||
  (left.negatedScore === right.negatedScore && left.joinedNo < right.joinedNo)

test('counts changed by moves equal counting everyone again, wherever a board is cut', () => {
  fc.assert(
    fc.property(someMoves, someCuts, (changes, places) => {
      const starts = [FIRST_PLACE, ...places.sort((left, right) => (isBefore(left, right) ? -1 : 1))]
      const count = (when: 'before' | 'after') =>
        starts.map((start, index) => {
          const next = starts[index + 1]
          return changes.filter((each) => {
            const score = each[when]
            if (score === null) return false
            const at = place(score, each.joinedNo)
            return !isBefore(at, start) && (!next || isBefore(at, next))
          }).length
        })
      const counts = count('before')
      const moves = changes.map((each) => ({ ...POINTS, ...each }))
      for (const { change, ...start } of changesOf(moves, new Map([[boardKey(POINTS), starts]]))) {
        const index = starts.findIndex(
          ({ negatedScore, joinedNo }) => negatedScore === start.negatedScore && joinedNo === start.joinedNo,
        )
        assert.notEqual(change, 0)
        counts[index] = (counts[index] as number) + change
      }
      assert.deepEqual(counts, count('after'))
    }),
  )
})

const segment = (members: number, index: number): Segment => ({
  ...(index === 0 ? FIRST_PLACE : place(BigInt(1000 - index), 0n)),
  members,
})
const segments = (...members: number[]) => members.map(segment)

test('neighbours that together are small become one, which starts where the first did', () => {
  assert.deepEqual(mergeSmall(segments(0, 0, 0)), segments(0))
  assert.deepEqual(mergeSmall(segments(100, 200, 212)), segments(512))
  assert.deepEqual(mergeSmall(segments(100, 200, 213)), [segment(300, 0), segment(213, 2)])
})

test('segments of a usual size stay as they are, also beside small ones', () => {
  const usual = segments(SEGMENT_MEMBERS, 3, SEGMENT_MEMBERS, 2000)
  assert.deepEqual(mergeSmall(usual), usual)
  assert.deepEqual(mergeSmall([]), [])
})

test('merging leaves its input alone', () => {
  const given = segments(1, 2, 3)
  mergeSmall(given)
  assert.deepEqual(given, segments(1, 2, 3))
})

test('merging loses nobody, keeps the order and the first start, and leaves no two small neighbours', () => {
  const someMembers = fc.array(fc.integer({ min: 0, max: 2 * SEGMENT_MEMBERS }), {
    minLength: 1,
    maxLength: 30,
  })
  fc.assert(
    fc.property(someMembers, (members) => {
      const given = segments(...members)
      const merged = mergeSmall(given)
      const sum = (list: Segment[]) => list.reduce((total, each) => total + each.members, 0)
      assert.equal(sum(merged), sum(given))
      assert.deepEqual([merged[0]?.negatedScore, merged[0]?.joinedNo], [FIRST_PLACE.negatedScore, 0n])
      for (const [index, each] of merged.entries()) {
        const next = merged[index + 1]
        if (!next) continue
        assert(isBefore(each, next))
        assert(each.members + next.members > SEGMENT_MEMBERS / 2)
      }
    }),
  )
})
