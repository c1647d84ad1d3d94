import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RequestCounts } from './request-limits.ts'

test('requests of a key are counted until the window ends, on all routes together', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 })
  const counts = new RequestCounts()
  const countOf = (key: string) => {
    let result: { current: number; ttl: number } | undefined
    counts.child().incr(key, (_, counted) => (result = counted), 60_000)
    return result
  }
  assert.deepEqual(countOf('caller'), { current: 1, ttl: 60_000 })
  t.mock.timers.tick(59_999)
  assert.deepEqual(countOf('caller'), { current: 2, ttl: 1 })
  assert.deepEqual(countOf('other'), { current: 1, ttl: 1 })
  t.mock.timers.tick(1)
  assert.deepEqual(countOf('caller'), { current: 1, ttl: 60_000 })
})
