import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '../../../test/support/random.ts'
import type { LedgerState, PointsChange } from '../ledger/ledger.ts'
import { type BoardSegments, type SegmentStart, segmentAt } from '../ranking/board.ts'
import { createKeptValues } from '../read-batches/kept-values.ts'
import {
  POINTS_PAGE,
  POINTS_RANK_KEY,
  POINTS_SCORES,
  POINTS_SEGMENTS,
  pageOf,
  segmentScores,
} from './points-values.ts'

const PARTNER = 'partner'
const STARTS: SegmentStart[] = [
  { no: 1, negatedScore: -(2 ** 63), joinedNo: 0 },
  { no: 3, negatedScore: -20, joinedNo: 4 },
  { no: 2, negatedScore: -10, joinedNo: 7 },
]

type Member = { userId: string; joinedNo: number; points: number }

const membersOf = (points: number[]): Member[] =>
  points.map((each, index) => ({ userId: `user${index}`, joinedNo: index + 1, points: each }))

const keyOf = ({ joinedNo, points }: Member) => ({ negatedScore: -points, joinedNo })
const rankKeyOf = ({ joinedNo, points }: Member) => ({
  negatedScore: BigInt(-points),
  joinedNo: BigInt(joinedNo),
})
const inOrder = (members: Member[]) =>
  members.toSorted((left, right) => right.points - left.points || left.joinedNo - right.joinedNo)

function segmentsOf(members: Member[]): BoardSegments {
  const at = members.map((member) => segmentAt(STARTS, keyOf(member)) as number)
  return {
    starts: STARTS,
    membersThrough: STARTS.map((_, index) => at.filter((each) => each <= index).length),
  }
}

const scoresOf = (members: Member[], index: number) =>
  members
    .filter((member) => segmentAt(STARTS, keyOf(member)) === index)
    .map(({ points }) => -points)
    .sort((left, right) => left - right)

const stateOf = (lastSeq: number, changes: PointsChange[] | null, others: Partial<LedgerState> = {}) => ({
  lastSeq: BigInt(lastSeq),
  changeNo: BigInt(lastSeq),
  otherChangeNo: 0n,
  segmentsVersion: 0n,
  changes,
  ...others,
})

const textOf = (members: Member[]) => members.map(({ userId, points }) => `${userId} ${points}`).join()

test('what is kept follows any awards as a recomputation does', () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = randomFrom(seed)
  const members = membersOf(Array.from({ length: 12 }, () => random(30)))
  const kept = createKeptValues()
  let seq = 100
  kept.follow(PARTNER, stateOf(seq, null))
  const keepAll = () => {
    const state = stateOf(seq, null)
    kept.keep(PARTNER, state, POINTS_SEGMENTS, '', segmentsOf(members))
    for (const member of members)
      kept.keep(PARTNER, state, POINTS_RANK_KEY, member.userId, {
        userId: member.userId,
        rankKey: rankKeyOf(member),
      })
    for (const [index, { no }] of STARTS.entries())
      kept.keep(
        PARTNER,
        state,
        POINTS_SCORES,
        `${no}`,
        segmentScores(segmentsOf(members), index, scoresOf(members, index)),
      )
    for (const offset of [0, 5, 10, 15]) {
      const page = inOrder(members).slice(offset, offset + 5)
      kept.keep(PARTNER, state, POINTS_PAGE, `${offset}`, pageOf(textOf(page), page.map(rankKeyOf), 5))
    }
  }
  let pagesKept = 0
  for (let round = 0; round < 300; round += 1) {
    keepAll()
    const changes = Array.from({ length: 1 + random(3) }, (): PointsChange => {
      const member = members[random(members.length)] as Member
      const before = member.points
      member.points = Math.max(0, before + ([0, 1, 5, 10, -7][random(5)] as number))
      return { userId: member.userId, joinedNo: member.joinedNo, before, after: member.points }
    })
    seq += changes.length
    kept.follow(PARTNER, stateOf(seq, changes))
    const values = kept.of(PARTNER)
    const place = `seed ${seed}, round ${round}`
    assert.deepEqual(values.find(POINTS_SEGMENTS, ''), segmentsOf(members), place)
    for (const member of members)
      assert.deepEqual(values.find(POINTS_RANK_KEY, member.userId)?.rankKey, rankKeyOf(member), place)
    for (const [index, { no }] of STARTS.entries())
      assert.deepEqual(
        values
          .find(POINTS_SCORES, `${no}`)
          ?.scores.toSorted((left, right) => left - right)
          .map((score) => score + 0),
        scoresOf(members, index).map((score) => score + 0),
        place,
      )
    for (const offset of [0, 5, 10, 15]) {
      const page = values.find(POINTS_PAGE, `${offset}`)
      if (!page) continue
      pagesKept += 1
      assert.equal(page.entries, textOf(inOrder(members).slice(offset, offset + 5)), place)
    }
  }
  assert.ok(pagesKept > 300, `pages past the changes stay: ${pagesKept}`)
})

const change: PointsChange = { userId: 'user0', joinedNo: 1, before: 0, after: 5 }
const known = { userId: 'user0', rankKey: { negatedScore: 0n, joinedNo: 1n } }

function keptAt(seq: number) {
  const kept = createKeptValues()
  kept.follow(PARTNER, stateOf(seq, null))
  kept.keep(PARTNER, stateOf(seq, null), POINTS_RANK_KEY, 'user0', known)
  const find = () => kept.of(PARTNER).find(POINTS_RANK_KEY, 'user0')?.rankKey?.negatedScore
  return { kept, find }
}

for (const [why, state] of Object.entries({
  'an event of another kind': stateOf(12, null),
  'fewer changes than events': stateOf(12, [change]),
  'a change that is no event': stateOf(10, [], { changeNo: 11n }),
  'another change beside an award': stateOf(11, [change], { otherChangeNo: 1n }),
  'a split of segments': stateOf(10, [], { segmentsVersion: 1n }),
}))
  test(`${why} ends what is kept`, () => {
    const { kept, find } = keptAt(10)
    assert.equal(find(), 0n)
    kept.follow(PARTNER, state)
    assert.equal(find(), undefined)
  })

test('a state that arrives late changes nothing, and what was read in it takes over the changes since', () => {
  const { kept, find } = keptAt(10)
  kept.follow(PARTNER, stateOf(11, [change]))
  assert.equal(find(), -5n)
  kept.follow(PARTNER, stateOf(10, []))
  assert.equal(find(), -5n)
  kept.keep(PARTNER, stateOf(10, []), POINTS_RANK_KEY, 'user1', { userId: 'user1', rankKey: undefined })
  kept.follow(
    PARTNER,
    stateOf(13, [change, { ...change, before: 5, after: 6 }, { ...change, before: 6, after: 8 }]),
  )
  assert.equal(find(), -8n)
  assert.ok(kept.of(PARTNER).find(POINTS_RANK_KEY, 'user1'))
  assert.equal(kept.of(PARTNER).changeNo, 13n)
})

test('what was read before another change, and arrives after it, is not kept', () => {
  const { kept } = keptAt(10)
  kept.follow(PARTNER, stateOf(11, null))
  kept.keep(PARTNER, stateOf(10, []), POINTS_RANK_KEY, 'user1', { userId: 'user1', rankKey: undefined })
  assert.equal(kept.of(PARTNER).find(POINTS_RANK_KEY, 'user1'), undefined)
})
