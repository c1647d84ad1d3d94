import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activitiesOf, newType, summaryOf } from '../../support/activities.ts'
import { dataOf } from '../../support/api.ts'
import { onboardTestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const partner = await onboardTestPartner(service)
const { record, read } = activitiesOf(service, partner)

const awardsOf = async (body: Record<string, unknown>) => summaryOf(await record(body)).awards

const change = (id: string, changes: Record<string, unknown>) =>
  dataOf(service.request('PATCH', `/api/v1/laas/rules/${id}`, { token: partner.token, body: changes }))

test('matching rules are decided by priority, then the older one first', async () => {
  const userId = await partner.addUser()
  const activityType = newType()
  const [low, old, young, high] = [
    await partner.addRule({ activityType, priority: -1 }),
    await partner.addRule({ activityType }),
    await partner.addRule({ activityType }),
    await partner.addRule({ activityType, priority: 7 }),
  ]
  const names = (await awardsOf({ type: activityType, userId })).map(([name]: [string]) => name)
  assert.deepEqual(names, [high.name, old.name, young.name, low.name])
})

test('what an earlier rule paid counts for later limits, but no condition sees it', async () => {
  const userId = await partner.addUser()
  const activityType = newType()
  const first = await partner.addRule({ activityType, priority: 1, when: 'member.balance == 0.0' })
  const second = await partner.addRule({
    activityType,
    when: 'member.balance == 0.0 && member.points == 0.0',
  })
  const later = await partner.addRule({
    activityType,
    when: 'member.balance == 20 && member.points > 19 && member.points < 21',
  })
  const activity = await record({ type: activityType, userId }, '?expand=wallet')
  assert.deepEqual(summaryOf(activity).awards, [
    [first.name, '10'],
    [second.name, '10'],
  ])
  assert.deepEqual(activity.wallet, { coins: '20', points: '20', available: '20', pending: '0', held: '0' })
  assert.deepEqual(summaryOf(await record({ type: activityType, userId })), {
    awards: [[later.name, '10']],
    refused: [],
  })
})

test('of an exclusive group the first that pays or counts excludes the others, and a refused one does not', async () => {
  const [ada, bea] = (await partner.addUsers(2)) as [string, string]
  const activityType = newType()
  const group = { activityType, exclusiveGroup: 'welcome' }
  const once = await partner.addRule({ ...group, priority: 3, userLimitAward: '1' })
  const counts = await partner.addRule({ ...group, priority: 2, type: 'batched', completionNumber: '5' })
  const last = await partner.addRule({ ...group, priority: 1 })
  const free = await partner.addRule({ activityType })

  const first = await record({ type: activityType, userId: ada }, '?expand=evaluations')
  assert.deepEqual(summaryOf(first).awards, [
    [once.name, '10'],
    [free.name, '10'],
  ])
  assert.deepEqual(
    first.evaluations.map(({ ruleName, matched, outcome, reason }: Record<string, unknown>) => [
      ruleName,
      matched,
      outcome ?? reason,
    ]),
    [
      [once.name, true, 'paid'],
      [counts.name, false, 'group_taken'],
      [last.name, false, 'group_taken'],
      [free.name, true, 'paid'],
    ],
  )
  const second = summaryOf(await record({ type: activityType, userId: ada }))
  assert.deepEqual(second, {
    awards: [
      [counts.name, 'counted'],
      [free.name, '10'],
    ],
    refused: [[once.name, 'user_limit_reached']],
  })
  assert.deepEqual(await awardsOf({ type: activityType, userId: bea }), [
    [once.name, '10'],
    [free.name, '10'],
  ])
})

test('sub-rules of one combined rule do not exclude each other, and one that is done does not match', async () => {
  const userId = await partner.addUser()
  const activityType = newType()
  const [a, b, c] = [unique('part '), unique('part '), unique('part ')]
  const sub = (name: string, when: string) => ({ name, condition: 'Did it', activityType, when })
  await partner.addRule({
    type: 'combined',
    exclusiveGroup: 'profile',
    rules: [sub(a, 'properties.step >= 1'), sub(b, 'properties.step >= 2'), sub(c, 'properties.step >= 3')],
  })
  const step = async (number: number) =>
    summaryOf(await record({ type: activityType, userId, properties: { step: number } }))
  assert.deepEqual(await step(1), { awards: [[a, 'counted']], refused: [] })
  assert.deepEqual(await step(1), { awards: [], refused: [] })
  assert.deepEqual((await step(2)).awards, [[b, 'counted']])
  assert.deepEqual((await step(3)).awards, [[c, '10']])
  // A new round begins with what matched: all three, of which the last pays.
  assert.deepEqual((await step(3)).awards, [
    [a, 'counted'],
    [b, 'counted'],
    [c, '10'],
  ])
})

test('rules that are inactive, not started, ended or archived do not match', async () => {
  const userId = await partner.addUser()
  const activityType = newType()
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const earlier = new Date(Date.now() - 3_600_000).toISOString()
  const inactive = await partner.addRule({ activityType, status: 'inactive' })
  const waiting = await partner.addRule({ activityType, startsAt: later })
  const ended = await partner.addRule({ activityType, endsAt: earlier })
  const archived = await partner.addRule({ activityType })
  await dataOf(service.post(`/api/v1/laas/rules/${archived.id}/archive`, {}, partner.token))
  const activity = await record({ type: activityType, userId }, '?expand=evaluations')
  assert.deepEqual(summaryOf(activity), { awards: [], refused: [] })
  assert.deepEqual(
    activity.evaluations.map(({ ruleId, reason }: Record<string, unknown>) => [ruleId, reason]),
    [
      [inactive.id, 'rule_inactive'],
      [waiting.id, 'rule_not_started'],
      [ended.id, 'rule_ended'],
    ],
  )
})

test('an expression that fails does not match, and says why', async () => {
  const userId = await partner.addUser()
  const activityType = newType()
  const failing = await partner.addRule({ activityType, when: 'properties.total > 5' })
  const sound = await partner.addRule({ activityType })
  const activity = await record(
    { type: activityType, userId, properties: { total: 'ten' } },
    '?expand=evaluations',
  )
  assert.deepEqual(summaryOf(activity).awards, [[sound.name, '10']])
  const [evaluation] = activity.evaluations
  assert.deepEqual(
    { ...evaluation, error: typeof evaluation.error },
    {
      ruleId: failing.id,
      ruleName: failing.name,
      ruleVersion: 1,
      matched: false,
      outcome: null,
      reason: 'evaluation_failed',
      error: 'string',
    },
  )
  assert(!evaluation.error.includes('ten'), evaluation.error)
})

test('zero units do not match, and units of less than 0.01 coins are refused', async () => {
  const userId = await partner.addUser()
  const activityType = newType()
  const rule = await partner.addRule({
    activityType,
    perUnit: true,
    coinValue: '1',
    unitsFrom: 'properties.total',
  })
  const of = async (total: number) =>
    summaryOf(await record({ type: activityType, userId, properties: { total } }))
  assert.deepEqual(await of(0), { awards: [], refused: [] })
  assert.deepEqual(await of(0.001), { awards: [], refused: [[rule.name, 'amount_too_small']] })
  assert.deepEqual(await of(-1), { awards: [], refused: [] })
  assert.deepEqual((await of(0.01)).awards, [[rule.name, '0.01']])
})

test('a stored activity shows what came of it with the rules as they were', async () => {
  const userId = await partner.addUser()
  const activityType = newType()
  const rule = await partner.addRule({ activityType, when: 'properties.total > 100' })
  const paying = await partner.addRule({ activityType })
  const activity = await record(
    { type: activityType, userId, properties: { total: 7 }, metadata: { shop: 'Lagos' } },
    '?expand=evaluations',
  )
  await change(rule.id, { when: 'properties.total > 1' })
  await change(paying.id, { activityType: null })

  const stored = await read(activity.id, '?expand=evaluations')
  assert.deepEqual(stored.evaluations, activity.evaluations)
  assert.deepEqual(stored.awards, activity.awards)
  assert.deepEqual(stored.properties, { total: 7 })
  assert.deepEqual(stored.metadata, { shop: 'Lagos' })
  assert.deepEqual(stored.walletBefore, { coins: '0', points: '0' })
  assert.deepEqual(summaryOf(await record({ type: activityType, userId, properties: { total: 7 } })).awards, [
    [rule.name, '10'],
  ])
})

test('conditions see the activity, the member with attributes, and the time', async () => {
  const activityType = newType()
  const externalId = unique('customer-')
  await dataOf(
    service.post('/api/v1/laas/users', { externalId, attributes: { tier: 'gold' } }, partner.token),
  )
  const conditions = [
    `activity.type == "${activityType}" && activity.reference == "order-7"`,
    `member.externalId == "${externalId}" && member.attributes.tier == "gold"`,
    'member.joinedAt <= now && activity.occurredAt < now',
    'properties.list.exists(each, each == "shoes")',
  ]
  for (const when of conditions) await partner.addRule({ activityType, when })
  const body = {
    type: activityType,
    externalId,
    reference: 'order-7',
    properties: { list: ['hats', 'shoes'] },
    occurredAt: new Date(Date.now() - 60_000).toISOString(),
  }
  const activity = await record(body, '?expand=evaluations')
  assert.equal(activity.awards.length, conditions.length, JSON.stringify(activity.evaluations))
})
