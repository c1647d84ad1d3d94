import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ACTIVITIES, activitiesOf, newType, summaryOf } from '../../support/activities.ts'
import { dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { onboardTestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const partner = await onboardTestPartner(service)
const { record, read, list } = activitiesOf(service, partner)

const BULK = `${ACTIVITIES}/bulk`

const bulk = (activities: unknown, query = '', headers: Record<string, string> = {}) =>
  service.request('POST', `${BULK}${query}`, { token: partner.token, body: { activities }, headers })

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
const resultsOf = async (...call: Parameters<typeof bulk>): Promise<any[]> =>
  (await dataOf(bulk(...call))).results

test('a bulk call responds with one result an activity, in order, each as for a single one', async () => {
  const [ada, bea] = (await partner.addUsers(2)) as [string, string]
  const type = newType()
  await partner.addRule({ activityType: type, coinBudget: '20' })
  const results = await resultsOf([
    { type, userId: ada },
    { type, userId: randomUUID() },
    { type: 'Not A Type', userId: ada },
    { type, userId: bea },
    { type, userId: ada },
  ])
  assert.deepEqual(
    results.map(({ status, data }) => (status === 'success' ? data.awards.length : data.error)),
    [
      1,
      'User was not found.',
      'type must be a type of at most 64 lower-case letters, digits, underscores and dots, such as "order.paid".',
      1,
      0,
    ],
  )
  assert.equal(results[4].data.refused[0].reason, 'budget_exhausted')
  for (const { status, data } of results)
    if (status === 'success') assert.deepEqual((await read(data.id)).awards, data.awards)
})

test('a retry of a bulk call gets the stored results, and may ask for more', async () => {
  const userId = await partner.addUser()
  const type = newType()
  await partner.addRule({ activityType: type })
  const headers = { 'idempotency-key': unique('bulk-') }
  const activities = [
    { type, userId, idempotencyKey: unique('item-') },
    { type, userId },
  ]
  const first = await bulk(activities, '', headers)
  const again = await bulk(activities, '', headers)
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  const expanded = await resultsOf(activities, '?expand=evaluations,wallet', headers)
  assert.deepEqual(
    expanded.map(({ data }) => [data.wallet.coins, data.evaluations.length]),
    [
      ['10', 1],
      ['20', 1],
    ],
  )
  assert.equal(await partner.coinsOf(userId), '20')
  const { idempotencyKey, ...body } = activities[0] as Record<string, string>
  const single = await service.request('POST', ACTIVITIES, {
    token: partner.token,
    body,
    headers: { 'idempotency-key': idempotencyKey as string },
  })
  assert.equal(single.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(single.body.data, first.body.data.results[0].data)
})

test('a dry run records nothing, and later items see what earlier ones paid', async () => {
  const [ada] = (await partner.addUsers(1)) as [string]
  const type = newType()
  const rule = await partner.addRule({
    activityType: type,
    userLimitAward: '1',
    when: 'member.balance == 0.0',
  })
  const results = await resultsOf(
    [
      { type, userId: ada },
      { type, userId: ada },
      { type, userId: 'nobody' },
    ],
    '?dryRun=true',
  )
  const [first, second, third] = results
  assert.deepEqual(summaryOf(first.data).awards, [[rule.name, '10']])
  assert.deepEqual([first.data.id, first.data.seq, first.data.awards[0].id], ['', null, ''])
  assert.deepEqual(first.data.wallet, { coins: '10', points: '10', available: '10', pending: '0', held: '0' })
  assert.deepEqual(second.data.evaluations[0].reason, 'condition_false')
  assert.equal(third.data.error, 'User was not found.')
  assert.deepEqual((await list(`?userId=${ada}`)).data, [])
  assert.equal(await partner.coinsOf(ada), '0')
  assertFailure(
    await bulk([{ type, userId: ada, idempotencyKey: 'a' }], '?dryRun=true'),
    'invalid',
    'activities[0].idempotencyKey must be left out of a dry run, which writes nothing.',
  )
})

test('an activity joins a customer who was never a member, and no one else', async () => {
  const type = newType()
  await partner.addRule({ activityType: type })
  const [known, left, erased, fresh] = [1, 2, 3, 4].map(() => unique('customer-')) as [
    string,
    string,
    string,
    string,
  ]
  for (const externalId of [known, left, erased])
    await dataOf(service.post('/api/v1/laas/users', { externalId }, partner.token))
  const idOf = async (externalId: string) =>
    (await dataOf(service.get(`/api/v1/laas/users?externalId=${externalId}`, partner.token))).data[0].userId
  const remove = async (externalId: string, path = '') =>
    dataOf(
      service.request(
        path === '' ? 'DELETE' : 'POST',
        `/api/v1/laas/users/${await idOf(externalId)}${path}`,
        {
          token: partner.token,
          ...(path !== '' && { body: {} }),
        },
      ),
    )
  await remove(left)
  await remove(erased, '/erase')

  const old = unique('customer-')
  const items = [
    // Members are joined before all activities of the call, also before those that do not ask for it.
    ...[known, left, erased, fresh, fresh].map((externalId, index) => ({
      type,
      externalId,
      enrol: index !== 3,
    })),
    { type, externalId: old, enrol: true, occurredAt: '2020-01-01T00:00:00Z' },
  ]
  const forecast = await resultsOf(items, '?dryRun=true')
  const outcomes = (results: { status: string; data: { awards: unknown[]; error: string } }[]) =>
    results.map(({ status, data }) => (status === 'success' ? data.awards.length : data.error))
  const tooOld = 'occurredAt must be at most 30 days ago, and not in the future.'
  const expected = [1, 'User was not found.', 'User was not found.', 1, 1, tooOld]
  assert.deepEqual(outcomes(forecast), expected)
  assert.equal(forecast[3].data.userId, '')
  assert.deepEqual(forecast[4].data.wallet, {
    coins: '20',
    points: '20',
    available: '20',
    pending: '0',
    held: '0',
  })
  assert.deepEqual(
    (await dataOf(service.get(`/api/v1/laas/users?externalId=${fresh}`, partner.token))).data,
    [],
  )

  assert.deepEqual(outcomes(await resultsOf(items)), expected)
  assert.equal(await partner.coinsOf(await idOf(fresh)), '20')
  const ofOld = await dataOf(service.get(`/api/v1/laas/users?externalId=${old}`, partner.token))
  assert.deepEqual(ofOld.data, [])
  const single = await record({ type, externalId: unique('customer-'), enrol: true })
  assert.equal(single.awards.length, 1)
  for (const externalId of [left, erased])
    assertFailure(
      await service.post(ACTIVITIES, { type, externalId, enrol: true }, partner.token),
      'missing',
      'User was not found.',
    )
  assertFailure(
    await service.post(ACTIVITIES, { type, externalId: unique('customer-') }, partner.token),
    'missing',
    'User was not found.',
  )
})
