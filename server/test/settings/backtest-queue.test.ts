import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { tryRange } from '../../src/programme/backtests/run-backtest.ts'
import { openDatabase } from '../../src/storage/database/database.ts'
import { activitiesOf } from '../support/activities.ts'
import { dataOf } from '../support/api.ts'
import { assertFailure } from '../support/api-response.ts'
import { BACKTESTS, backtestsOf, codesOf } from '../support/backtests.ts'
import { asService } from '../support/database.ts'
import { onboardTestPartner } from '../support/partner.ts'
import { startTestService } from '../support/service.ts'
import { addMember } from '../support/team.ts'
import { waitUntil } from '../support/wait-until.ts'

const service = await startTestService()

/** Keeps backtests running until it is released. */
async function lockActivityData() {
  const client = new pg.Client({ connectionString: service.connectionString })
  await client.connect()
  await client.query('begin; lock table activity_data in access exclusive mode')
  return { release: () => client.end() }
}

async function partnerWithVisits(count: number) {
  const partner = await onboardTestPartner(service)
  const userId = await partner.addUser()
  const rule = await partner.addRule({ activityType: 'visit' })
  const items = Array.from({ length: count }, () => ({ type: 'visit', userId }))
  await dataOf(service.post('/api/v1/laas/activities/bulk', { activities: items }, partner.token))
  return { ...partner, userId, rule, ...activitiesOf(service, partner), ...backtestsOf(service, partner) }
}

const cancel = (id: string, token: string) => service.post(`${BACKTESTS}/${id}/cancel`, {}, token)

test('one backtest of a partner runs and one waits, which a newer one of the same author replaces', async () => {
  const partner = await partnerWithVisits(3)
  const { request, ended } = partner
  const body = { ruleId: partner.rule.id }
  const statusOf = async (id: string): Promise<string> =>
    (await dataOf(service.get(`${BACKTESTS}/${id}`, partner.token))).status
  const lock = await lockActivityData()
  const running = (await request(body)).body.data.id
  await waitUntil(async () => (await statusOf(running)) === 'running', 'the first one runs')
  const replaced = (await request(body)).body.data.id
  const waiting = (await request(body)).body.data.id
  assert.deepEqual(await Promise.all([running, replaced, waiting].map(statusOf)), [
    'running',
    'cancelled',
    'waiting',
  ])
  const manager = await addMember(service, partner, 'manager')
  assertFailure(
    await backtestsOf(service, manager).request(body),
    'refused',
    'A backtest of someone else waits; wait until it runs, or cancel it.',
    'backtest_waiting',
  )
  assert.equal((await dataOf(cancel(running, manager.token))).status, 'cancelled')
  await lock.release()
  assert.equal((await ended(waiting)).result.paid, 3)
  const { status, result } = await ended(running)
  assert.deepEqual([status, result], ['cancelled', null])
})

test('of more activities than a backtest tries, it tries the newest, and says so', async () => {
  const { partnerId, rule, record, userId, run } = await partnerWithVisits(30)
  await record({ type: 'visit', userId })
  const whole = await run({ ruleId: rule.id, asWritten: true })
  assert.deepEqual([whole.activities, codesOf(whole)], [31, []])
  const database = openDatabase({ connectionString: asService(service.connectionString) })
  const [stored] = await service.query<{ rule: never }>(
    'select rule from backtests where partner_id = $1 order by id desc limit 1',
    [partnerId],
  )
  const order = {
    ruleId: rule.id,
    rule: stored?.rule as never,
    isUnchanged: true,
    asWritten: true,
    fromAt: new Date(0),
    toAt: new Date(Date.now() + 60_000),
    untilSeq: 1_000_000_000n,
  }
  const newest = await tryRange(database, partnerId, order, { activitiesMax: 7 })
  assert(newest)
  assert.deepEqual([newest.activities, newest.coins], [7, '70'])
  assert.deepEqual(codesOf(newest), ['counted_before', 'newest_only'])
  await database.close()
})

test('activities whose properties are past their retention are left out, and a note says so', async () => {
  const { partnerId, addRule, record, run, userId } = await partnerWithVisits(1)
  const read = await addRule({ activityType: 'read', when: 'properties.total > 5' })
  const unread = await addRule({ activityType: 'unread' })
  for (const type of ['read', 'unread']) await record({ type, userId, properties: { total: 10 } })
  const { notes } = await run({ ruleId: read.id, asWritten: true })
  assert.deepEqual(notes, [])
  await service.query('update activity_data set created_at = $2 where partner_id = $1', [
    partnerId,
    daysAgo(401),
  ])
  await purge()
  const { activities, unreadable, paid, ...after } = await run({ ruleId: read.id, asWritten: true })
  assert.deepEqual([activities, unreadable, paid, codesOf(after)], [1, 1, 0, ['unreadable']])
  // A rule without an expression reads none of them.
  assert.deepEqual((await run({ ruleId: unread.id, asWritten: true })).notes, [])
})

test('backtests are kept for thirty days', async () => {
  const { rule, run, read, request } = await partnerWithVisits(1)
  await run({ ruleId: rule.id })
  const { id } = (await request({ ruleId: rule.id })).body.data
  await service.query('update backtests set created_at = $2 where id = $1', [id, daysAgo(31)])
  await purge()
  await assert.rejects(read(id), /Backtest was not found/)
})

/** Citus calculates with no time of a row in an update. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

async function purge(): Promise<void> {
  const { purgeExpired } = await import('../../src/retention-store.ts')
  const { readConfig } = await import('../../src/runtime/settings/config.ts')
  const database = openDatabase({ connectionString: asService(service.connectionString) })
  await purgeExpired(database, readConfig({}), new Date())
  await database.close()
}
