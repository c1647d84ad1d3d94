import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyedQueue } from './keyed-queue.ts'

class Refused extends Error {}

const createQueue = ({ waitingMax = 100, waitMsMax = 600_000 } = {}) =>
  createKeyedQueue({ waitingMax, waitMsMax, refused: () => new Refused() })

/** Work that runs until it is ended. */
function openWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { work: () => promise, end: resolve, fail: reject }
}

test('the work of one key runs one at a time and in order, also after a failure', async () => {
  const queue = createQueue()
  const begun: number[] = []
  let running = 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      queue('a', async () => {
        begun.push(index)
        running += 1
        assert.equal(running, 1)
        await Promise.resolve()
        running -= 1
        if (index % 3 === 0) throw new Refused()
      }),
    ),
  )
  assert.deepEqual(begun, [...begun.keys()])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    begun.map((index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')),
  )
})

test('other keys do not wait, and a key that is done is forgotten', async () => {
  const queue = createQueue({ waitingMax: 0 })
  const { work, end } = openWork()
  const open = queue('a', work)
  assert.equal(await queue('b', async () => 'done'), 'done')
  await assert.rejects(
    queue('a', async () => 'too many'),
    Refused,
  )
  end('ended')
  assert.equal(await open, 'ended')
  assert.equal(await queue('a', async () => 'free'), 'free')
})

test('work that has waited too long is refused and never runs', async () => {
  const queue = createQueue({ waitMsMax: 1 })
  const { work, end } = openWork()
  const open = queue('a', work)
  await assert.rejects(
    queue('a', () => assert.fail('it runs')),
    Refused,
  )
  end('ended')
  await open
  assert.equal(await queue('a', async () => 'free'), 'free')
})
