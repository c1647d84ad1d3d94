import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type BoardSegments, countAheadOf, segmentAt, segmentsAround, stretchOf } from './board-segments.ts'

/** A board whose members are numbered from 0 in rank order, cut into segments of these sizes. */
function boardOf(sizes: number[]) {
  let sum = 0
  const segments: BoardSegments = { nos: [], negatedScores: [], joinedNos: [], upTo: [] }
  const members: string[] = []
  for (const [index, size] of sizes.entries()) {
    const no = String(100 - index)
    segments.nos.push(no)
    segments.negatedScores.push(sum)
    segments.joinedNos.push(index)
    members.push(...Array<string>(size).fill(no))
    sum += size
    segments.upTo.push(sum)
  }
  return { segments, members }
}

const sizes = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 8 })
const count = fc.integer({ min: 0, max: 45 })

test('a window is found in its segments, whatever their sizes', () => {
  fc.assert(
    fc.property(sizes, count, count, (given, offset, limit) => {
      const { segments, members } = boardOf(given)
      const { nos, skip } = stretchOf(segments, { offset, limit })
      const found = members.flatMap((no, index) => (nos.includes(no) ? [index] : []))
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
      const { segments } = boardOf(given)
      const starts = segments.negatedScores.map((start, index) => ({
        start,
        joined: segments.joinedNos[index],
      }))
      const expected = starts.findLastIndex(
        ({ start, joined }) => start < score || (start === score && (joined as number) <= joinedNo),
      )
      const rankKey = { negatedScore: BigInt(score), joinedNo: BigInt(joinedNo) }
      assert.equal(segmentAt(segments, rankKey), expected === -1 ? undefined : expected)
    }),
  )
})

test('the segments around a member hold all neighbours', () => {
  fc.assert(
    fc.property(sizes, count, fc.integer({ min: 1, max: 9 }), (given, place, neighbours) => {
      const { segments, members } = boardOf(given)
      if (place >= members.length) return
      const index = segments.nos.indexOf(members[place] as string)
      const nos = segmentsAround(segments, index, neighbours)
      const near = members.slice(Math.max(0, place - neighbours), place + neighbours + 1)
      for (const no of near) assert.ok(nos.includes(no))
      assert.ok(countAheadOf(segments, index) <= place)
    }),
  )
})
