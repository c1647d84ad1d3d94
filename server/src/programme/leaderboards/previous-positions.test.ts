import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '../../../test/support/random.ts'
import { CANDIDATES_MAX, PREVIOUS_POSITIONS_MAX, positionsBefore } from './previous-positions.ts'

const candidate = (userId: string, score: number, gained: number) => ({
  userId,
  score: BigInt(score),
  gained: BigInt(gained),
})

const WHOLE = { floor: null, hasZeros: true }

test('members who had the same score share the position that they had', () => {
  const positions = positionsBefore(
    [candidate('ada', 90, 80), candidate('ben', 40, 0), candidate('cleo', 30, -10), candidate('dan', 5, 5)],
    WHOLE,
  )
  assert.deepEqual(Object.fromEntries(positions), { ben: 1, cleo: 1, ada: 3, dan: 4 })
})

test('who had no coins was not on a coin board', () => {
  const members = [candidate('ada', 90, 90), candidate('ben', 40, 0)]
  assert.deepEqual(Object.fromEntries(positionsBefore(members, { floor: null, hasZeros: false })), { ben: 1 })
})

test('positions on a board that is larger than its candidates end after the first', () => {
  const members = Array.from({ length: CANDIDATES_MAX }, (_, index) =>
    candidate(`user${index}`, 10_000 - index, 0),
  )
  const positions = positionsBefore(members, { ...WHOLE, floor: 1n })
  assert.equal(positions.size, PREVIOUS_POSITIONS_MAX)
  assert.equal(positions.get(`user${PREVIOUS_POSITIONS_MAX - 1}`), PREVIOUS_POSITIONS_MAX)
  assert.equal(positionsBefore(members, WHOLE).size, CANDIDATES_MAX)
})

test('of a board that is larger than its candidates, every position that is known is right', () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const random = randomFrom(seed)
  for (let round = 0; round < 200; round += 1) {
    const members = Array.from({ length: 60 }, (_, index) => {
      const before = random(40)
      const gained = [0, 0, random(30), -random(before + 1)][random(4)] as number
      return { userId: `user${index}`, before, score: before + gained, gained }
    })
    const inOrder = members.toSorted((left, right) => right.score - left.score)
    const top = inOrder.slice(0, 25)
    const fallen = inOrder.slice(25).filter(({ gained }) => gained < 0)
    const positions = positionsBefore(
      [...top, ...fallen].map(({ userId, score, gained }) => candidate(userId, score, gained)),
      { floor: BigInt(top.at(-1)?.score ?? 0), hasZeros: true },
    )
    for (const { userId, before } of members) {
      const found = positions.get(userId)
      const expected = 1 + members.filter((other) => other.before > before).length
      if (found !== undefined) assert.equal(found, expected, `seed ${seed}, round ${round}, ${userId}`)
    }
    const best = members.toSorted((left, right) => right.before - left.before)[0]
    if (best && best.before > (top.at(-1)?.score ?? 0)) assert.equal(positions.get(best.userId), 1)
  }
})
