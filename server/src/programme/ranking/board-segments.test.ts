import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type SegmentStart, segmentAt } from './board.ts'
import { countAheadOf, rankRangeOf, segmentsAround } from './board-segments.ts'

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
