import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Laurel, LaurelInvalid, LaurelRefusal } from '@laurel/sdk'
import { newType } from '../../support/activities.ts'
import { newRuleBody, unique } from '../../support/partner.ts'
import { onboardWithSdk } from '../../support/sdk.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const { backend, credentials } = await onboardWithSdk(service)

const newCustomer = async () => (await backend.users.create({ externalId: unique('customer-') })).userId

test('an activity awards the rules that match it, once for each key', async () => {
  const type = newType()
  const userId = await newCustomer()
  const { name } = await backend.rules.create({
    ...newRuleBody(),
    coinValue: '1',
    perUnit: true,
    activityType: type,
    when: 'properties.total >= 10',
    unitsFrom: 'properties.total',
  })
  const activity = { type, userId, reference: unique('order-'), properties: { total: 49.9 } }
  const options = { idempotencyKey: activity.reference, expand: ['evaluations' as const, 'wallet' as const] }
  const forecast = await backend.activities.record(activity, { dryRun: true })
  assert.deepEqual([forecast.id, forecast.wallet?.coins], ['', '49.9'])
  const recorded = await backend.activities.record(activity, options)
  assert.deepEqual(
    recorded.awards.map(({ ruleName, decision }) => [ruleName, decision?.coins, decision?.outcome]),
    [[name, '49.9', 'paid']],
  )
  assert.deepEqual([recorded.evaluations?.[0]?.matched, recorded.wallet?.coins], [true, '49.9'])
  assert.equal((await backend.activities.record(activity, options)).id, recorded.id)

  const read = await backend.activities.read(recorded.id, { expand: 'evaluations' })
  assert.deepEqual([read.properties, read.evaluations?.length], [{ total: 49.9 }, 1])
  const small = await backend.activities.record({ type, userId, properties: { total: 5 } })
  assert.deepEqual([small.awards, small.refused], [[], []])
  const listed = await backend.activities.list({ type, limit: 1 }).all()
  assert.deepEqual(
    listed.map(({ id, coins }) => [id, coins]),
    [
      [small.id, '0'],
      [recorded.id, '49.9'],
    ],
  )
})

test('an activity of an unknown user or with wrong fields fails', async () => {
  const type = newType()
  await assert.rejects(
    backend.activities.record({ type, externalId: unique('customer-') }),
    (error) => error instanceof LaurelRefusal && error.reason === 'unknown_user',
  )
  await assert.rejects(
    backend.activities.record({ type: 'Not A Type', externalId: 'a' }),
    (error) => error instanceof LaurelInvalid && error.fields[0]?.field === 'type',
  )
})

test('of many activities, each has its own outcome, and enrol joins a customer', async () => {
  const type = newType()
  const externalId = unique('customer-')
  await backend.rules.create({ ...newRuleBody(), coinValue: '2', activityType: type })
  const outcomes = await backend.activities.recordMany([
    { type, externalId, enrol: true, idempotencyKey: unique('visit-') },
    { type, externalId },
    { type, externalId: unique('nobody-') },
    { type: 'member.joined', externalId },
  ])
  assert.deepEqual(
    outcomes.map((outcome) =>
      outcome.ok ? outcome.data.awards.map(({ decision }) => decision?.coins) : outcome.message,
    ),
    [
      ['2'],
      ['2'],
      'User was not found.',
      'type must not begin with "member.", which only the service itself sends.',
    ],
  )
})

test('conditions read the attributes of a member', async () => {
  const type = newType()
  const userId = await newCustomer()
  await backend.rules.create({
    ...newRuleBody(),
    activityType: type,
    when: 'has(member.attributes.city) && member.attributes.city == "Lagos"',
  })
  const paid = async () => (await backend.activities.record({ type, userId })).awards.length
  assert.equal(await paid(), 0)
  await backend.users.changeAttributes(userId, { attributes: { city: 'Lagos' } })
  assert.deepEqual((await backend.users.attributes(userId)).attributes, { city: 'Lagos' })
  assert.equal(await paid(), 1)
})

test('types of activities are a list with the rules that listen and the properties that were sent', async () => {
  const sent = [newType(), newType(), newType()].sort()
  const [type = ''] = sent
  const userId = await newCustomer()
  const { id, name } = await backend.rules.create({
    ...newRuleBody(),
    activityType: type,
    when: 'properties.total > 5',
  })
  for (const each of sent) await backend.activities.record({ type: each, userId, properties: { total: 7 } })
  const [found] = (await backend.activities.types({ type })).data
  assert.deepEqual(
    [found?.activities, found?.rules, found?.properties],
    [
      1,
      [{ ruleId: id, ruleName: name, status: 'active', when: 'properties.total > 5' }],
      // Examples are for owners and managers, not for the keys of a backend.
      [{ path: 'total', kinds: ['number'], activities: 1 }],
    ],
  )
  const all = await backend.activities.types({ limit: 1 }).all()
  assert.deepEqual(
    all.map((each) => each.type).filter((each) => sent.includes(each)),
    sent,
  )
})

test('a client can name the types of its activities and their properties', async () => {
  type Visit = { shop: string; minutes?: number }
  interface Shop {
    'shop.visited': Visit
    'app.opened': { version?: string }
  }
  const shop = new Laurel<Shop>({ baseUrl: service.url, ...credentials })
  const userId = await newCustomer()
  const visited = await shop.activities.record({
    type: 'shop.visited',
    userId,
    properties: { shop: 'Ikeja' },
  })
  assert.equal(visited.type, 'shop.visited')
  assert.equal((await shop.activities.record({ type: 'app.opened', userId })).type, 'app.opened')
})
