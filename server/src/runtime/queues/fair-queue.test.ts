import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairQueue } from './fair-queue.ts'

const BUSY = new Error('The queue is full.')
const refused = () => BUSY

/** A queue with room for one at a time and three waiting, whose work ends when the test says so. */
function newQueue() {
  const queue = createFairQueue({ atOnce: 1, waitingMax: 3, refused })
  const started: string[] = []
  const held: (() => void)[] = []
  return {
    started,
    ask: (by: string, name = by): Promise<void> =>
      queue.run(by, async () => {
        started.push(name)
        await new Promise<void>((resolve) => held.push(resolve))
      }),
    /** Ends what runs, until nothing does. */
    async endAll(): Promise<void> {
      for (;;) {
        await new Promise(setImmediate)
        const end = held.shift()
        if (!end) return
        end()
      }
    },
  }
}

test('what finds the queue full is refused', async () => {
  const { ask, started, endAll } = newQueue()
  const calls = ['a', 'b', 'c', 'd'].map((by) => ask(by))
  await assert.rejects(ask('e'), BUSY)
  await endAll()
  await Promise.all(calls)
  assert.deepEqual(started, ['a', 'b', 'c', 'd'])
  const again = ask('e')
  await endAll()
  await again
})

test('one address cannot fill the queue for others, nor run before them', async () => {
  const { ask, started, endAll } = newQueue()
  const flood = ['1', '2', '3', '4'].map((number) => ask('flood', `flood ${number}`))
  const refused = assert.rejects(flood[3] as Promise<void>, BUSY)
  await assert.rejects(ask('flood'), BUSY)
  const other = ask('other')
  await refused
  await endAll()
  await Promise.all([...flood.slice(0, 3), other])
  assert.deepEqual(started, ['flood 1', 'other', 'flood 2', 'flood 3'])
})

test('work that has waited too long is refused, and those behind it are not', async () => {
  const queue = createFairQueue({ atOnce: 1, waitingMax: 3, waitMsMax: 1, refused })
  let end = () => {}
  const running = queue.run('a', () => new Promise<void>((resolve) => (end = resolve)))
  await assert.rejects(
    queue.run('b', async () => {}),
    BUSY,
  )
  end()
  await running
  assert.equal(await queue.run('b', async () => 'done'), 'done')
})

test('work that fails makes room as well', async () => {
  const queue = createFairQueue({ atOnce: 1, waitingMax: 1, refused })
  const failing = queue.run('a', async () => {
    throw new Error('wrong')
  })
  const waiting = queue.run('b', async () => 'done')
  await assert.rejects(failing, { message: 'wrong' })
  assert.equal(await waiting, 'done')
})
