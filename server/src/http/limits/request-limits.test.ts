import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressKey, RequestCounts } from './request-limits.ts'

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

test('an IPv4 address counts by itself, also where it is written as an IPv6 address', () => {
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:203.0.113.7', '::ffff:cb00:7107'])
    assert.equal(addressKey(address), '203.0.113.7')
})

test('an IPv6 address counts by its /64, however it is written', () => {
  for (const address of [
    '2001:db8:0:7::1',
    '2001:db8:0:7:ffff:ffff:ffff:ffff',
    '2001:0DB8:0000:0007:0:0:0:2',
    '2001:db8:0:7::1%eth0',
  ])
    assert.equal(addressKey(address), '2001:db8:0:7::/64')
  assert.notEqual(addressKey('2001:db8:0:8::1'), addressKey('2001:db8:0:7::1'))
  assert.equal(addressKey('::1'), '0:0:0:0::/64')
})

test('an invalid address from a proxy counts as it is', () => {
  for (const address of ['unknown', '', '1']) assert.equal(addressKey(address), address)
})
