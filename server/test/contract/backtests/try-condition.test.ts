import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activitiesOf, newType } from '../../support/activities.ts'
import { dataOf } from '../../support/api.ts'
import { onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'

const TRY = '/api/v1/laas/rules/try-condition'

const service = useSharedService()
const partner = await onboardTestPartner(service)
const { record } = activitiesOf(service, partner)

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
type Data = any

const request = (body: Record<string, unknown>, token = partner.token) => service.post(TRY, body, token)
const tried = (body: Record<string, unknown>): Promise<Data> => dataOf(request(body))
const idsOf = (told: Data) => told.map(({ activityId }: Data) => activityId)

test('the latest activities say which match, what they would pay, and why others do not', async () => {
  const userId = await partner.addUser()
  const type = newType()
  const totals = [60, 10, 'much', 50, 0]
  const activities: Data[] = []
  for (const total of totals) activities.unshift(await record({ type, userId, properties: { total } }))
  await record({ type: newType(), userId, properties: { total: 70 } })
  const [zero, fifty, much, ten, sixty] = activities
  const { matching, others, ...counts } = await tried({
    activityType: type,
    when: 'properties.total != 10.0',
    unitsFrom: 'properties.total',
    coinValue: '0.5',
    maxCoinsPerAward: '28',
  })
  assert.deepEqual(counts, { activities: 5, matched: 2, failed: 1, unreadable: 0 })
  assert.deepEqual(
    matching.map(({ activityId, units, coins }: Data) => [activityId, units, coins]),
    [
      [fifty.id, '50', '25'],
      [sixty.id, '60', '28'],
    ],
  )
  assert.deepEqual(
    others.map(({ activityId, reason, error }: Data) => [activityId, reason, error]),
    [
      [zero.id, 'no_units', null],
      [much.id, 'evaluation_failed', 'the units are text'],
      [ten.id, 'condition_false', null],
    ],
  )
  const { occurredAt, createdAt } = await dataOf(
    service.get(`/api/v1/laas/activities/${ten.id}`, partner.token),
  )
  assert.deepEqual(others[2], {
    activityId: ten.id,
    userId,
    occurredAt,
    createdAt,
    reason: 'condition_false',
    error: null,
  })
  assert.equal((await tried({ activityType: type })).matching[0].coins, null)
})

test('it says what the same rule then decides, with the member as before each activity', async () => {
  const userId = await partner.addUser()
  const type = newType()
  await service.request('PATCH', `/api/v1/laas/users/${userId}/attributes`, {
    token: partner.token,
    body: { attributes: { tier: 'gold' } },
  })
  const condition = {
    activityType: type,
    when: 'member.attributes.tier == "gold" && member.balance < 20.0 && properties.total > 1.0',
  }
  const rule = await partner.addRule({ ...condition, coinValue: '10' })
  const recorded: Data[] = []
  for (const properties of [{ total: 2 }, { total: 1 }, {}, { total: 2 }, { total: 2 }])
    recorded.push(await record({ type, userId, properties }, '?expand=evaluations'))
  await service.request('PATCH', `/api/v1/laas/users/${userId}/attributes`, {
    token: partner.token,
    body: { attributes: { tier: 'blue' } },
  })
  const evaluationOf = ({ evaluations }: Data) => evaluations.find((each: Data) => each.ruleId === rule.id)
  const newest = recorded.toReversed()
  const { matching, others } = await tried(condition)
  assert.deepEqual(
    idsOf(matching),
    newest.filter((each) => evaluationOf(each).matched).map(({ id }) => id),
  )
  assert.deepEqual(
    others.map(({ activityId, reason, error }: Data) => ({ activityId, reason, error })),
    newest
      .filter((each) => !evaluationOf(each).matched)
      .map((each) => {
        const { reason, error } = evaluationOf(each)
        return { activityId: each.id, reason, error }
      }),
  )
  assert.equal(matching.length, 2)
  assert.equal(others.length, 3)
})

test('a hundred of the latest are tried, and five of each kind are told', async () => {
  const userId = await partner.addUser()
  const type = newType()
  const items = Array.from({ length: 103 }, (_, index) => ({ type, userId, properties: { index } }))
  await dataOf(service.post('/api/v1/laas/activities/bulk', { activities: items }, partner.token))
  const { matching, others, ...counts } = await tried({ activityType: type, when: 'properties.index < 10' })
  assert.deepEqual(counts, { activities: 100, matched: 7, failed: 0, unreadable: 0 })
  assert.equal(matching.length, 5)
  assert.equal(others.length, 5)
})

test('what an erased member did is left out, and others of the type are not seen', async () => {
  const [erased, other] = await partner.addUsers(2)
  const type = newType()
  await record({ type, userId: erased, properties: { total: 9 } })
  const kept = await record({ type, userId: other, properties: { total: 9 } })
  await dataOf(service.post(`/api/v1/laas/users/${erased}/erase`, { forfeit: true }, partner.token))
  const { activities, matched, unreadable, matching } = await tried({
    activityType: type,
    when: 'properties.total > 5.0',
  })
  assert.deepEqual({ activities, matched, unreadable }, { activities: 2, matched: 1, unreadable: 1 })
  assert.deepEqual(idsOf(matching), [kept.id])
  const foreign = await onboardTestPartner(service)
  const seen = await dataOf(request({ activityType: type }, foreign.token))
  assert.deepEqual(seen, { activities: 0, matched: 0, failed: 0, unreadable: 0, matching: [], others: [] })
})

test('nothing is written', async () => {
  const other = await onboardTestPartner(service)
  const userId = await other.addUser()
  const type = newType()
  await activitiesOf(service, other).record({ type, userId, properties: { total: 1 } })
  const state = async () => [
    await dataOf(service.get('/api/v1/laas/events?limit=100', other.token)),
    await dataOf(service.get(`/api/v1/laas/users/${userId}`, other.token)),
    await dataOf(service.get('/api/v1/laas/activities/types', other.token)),
    await dataOf(service.get('/api/v1/laas/rules', other.token)),
  ]
  const before = await state()
  for (const activityType of [type, newType()])
    await dataOf(request({ activityType, when: 'properties.missing > 1', coinValue: '10' }, other.token))
  assert.deepEqual(await state(), before)
})

test('owners and managers may try conditions, others may not', async () => {
  const body = { activityType: newType() }
  const manager = await addMember(service, partner, 'manager')
  assert.equal((await request(body, manager.token)).status, 200)
  for (const role of ['support', 'read-only'] as const) {
    const { token } = await addMember(service, partner, role)
    assert.equal((await request(body, token)).status, 403, role)
  }
  assert.equal((await service.post(TRY, body)).status, 401)
})

test('wrong conditions are refused as when they are saved', async () => {
  const activityType = newType()
  const long = Array.from({ length: 9 }, () => 'properties.a.all(i, properties.b.all(j, i > j))').join(' && ')
  const expressions = [
    'total > 5',
    'properties.total >',
    '1 + 1',
    `properties.${'a'.repeat(2_000)} == 1`,
    long,
  ]
  for (const when of expressions) {
    const saved = await service.post(
      '/api/v1/laas/rules/create-rule',
      { name: 'wrong', coinValue: '1', maxNumberOfParticipant: '1', condition: 'x', activityType, when },
      partner.token,
    )
    assert.equal(saved.status, 400, when)
    const response = await request({ activityType, when })
    assert.equal(response.status, 400, when)
    assert.deepEqual(response.body.data, saved.body.data)
  }
  const { body } = await request({ activityType, when: 'total > 5' })
  assert.equal(
    body.data.error,
    'when is no valid expression: line 1, column 1: unknown name "total"; did you mean properties.total?',
  )
  const bad: [Record<string, unknown>, RegExp][] = [
    [{}, /^activityType /],
    [{ activityType: null }, /^activityType is required/],
    [{ activityType: 'Order Paid' }, /^activityType must /],
    [{ activityType: 'member.unknown' }, /^activityType must be member\.joined or member\.referred/],
    [{ activityType, when: 5 }, /^when must be an expression/],
    [
      { activityType, unitsFrom: 'properties.total > 1' },
      /^unitsFrom is no valid expression: line 1, column/,
    ],
    [{ activityType, coinValue: '0' }, /^coinValue must /],
    [{ activityType, maxCoinsPerAward: '5' }, /^maxCoinsPerAward must be left out unless there is unitsFrom/],
    [{ activityType, other: 1 }, /other/],
  ]
  for (const [wrong, problem] of bad) {
    const response = await request(wrong)
    assert.equal(response.status, 400, JSON.stringify(wrong))
    assert.match(response.body.data.error, problem)
  }
})
