import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyedQueue } from './keyed-queue.ts'

class Refused extends Error {}

const createQueue = ({ capacity = 1, waitingMax = 100, waitMsMax = 600_000 } = {}) =>
  createKeyedQueue({ capacity, waitingMax, waitMsMax, refused: () => new Refused() })

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

test('as much runs at once as fits, in order, and what never fits runs alone', async () => {
  const queue = createQueue({ capacity: 10, waitingMax: 3 })
  const begun: number[] = []
  const works = [6, 4, 5, 5, 11].map((size, index) => {
    const { work, end } = openWork()
    const run = () => {
      begun.push(index)
      return work()
    }
    return { result: queue('a', run, size), end }
  })
  const endAndSee = async (index: number) => {
    works[index]?.end(`${index}`)
    assert.equal(await works[index]?.result, `${index}`)
    return begun
  }

  await assert.rejects(
    queue('a', () => assert.fail('it runs')),
    Refused,
  )
  assert.deepEqual(begun, [0, 1])
  assert.deepEqual(await endAndSee(1), [0, 1])
  assert.deepEqual(await endAndSee(0), [0, 1, 2, 3])
  assert.deepEqual(await endAndSee(2), [0, 1, 2, 3])
  assert.deepEqual(await endAndSee(3), [0, 1, 2, 3, 4])
  await endAndSee(4)
})

test('what waits behind work that is refused starts if it fits', async () => {
  const queue = createQueue({ capacity: 10, waitMsMax: 1 })
  const { work, end } = openWork()
  const open = queue('a', work, 6)
  const large = queue('a', () => assert.fail('it runs'), 10)
  await assert.rejects(large, Refused)
  assert.equal(await queue('a', async () => 'fits', 4), 'fits')
  end('ended')
  await open
})
