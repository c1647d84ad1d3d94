import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Db } from '../../storage/database/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { type BatchRows, PARTS } from './batch.ts'

/** An order is named by one list, in which each part looks for what is its own. */
const SHARED_KEYS = ['references']
const NO_ROWS = new Proxy({}, { get: () => [] }) as BatchRows
const LEDGER = { partnerId: 'partner', now: new Date() } as Ledger

/** The names that several parts use. */
function repeated(names: string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}

test('no two parts of a batch use one name for keys, rows, states or changes', () => {
  const keys = PARTS.flatMap((part) => Object.keys(part.newKeys()))
  const rows = PARTS.flatMap((part) => Object.keys(part.load({} as Db, () => new Map(), new Map())))
  const states = PARTS.map((part) => part.state(LEDGER, NO_ROWS))
  const changes = states.flatMap((state) => ('changes' in state ? Object.keys(state.changes) : []))
  assert.deepEqual(repeated(keys), SHARED_KEYS)
  assert.deepEqual(repeated(rows), [])
  assert.deepEqual(repeated(states.flatMap((state) => Object.keys(state))), ['changes'])
  assert.deepEqual(repeated(changes), [])
  assert.ok(keys.length > 15 && rows.length > 15 && changes.length > 5)
})
