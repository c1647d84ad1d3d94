import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from './ids.ts'

test('ids are UUIDs of version 7 that sort in the order they were made', () => {
  const before = Date.now()
  // More than one millisecond has numbers for.
  const ids = Array.from({ length: 20_000 }, newId)
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.deepEqual([...ids].sort(), ids)
  assert.equal(new Set(ids).size, ids.length)
  const time = Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16)
  assert.ok(time >= before && time <= Date.now() + ids.length / 4096)
})
