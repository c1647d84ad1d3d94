import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  BUSY_LINES,
  LOGGED_PER_SECOND_MAX,
  LOGGED_WHEN_BUSY_MAX,
  startRequestLog,
} from '../../src/http/request-log/request-log.ts'
import { newId } from '../../src/storage/database/ids.ts'
import { openTestDatabase } from '../support/database.ts'

const PARTNERS = 100
const EACH = 10
const { client, open } = await openTestDatabase()

test('while many partners are busy, each has fewer successes logged, and every refusal and error that fits', async () => {
  const log = { error: (fields: unknown) => assert.fail(JSON.stringify(fields)) }
  const requestLog = startRequestLog({ database: open(), now: () => new Date(), log })
  const record = (partnerId: string, status: number) =>
    requestLog.record({ partnerId, status }, () => ({
      partnerId,
      id: newId(),
      givenId: null,
      method: 'GET',
      path: '/',
      operation: null,
      status,
      durationMs: 1,
      errorType: null,
      appErrorCode: null,
      error: null,
      caller: 'client',
      teamMemberId: null,
      address: null,
      createdAt: new Date(),
    }))
  // All within one second: nothing is written before this is done.
  const busy = Array.from({ length: PARTNERS }, () => randomUUID())
  for (let count = 0; count < EACH; count += 1) for (const partnerId of busy) record(partnerId, 201)
  const late = randomUUID()
  for (let count = 0; count <= LOGGED_PER_SECOND_MAX; count += 1)
    for (const status of [201, 400, 500]) record(late, status)
  await requestLog.stop()

  const countOf = async (condition: string) =>
    (await client.query(`select count(*)::integer as count from request_log where ${condition}`)).rows[0]
      .count
  assert.equal(await countOf(`partner_id <> '${late}'`), BUSY_LINES)
  assert.equal(await countOf(`partner_id = '${late}' and status = 201`), LOGGED_WHEN_BUSY_MAX)
  for (const status of [400, 500])
    assert.equal(await countOf(`partner_id = '${late}' and status = ${status}`), LOGGED_PER_SECOND_MAX)
  const { rows } = await client.query('select sum(requests)::integer as dropped from request_log_dropped')
  assert.equal(
    rows[0].dropped,
    PARTNERS * EACH - BUSY_LINES + LOGGED_PER_SECOND_MAX + 1 - LOGGED_WHEN_BUSY_MAX + 2,
  )
})
