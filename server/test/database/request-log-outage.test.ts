import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startRequestLog } from '../../src/http/request-log/request-log.ts'
import type { LoggedRequest } from '../../src/http/request-log/request-log-store.ts'
import type { Database } from '../../src/storage/database/database.ts'
import { newId } from '../../src/storage/database/ids.ts'
import { openTestDatabase } from '../support/database.ts'
import { waitUntil } from '../support/wait-until.ts'

const { client, open } = await openTestDatabase()

const requestOf = (partnerId: string): LoggedRequest => ({
  partnerId,
  id: newId(),
  givenId: null,
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
  count: 1,
  ids: null,
  givenIds: null,
})

const countKept = async () =>
  (await client.query<{ kept: number }>('select count(*)::integer as kept from request_log')).rows[0]?.kept

test('while the database is unavailable a bounded number waits, and is written when it is back', async () => {
  const database = open()
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  let isAway = true
  let refusals = 0
  const flaky: Database = {
    ...database,
    transaction: (work) => {
      if (!isAway) return database.transaction(work)
      refusals += 1
      return Promise.reject(away)
    },
  }
  const errors: unknown[] = []
  const log = { error: (...said: unknown[]) => void errors.push(said) }
  const requestLog = startRequestLog({ database: flaky, now: () => new Date(), log })
  const SENT = 6_000
  for (let sent = 0; sent < SENT; sent += 1) {
    const request = requestOf(randomUUID())
    requestLog.record(request, () => request)
  }
  await waitUntil(() => refusals > 0, 'it tried to write')
  assert.equal(await countKept(), 0)
  isAway = false
  await waitUntil(async () => (await countKept()) === 5_000, 'what waited is written')
  await requestLog.stop()
  const { rows } = await client.query('select sum(requests)::integer as sum from request_log_dropped')
  assert.deepEqual(rows, [{ sum: SENT - 5_000 }])
  assert.deepEqual(errors, [])
})

test('stopping writes what waits', async () => {
  const database = open()
  const log = { error: assert.fail }
  const requestLog = startRequestLog({ database, now: () => new Date(), log })
  const request = requestOf(randomUUID())
  requestLog.record(request, () => request)
  await requestLog.stop()
  const { rows } = await client.query('select id, error from request_log where partner_id = $1', [
    request.partnerId,
  ])
  assert.deepEqual(rows, [{ id: request.id, error: request.error }])
})

test('an error of ours can be found by its id beside any number of refused requests', async () => {
  const requestLog = startRequestLog({ database: open(), now: () => new Date(), log: { error: assert.fail } })
  const partnerId = randomUUID()
  for (let sent = 0; sent < 100; sent += 1) {
    const refused = { ...requestOf(partnerId), status: 400 }
    requestLog.record(refused, () => refused)
  }
  const broken = { ...requestOf(partnerId), status: 500 }
  requestLog.record(broken, () => broken)
  await requestLog.stop()
  const { rows } = await client.query('select status from request_log where partner_id = $1 and id = $2', [
    partnerId,
    broken.id,
  ])
  assert.deepEqual(rows, [{ status: 500 }])
})
