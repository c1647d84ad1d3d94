import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { limitConcurrency } from './concurrency-limit.ts'

test('at most the given number runs at once, in order, and a failed run makes room', async () => {
  const limited = limitConcurrency(2)
  const begun: number[] = []
  let running = 0
  let most = 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      limited(async () => {
        begun.push(index)
        running += 1
        most = Math.max(most, running)
        await pause(1)
        running -= 1
        if (index % 3 === 0) throw new Error(`${index} fails`)
        return index
      }),
    ),
  )

  assert.equal(most, 2)
  assert.deepEqual(begun, [...begun.keys()])
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null)),
    begun.map((index) => (index % 3 === 0 ? null : index)),
  )
  assert.equal(await limited(async () => 'free'), 'free')
})
