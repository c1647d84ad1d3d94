import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ACTIVITIES, activitiesOf, newType, summaryOf } from '../../support/activities.ts'
import { assertFailure, assertSuccess, UUID } from '../../support/api-response.ts'
import { newCounters, onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const partner = await onboardTestPartner(service)
const { send, record, read } = activitiesOf(service, partner)

test('an activity awards the rule that listens to its type', async () => {
  const userId = await partner.addUser()
  const activityType = newType()
  const rule = await partner.addRule({ activityType })
  const response = await send({ type: activityType, userId, reference: 'order-1' })

  const { id, seq, awards } = response.body.data
  assert.match(id, UUID)
  assertSuccess(response, 201, 'Activity recorded', {
    id,
    seq,
    type: activityType,
    userId,
    reference: 'order-1',
    awards: [
      {
        id: awards[0].id,
        ruleId: rule.id,
        ruleName: rule.name,
        userId,
        awarded: true,
        note: null,
        partnerId: partner.partnerId,
        decision: {
          outcome: 'paid',
          reason: null,
          coins: '10',
          counters: newCounters({ progress: 1, userAwards: 1, participants: 1 }),
          seq: seq + 1,
          ruleVersion: 1,
        },
      },
    ],
    refused: [],
  })
  assert.equal(response.headers.get('location'), `${ACTIVITIES}/${id}`)
  assert.equal(await partner.coinsOf(userId), '10')
})

test('only rules whose condition is true match, and a per-unit rule pays for the units of the activity', async () => {
  const userId = await partner.addUser()
  const activityType = newType()
  const large = await partner.addRule({ activityType, when: 'properties.total >= 50' })
  const unit = await partner.addRule({
    activityType,
    perUnit: true,
    coinValue: '0.5',
    unitsFrom: 'properties.total',
  })
  const small = await record({ type: activityType, userId, properties: { total: 20 } })
  assert.deepEqual(summaryOf(small), { awards: [[unit.name, '10']], refused: [] })
  const both = await record({ type: activityType, userId, properties: { total: 50.5 } })
  assert.deepEqual(summaryOf(both).awards, [
    [large.name, '10'],
    [unit.name, '25.25'],
  ])
  assert.equal(await partner.coinsOf(userId), '45.25')
})

test('what a matching rule refuses is part of the activity, and no award', async () => {
  const userId = await partner.addUser()
  const activityType = newType()
  const rule = await partner.addRule({ activityType, userLimitAward: '1' })
  await record({ type: activityType, userId })
  const second = await record({ type: activityType, userId })
  assert.deepEqual(second.awards, [])
  assert.deepEqual(second.refused, [{ ruleId: rule.id, ruleName: rule.name, reason: 'user_limit_reached' }])
  const stored = await read(second.id)
  assert.deepEqual(stored.refused, second.refused)
  const decisions = await service.get(
    `/api/v1/laas/decisions?userId=${userId}&outcome=refused`,
    partner.token,
  )
  assert.deepEqual(decisions.body.data.decisions, [])
})

test('an unknown user, or one who left, is 400 and nothing is recorded', async () => {
  const type = newType()
  const left = await partner.addUser()
  await service.request('DELETE', `/api/v1/laas/users/${left}`, { token: partner.token })
  for (const who of [{ userId: randomUUID() }, { externalId: 'no one' }, { userId: left }])
    assertFailure(await send({ type, ...who }), 'missing', 'User was not found.')
})

test('a key tells an empty property from a missing one', async () => {
  const userId = await partner.addUser()
  const key = { 'idempotency-key': randomUUID() }
  const tell = (properties: object, more = {}) =>
    service.request('POST', ACTIVITIES, {
      token: partner.token,
      headers: key,
      body: { type: 'order.paid', userId, properties, ...more },
    })
  assert.equal((await tell({ total: 1, coupon: null })).status, 201)
  assert.equal((await tell({ total: 1 })).status, 409)
  const replay = await tell({ coupon: null, total: 1 }, { reference: null })
  assert.equal(replay.headers.get('idempotency-replayed'), 'true')
})
