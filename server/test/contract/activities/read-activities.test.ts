import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ACTIVITIES, activitiesOf, newType } from '../../support/activities.ts'
import { dataOf } from '../../support/api.ts'
import { assertFailure, TIMESTAMP } from '../../support/api-response.ts'
import { allEvents } from '../../support/events.ts'
import { onboardTestPartner, type TestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { addMember } from '../../support/team.ts'

const service = useSharedService()

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
type Data = any

const partner = await onboardTestPartner(service)
const { record, read, list } = activitiesOf(service, partner)

const idsOf = ({ data }: Data) => data.map(({ id }: Data) => id)

test('an award says which activity led to it, in decisions, events and by itself', async () => {
  const own = await onboardTestPartner(service)
  const { record } = activitiesOf(service, own)
  const [ada, bea] = (await own.addUsers(2)) as [string, string]
  const type = newType()
  const [first, second] = [
    await own.addRule({ activityType: type, priority: 1, coinValue: '4' }),
    await own.addRule({ activityType: type, type: 'batched', completionNumber: '2' }),
  ]
  // A debt is settled after the first award, between the two of one activity.
  const debt = (await own.award(ada, first.name)).body.data
  await dataOf(
    service.post('/api/v1/laas/coins/transfer-from-user-wallet', { userId: ada, coins: 3 }, own.token),
  )
  await dataOf(service.post(`/api/v1/laas/rules/award/${debt.id}/reverse`, { shortfall: 'owe' }, own.token))
  const both = await record({ type, userId: ada })
  const byName = (await own.award(bea, second.name)).body.data
  const unheard = await record({ type: newType(), userId: bea })
  const afterIt = (await own.award(bea, first.name)).body.data
  const refused = await record({ type, userId: bea })
  const expected = new Map([
    [debt.id, null],
    ...both.awards.map(({ id }: Data) => [id, both.id] as const),
    [byName.id, null],
    [afterIt.id, null],
    ...refused.awards.map(({ id }: Data) => [id, refused.id] as const),
  ])
  assert.equal(expected.size, 7)
  assert.ok(unheard.seq < refused.seq)
  const path = '/api/v1/laas/decisions'
  for (const query of ['', '?kind=history&limit=100', `?userId=${ada}`]) {
    const { decisions } = await dataOf(service.get(`${path}${query}`, own.token))
    const awards = decisions.filter(({ kind }: Data) => kind === 'award')
    for (const { id, activityId } of awards) assert.equal(activityId, expected.get(id), query)
    assert.equal(awards.length, query.includes('userId') ? 3 : 7, query)
  }
  for (const [id, activityId] of expected) {
    const award = await dataOf(service.get(`/api/v1/laas/rules/award/${id}`, own.token))
    assert.equal(award.activityId, activityId)
  }
  const events = (await allEvents(service, own.token)) as Data[]
  const ofAwards = events.filter(({ data }) => expected.has(data.id))
  assert.equal(ofAwards.length, 7 + 1)
  for (const { type, data } of ofAwards)
    assert.equal(data.activityId, type === 'award.reversed' ? undefined : expected.get(data.id), type)
})

test('activities are listed newest first, by type, user, reference and time, with what came of each', async () => {
  const [ada, bea] = (await partner.addUsers(2)) as [string, string]
  const [type, other] = [newType(), newType()]
  const rule = await partner.addRule({ activityType: type, userLimitAward: '1' })
  const first = await record({ type, userId: ada, reference: 'order-1', properties: { total: 3 } })
  const second = await record({ type: other, userId: ada, reference: 'order-1' })
  const third = await record({ type, userId: ada })
  const fourth = await record({ type, userId: bea })

  const all = await list(`?userId=${ada}`)
  assert.deepEqual(idsOf(all), [third.id, second.id, first.id])
  assert.equal(all.next, null)
  assert.deepEqual(idsOf(await list(`?type=${type}`)), [fourth.id, third.id, first.id])
  assert.deepEqual(idsOf(await list(`?type=${type}&userId=${ada}`)), [third.id, first.id])
  assert.deepEqual(idsOf(await list(`?reference=order-1&userId=${ada}`)), [second.id, first.id])
  assert.deepEqual(idsOf(await list('?reference=order-9')), [])
  const at = all.data[1].createdAt
  assert.deepEqual(idsOf(await list(`?userId=${ada}&to=${at}`)), [first.id])
  const [refused, , paid] = all.data
  assert.match(paid.createdAt, TIMESTAMP)
  assert.deepEqual(paid, {
    id: first.id,
    seq: first.seq,
    type,
    userId: ada,
    reference: 'order-1',
    occurredAt: paid.createdAt,
    createdAt: paid.createdAt,
    actor: paid.actor,
    properties: { total: 3 },
    metadata: null,
    walletBefore: { coins: '0', points: '0' },
    coins: '10',
    paid: 1,
    counted: 0,
    refused: 0,
  })
  assert.deepEqual([refused.coins, refused.paid, refused.refused], ['0', 0, 1])
  assert.equal((await read(third.id)).refused[0].ruleId, rule.id)

  const page = await list(`?userId=${ada}&limit=2`)
  assert.deepEqual(idsOf(page), [third.id, second.id])
  assert.deepEqual(idsOf(await list(`?userId=${ada}&limit=2&cursor=${page.next}`)), [first.id])
})

test("wrong parameters, and another partner's activity, are refused", async () => {
  const get = (query: string) => service.get(`${ACTIVITIES}${query}`, partner.token)
  const other = await onboardTestPartner(service)
  const theirs = await activitiesOf(service, other).record({ type: 'visit', userId: await other.addUser() })
  for (const id of [randomUUID(), theirs.id])
    assertFailure(await get(`/${id}`), 'notFound', 'Activity was not found.')
  assertFailure(await get('?cursor=x'), 'invalid', 'cursor must be the `next` of an earlier response.')
  for (const query of ['?from=yesterday', '?limit=0', '?type=A', '/x', '?expand=all', '/types?limit=21'])
    assert.equal((await get(query)).status, 400, query)
})

test('an activity is an event before those of its awards, which webhooks get only if they name it', async () => {
  const who = await onboardTestPartner(service)
  const userId = await who.addUser()
  await who.addRule({ activityType: 'visit', maxNumberOfParticipant: '1' })
  const before = await allEvents(service, who.token)
  const activity = await activitiesOf(service, who).record({
    type: 'visit',
    userId,
    reference: 'visit-1',
    properties: { shop: 'Lagos' },
    metadata: { till: '7' },
  })
  const events = (await allEvents(service, who.token)).slice(before.length)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['activity.recorded', 'award.paid', 'rule.full'],
  )
  const [event] = events
  const stored = await activitiesOf(service, who).read(activity.id)
  assert.deepEqual(event, {
    seq: activity.seq,
    type: 'activity.recorded',
    createdAt: event?.createdAt,
    data: {
      id: activity.id,
      type: 'visit',
      userId,
      partnerId: who.partnerId,
      occurredAt: stored.occurredAt,
      properties: { shop: 'Lagos' },
      reference: 'visit-1',
      metadata: { till: '7' },
      walletBefore: { coins: '0', points: '0' },
      refused: [],
      lastSeq: activity.seq + 2,
      actor: stored.actor,
    },
  })
  assert.deepEqual(await dataOf(service.get(`/api/v1/laas/events/${activity.seq}`, who.token)), event)
  const only = await dataOf(service.get('/api/v1/laas/events?types=activity.recorded', who.token))
  assert.deepEqual(only.events, [event])
})

test('types are listed with how often they were sent, who listens and what they had', async () => {
  const who = await onboardTestPartner(service)
  const userId = await who.addUser()
  const { record: send } = activitiesOf(service, who)
  await who.addRule({ activityType: 'order.paid', when: 'properties.total > 5' })
  const combined = await who.addRule({
    type: 'combined',
    rules: [
      { name: 'step a', condition: 'Did it', activityType: 'signed.up' },
      { name: 'step b', condition: 'Did it', activityType: 'order.paid', status: 'inactive' },
    ],
  })
  await send({ type: 'order.paid', userId, properties: { total: 7, items: [{ sku: 'a' }] } })
  await send({ type: 'order.paid', userId, properties: { total: 'many' } })
  await send({ type: 'visit', userId })

  const typesFor = async (token: string, query = '') =>
    dataOf(service.get(`${ACTIVITIES}/types${query}`, token))
  const { data, next } = await typesFor(who.token)
  assert.equal(next, null)
  const [paid, signedUp, visit] = data
  assert.deepEqual(
    data.map(({ type, activities }: Data) => [type, activities]),
    [
      ['order.paid', 2],
      ['signed.up', 0],
      ['visit', 1],
    ],
  )
  assert.deepEqual(
    paid.rules.map(({ status, when }: Data) => [status, when]),
    [
      ['active', 'properties.total > 5'],
      ['inactive', null],
    ],
  )
  assert.deepEqual(signedUp.rules, [
    { ruleId: combined.id, ruleName: 'step a', status: 'active', when: null },
  ])
  assert.deepEqual([signedUp.lastAt, visit.properties], [null, []])
  assert.deepEqual(paid.properties[0], {
    path: 'total',
    kinds: ['text', 'number'],
    activities: 2,
    examples: ['many', 7],
  })
  const page = await typesFor(who.token, '?limit=1')
  assert.deepEqual(page.data[0].type, 'order.paid')
  assert.deepEqual((await typesFor(who.token, `?limit=2&cursor=${page.next}`)).data[0].type, 'signed.up')
  assert.deepEqual((await typesFor(who.token, '?type=visit')).data, [visit])

  const support = await addMember(service, who, 'support')
  const [seen] = (await typesFor(support.token)).data
  assert.deepEqual(seen.properties[0], { path: 'total', kinds: ['text', 'number'], activities: 2 })
})

test('the results of a rule count what it refused of activities and why expressions failed, apart from awards', async () => {
  const userId = await partner.addUser()
  const type = newType()
  const rule = await partner.addRule({
    activityType: type,
    userLimitAward: '1',
    when: 'properties.total > 5',
  })
  await record({ type, userId, properties: { total: 6 } })
  await record({ type, userId, properties: { total: 6 } })
  const ids: string[] = []
  for (let index = 0; index < 12; index += 1)
    ids.push((await record({ type, userId, properties: { total: 'secret' } })).id)
  const results = await resultsOf(partner, rule.id)
  const today = results.totals.to
  assert.deepEqual([results.totals.paid, results.totals.refused, results.reasons], [1, 0, []])
  assert.deepEqual(results.activityRefusals, {
    days: [{ date: today, count: 1 }],
    reasons: [{ reason: 'user_limit_reached', count: 1 }],
  })
  const { days, latest } = results.evaluationErrors
  assert.deepEqual(days, [{ date: today, count: 12 }])
  assert.deepEqual(
    latest.map(({ activityId }: Data) => activityId),
    ids.toReversed().slice(0, 10),
  )
  assert(!JSON.stringify(latest).includes('secret'))
})

const resultsOf = (who: TestPartner, ruleId: string): Promise<Data> =>
  dataOf(service.get(`/api/v1/laas/rules/${ruleId}/results`, who.token))
