import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { revokeTokens } from '../../src/identity/accounts/revocation-store.ts'
import { watchRevocations } from '../../src/identity/authorization/revocations.ts'
import { openTestDatabase } from '../support/database.ts'
import { waitUntil } from '../support/wait-until.ts'

const { connectionString, client, open, closeFirst } = await openTestDatabase()
const database = open()
const log = { warn: () => {} }

const lastReads = async () =>
  (
    await client.query<{ readAt: string }>(
      `select query_start::text as "readAt" from pg_stat_activity where datname = current_database() and query like '/* listRevocations%'`,
    )
  ).rows.map(({ readAt }) => readAt)

test('without requests nothing is polled, and the next request learns what was revoked meanwhile', async () => {
  const idle = await watchRevocations({ connectionString, log, idleAfterMs: 0 })
  closeFirst(idle.stop)
  const [readAtStart, ...others] = await lastReads()
  assert.deepEqual(others, [])
  const busy = await watchRevocations({ connectionString, log })
  closeFirst(busy.stop)
  const id = randomUUID()
  await database.transaction(async (tx) => revokeTokens(tx, [id]))
  await waitUntil(() => busy.has(id), 'a poll of the other process finds it')
  assert.equal(idle.has(id), false)
  assert.ok((await lastReads()).includes(readAtStart as string))
  await waitUntil(async () => {
    await idle.refresh()
    return idle.has(id)
  }, 'a request finds it')
})
