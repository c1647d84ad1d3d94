import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { activitiesOf } from '../support/activities.ts'
import { dataOf } from '../support/api.ts'
import { backtestsOf } from '../support/backtests.ts'
import { isOnCitus } from '../support/citus.ts'
import { noteTasks } from '../support/citus-tasks.ts'
import { finished, ndjson, sendImport } from '../support/imports-of.ts'
import { ME, newRuleBody, newUserBody, onboardTestPartner, type TestPartner } from '../support/partner.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Background work that asks every node. */
const FOR_ALL = [
  'checkNodes',
  'findBacktestOfJob',
  'findDueRules',
  'findImportOfJob',
  'findPartnersWithNoted',
]
const TRANSACTION_TYPES = [
  'partner_user_award',
  'user_partner_transfer',
  'user_partner_reversal',
  'partner_user_refund',
  'partner_user_adjustment',
]

test('every statement of a partner is sent to one shard, and an award is one transaction of one node', {
  skip: !isOnCitus && 'needs CITUS_URL, the nodes of a Citus cluster',
}, async () => {
  const { tasks, commands } = noteTasks()
  // A node runs statements for its own shards without sending them.
  const service = await startTestService({ databaseNodes: 'coordinator' })
  const partner = await onboardTestPartner(service)
  const { token } = partner
  async function get(path: string): Promise<void> {
    const response = await fetch(`${service.url}/api/v1/laas/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(response.status, 200, `${path}: ${await response.text()}`)
  }
  const [user, other] = (await partner.addUsers(3)) as [string, string]
  const rule = await partner.addRule()
  const combined = await partner.addCombinedRule(2)

  commands.length = 0
  tasks.length = 0
  const awarded = await dataOf(partner.award(user, rule.name))
  const used = tasks.filter(({ caller }) => !FOR_ALL.includes(caller))
  assert.equal(new Set(used.map(({ node }) => node)).size, 1, 'one node')
  assert.deepEqual(
    commands.filter((command) => /prepare transaction/i.test(command)),
    [],
    'a plain commit',
  )
  await partner.award(user, combined.parts[0])
  await partner.award(randomUUID(), rule.name)
  await partner.awardAll([user, other, user].map((userId) => ({ userId, ruleName: rule.name })))
  const keyed = { headers: { 'idempotency-key': randomUUID(), authorization: `Bearer ${token}` } }
  const body = { userId: user, ruleName: rule.name }
  for (let count = 0; count < 2; count += 1)
    await dataOf(service.request('POST', '/api/v1/laas/rules/award', { body, ...keyed }))
  await partner.transfer(user, 3)
  await partner.transfer(user, 3_000)
  await partner.reverse(awarded.id ?? awarded.awardId)

  const order = { userId: user, reference: 'order-1', narration: 'Order' }
  await dataOf(service.post('/api/v1/laas/rules/award', { ...order, ruleName: rule.name }, token))
  const spent = await dataOf(
    service.post('/api/v1/laas/coins/transfer-from-user-wallet', { ...order, coins: 2 }, token),
  )
  const refund = `/api/v1/laas/coins/transactions/${spent.id}/refund`
  for (const path of [`${refund}?dryRun=true`, refund]) await dataOf(service.post(path, { coins: 1 }, token))
  const share = { reference: order.reference, share: 0.5 }
  for (const path of ['returns?dryRun=true', 'returns'])
    await dataOf(service.post(`/api/v1/laas/${path}`, share, token))
  const adjustment = { userId: user, coins: '5', reason: 'Goodwill' }
  await dataOf(service.post('/api/v1/laas/coins/adjust', adjustment, token))
  const lines = [{ externalId: 'imported', coins: 5, points: 7 }, { externalId: 'imported' }]
  const { id: importId } = await dataOf(sendImport(service, ndjson(lines), { token }))
  await finished(service, importId, token)

  const customers = [1, 2, 1].map((no) => ({ externalId: `customer-${no}`, email: 'ada@mail.example' }))
  await dataOf(service.post('/api/v1/laas/users/bulk', { users: customers }, token))
  await dataOf(
    service.request('PUT', `/api/v1/laas/users/${user}/external-id`, { token, body: { externalId: '3' } }),
  )

  const attributes = { city: 'Lagos' }
  for (const [path, body] of [
    [`users/${user}/attributes`, { attributes }],
    ['users/attributes/bulk', { users: [{ externalId: 'customer-1', attributes }] }],
  ] as const)
    await dataOf(service.request('PATCH', `/api/v1/laas/${path}`, { token, body }))

  for (const path of [
    'rules',
    'rules?search=rule&status=active&type=single',
    `rules/${combined.id}`,
    'users',
    'users?search=ada',
    'users?search=ada%20love',
    `users?search=${user}`,
    'users?search=nobody@mail.example',
    `users?ids=${user},${other}`,
    'users?externalId=customer-1',
    'users?email=nobody@mail.example',
    `users/${user}`,
    `users/${user}/attributes`,
    'decisions',
    `decisions?userId=${user}&outcome=paid`,
    `decisions?ruleName=${encodeURIComponent(combined.name)}`,
    'decisions?outcome=refused',
    'coins/transactions',
    `coins/transactions?userId=${user}`,
    'coins/transactions?from=2020-01-01T00:00:00Z&to=2099-01-01T00:00:00Z',
    ...TRANSACTION_TYPES.map((type) => `coins/transactions?type=${type}`),
    ...['CR', 'DE'].map((direction) => `decisions?debitOrCredit=${direction}`),
    `leaderboard/new?partnerId=${partner.partnerId}`,
    `leaderboard/new?userId=${user}`,
    `leaderboard/new?userId=${user}&around=2`,
    'coins/partner/ep-leaderboard',
    'coins/partner/ep-leaderboard?type=spender',
    `coins/partner/ep-leaderboard?userId=${user}`,
    `coins/partner/ep-leaderboard?month=${new Date().getUTCMonth() + 1}&year=${new Date().getUTCFullYear()}`,
    'events',
    'events?types=award.paid',
    'events?types=award.reversed,coins.transferred',
    'events?types=user.onboarded&before=1000',
    `rules/${rule.id}/versions`,
    `coins/transactions/${spent.id}`,
    'imports',
    `imports/${importId}/refused`,
    `users/${user}/export`,
    ...['', '?days=90', '?days=7&compare=previous'].map((query) => `overview${query}`),
    'webhooks',
    'requests',
    'alarms',
    'search?q=ada',
    `search?q=${user}`,
    'users?sort=coins',
    'users?sort=points',
    'rules?results=30d&sort=people',
    'rules?archived=only',
    `rules/${rule.id}/results`,
    `rules/${rule.id}/people`,
    `rules/${rule.id}/people?sort=payments`,
    `rules/award/${awarded.id ?? awarded.awardId}`,
    `users/${user}/progress`,
    `orders/${order.reference}`,
    'events/1',
    'coins/statement',
    'coins/statement?asOf=5',
    'coins/liability',
    'coins/expiry',
    'periods',
    `leaderboard/new?partnerId=${partner.partnerId}&previous=true`,
    `coins/partner/ep-leaderboard?previous=true`,
    'decisions?kind=award&sum=true',
    'decisions?reference=order-1',
    'decisions?q=order',
    'coins/transactions/export',
  ])
    await get(path)
  await useActivities(service, partner, user)
  await service.request('PATCH', `/api/v1/laas/rules/${rule.id}`, { token, body: { coinValue: '11' } })
  const hook = await dataOf(
    service.post('/api/v1/laas/webhooks', { url: 'http://127.0.0.1:9/', description: 'x' }, token),
  )
  await get(`webhooks/${hook.id}`)
  await service.request('DELETE', `/api/v1/laas/users/${other}`, { token })
  await dataOf(service.post(`/api/v1/laas/users/${user}/erase`, { forfeit: true }, token))

  commands.length = 0
  await dataOf(service.post('/api/v1/user', newUserBody(), token))
  assert.ok(
    commands.some((command) => /prepare transaction/i.test(command)),
    'a user and the membership are committed in two phases',
  )

  const rows = await service.query<{ table: string; shard: string }>(
    `select t.logicalrelid::text as table, get_shard_id_for_distribution_column(t.logicalrelid, $1::uuid) as shard
    from pg_dist_partition t
    where partmethod = 'h'`,
    [partner.partnerId],
  )
  const own = new Set(rows.map(({ table, shard }) => `${table}_${shard}`))
  const shardsIn = (text: string) => text.match(/\b[a-z_]+_1\d{5}\b/g) ?? []
  const elsewhere = tasks.filter(
    ({ caller, text }) =>
      !FOR_ALL.includes(caller) &&
      (/read_intermediate_result|issuing copy/i.test(text) ||
        shardsIn(text).some((shard) => !own.has(shard))),
  )
  assert.deepEqual([...new Set(elsewhere.map(({ caller }) => caller))], [], elsewhere[0]?.text)
  const reached = new Set(tasks.flatMap(({ text }) => shardsIn(text)))
  assert.deepEqual(
    [...own].filter((shard) => !reached.has(shard)),
    [],
    'the calls reach every table',
  )
})

/** Activities, streaks, attributes, limits and backtests, with what reads them. */
async function useActivities(service: TestService, partner: TestPartner, userId: string): Promise<void> {
  const { token } = partner
  const send = (method: string, path: string, body: object = {}) =>
    service.request(method, path.startsWith('/') ? path : `/api/v1/laas/${path}`, { token, body })
  const { record, read, list, send: sendActivity } = activitiesOf(service, partner)
  const type = 'order.paid'
  await dataOf(send('PATCH', ME, { memberCoinLimit: '1000000', timeZone: 'Europe/Berlin' }))
  await dataOf(send('PATCH', `users/${userId}/attributes`, { attributes: { tier: 'gold' } }))
  const when = `member.attributes.tier == 'gold' && member.balance >= 0.0`
  const listening = await partner.addRule({
    activityType: type,
    when,
    perUnit: true,
    unitsFrom: 'properties.total',
  })
  await partner.addRule({ activityType: type, when: 'properties.none > 1', exclusiveGroup: 'one' })
  await partner.addRule({ activityType: type, exclusiveGroup: 'one', coinBudget: '10' })
  const streak = { type: 'batched', completionNumber: '2', countPer: 'day', consecutive: true }
  await partner.addRule({ activityType: type, ...streak })
  await partner.addRule({ activityType: 'member.joined' })

  const activity = { type, userId, properties: { total: 3 }, reference: 'order-2', metadata: { shop: '1' } }
  for (const query of ['?dryRun=true', '', '?expand=evaluations,wallet']) await sendActivity(activity, query)
  const { id } = await record({ ...activity, userId: undefined, externalId: 'of-activity', enrol: true })
  await read(id, '?expand=evaluations')
  const keyed = [1, 2, 1].map((key) => ({ ...activity, idempotencyKey: `activity-${key}` }))
  await dataOf(send('POST', 'activities/bulk?dryRun=true', { activities: [activity, activity] }))
  for (const query of ['', '?expand=wallet'])
    await dataOf(send('POST', `activities/bulk${query}`, { activities: keyed }))
  for (const query of [
    '',
    `?type=${type}`,
    `?userId=${userId}`,
    '?reference=order-2',
    '?from=2020-01-01T00:00:00Z',
  ])
    await list(query)
  const { userId: welcomed } = await dataOf(send('POST', 'users', { externalId: 'welcomed' }))
  await waitUntil(async () => (await partner.coinsOf(welcomed)) === '10', 'the new member is welcomed')

  const { request, run, ended } = backtestsOf(service, partner)
  await run({ ruleId: listening.id, changes: { coinValue: '2' } })
  const { body } = await request({ rule: newRuleBody({ activityType: type, when }) })
  await send('POST', `rules/backtests/${body.data.id}/cancel`)
  await ended(body.data.id)
  await dataOf(send('POST', `rules/${listening.id}/try`, { userId, units: 3, changes: { coinValue: '3' } }))
  for (const change of ['archive', 'restore', 'versions/1/restore'])
    await send('POST', `rules/${listening.id}/${change}`)
  for (const path of [
    'rules/backtests',
    'activities/types',
    `activities/types?type=${type}`,
    `rules/${listening.id}/results`,
    'events?types=activity.recorded',
    `decisions?userId=${userId}&sum=true`,
    `users/${userId}/export`,
    'overview',
  ])
    await dataOf(service.get(`/api/v1/laas/${path}`, token))
}
