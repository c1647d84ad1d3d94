import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlowTime } from './slow-time.ts'

test('what takes longer than a second is slow, also while it is in progress, and less so every minute', async () => {
  let now = 0
  const slowTime = createSlowTime(() => now)
  const answer = Promise.withResolvers<string>()
  const delivering = slowTime.measure(['partner', 'endpoint'], () => answer.promise)
  now += 1_000
  assert.equal(slowTime.msOf('endpoint'), 0)
  now += 6_000
  for (const id of ['partner', 'endpoint']) {
    assert.equal(slowTime.msOf(id), 6_000)
    assert.equal(slowTime.isSlow(id), true)
  }
  assert.equal(slowTime.isSlow('another'), false)

  answer.resolve('done')
  assert.equal(await delivering, 'done')
  assert.equal(slowTime.msOf('endpoint'), 6_000)
  now += 60_000
  assert.equal(slowTime.msOf('endpoint'), 3_000)
  assert.equal(slowTime.isSlow('endpoint'), false)
})

test('quick deliveries are never slow, however many there are', async () => {
  let now = 0
  const slowTime = createSlowTime(() => now)
  for (let count = 0; count < 1_000; count += 1)
    await slowTime.measure(['partner'], async () => {
      now += 500
    })
  assert.equal(slowTime.msOf('partner'), 0)
})

test('a failed delivery counts as well', async () => {
  let now = 0
  const slowTime = createSlowTime(() => now)
  const failing = slowTime.measure(['partner'], async () => {
    now += 16_000
    throw new Error('no response')
  })
  await assert.rejects(failing)
  assert.equal(slowTime.msOf('partner'), 15_000)
  now += 3_600_000
  slowTime.purge()
  assert.equal(slowTime.msOf('partner'), 0)
})
