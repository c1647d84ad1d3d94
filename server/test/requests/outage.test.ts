import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { newId } from '../../src/database/ids.ts'
import type { LoggedRequest } from '../../src/request-log/logged-request.ts'
import { startRequestLog } from '../../src/request-log/request-log.ts'
import { createTestDatabase } from '../support/database.ts'
import { waitUntil } from '../support/wait-until.ts'

const { connectionString, drop } = await createTestDatabase()
const client = new pg.Client({ connectionString })
await client.connect()
after(async () => {
  await client.end()
  await drop()
})

const requestOf = (partnerId: string): LoggedRequest => ({
  partnerId,
  id: newId(),
  method: 'POST',
  path: '/api/v1/laas/rules/award',
  operation: 'awardRule',
  status: 201,
  durationMs: 1,
  errorType: null,
  appErrorCode: null,
  error: 'with "quotes", {braces} and \\',
  caller: 'client',
  teamMemberId: null,
  address: '127.0.0.1',
  createdAt: new Date(),
})

const countKept = async () =>
  (await client.query<{ kept: number }>('select count(*)::integer as kept from request_log')).rows[0]?.kept

test('while the database is away a bounded number waits, and is written when it is back', async () => {
  const database = openDatabase({ connectionString })
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  let isAway = true
  const flaky: Database = {
    ...database,
    transaction: (work) => (isAway ? Promise.reject(away) : database.transaction(work)),
  }
  const errors: unknown[] = []
  const log = { error: (...said: unknown[]) => void errors.push(said) }
  const requestLog = startRequestLog({ database: flaky, now: () => new Date(), log })
  const SENT = 6_000
  for (let sent = 0; sent < SENT; sent += 1) {
    const request = requestOf(randomUUID())
    requestLog.record(request, () => request)
  }
  await pause(1_500)
  assert.equal(await countKept(), 0)
  isAway = false
  await waitUntil(async () => (await countKept()) === 5_000, 'what waited is written')
  await requestLog.stop()
  const { rows } = await client.query('select sum(requests)::integer as sum from request_log_dropped')
  assert.deepEqual(rows, [{ sum: SENT - 5_000 }])
  assert.deepEqual(errors, [])
  await database.close()
})

test('stopping writes what waits', async () => {
  const database = openDatabase({ connectionString })
  const log = { error: assert.fail }
  const requestLog = startRequestLog({ database, now: () => new Date(), log })
  const request = requestOf(randomUUID())
  requestLog.record(request, () => request)
  await requestLog.stop()
  const { rows } = await client.query('select id, error from request_log where partner_id = $1', [
    request.partnerId,
  ])
  assert.deepEqual(rows, [{ id: request.id, error: request.error }])
  await database.close()
})
