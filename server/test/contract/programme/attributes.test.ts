import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure, assertSuccess, CONFLICT, isReplay } from '../../support/api-response.ts'
import { allEvents } from '../../support/events.ts'
import { clientToken, onboardTestPartner, type TestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const USERS = '/api/v1/laas/users'
const CHANGED = 'Attributes changed'
const partner = await onboardTestPartner(service)

const change = (userId: string, attributes: unknown, who: TestPartner = partner, key?: string) =>
  service.request('PATCH', `${USERS}/${userId}/attributes`, {
    token: who.token,
    body: { attributes },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const changeMany = (users: unknown, who: TestPartner = partner, key?: string) =>
  service.request('PATCH', `${USERS}/attributes/bulk`, {
    token: who.token,
    body: { users },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const attributesOf = async (userId: string, who: TestPartner = partner) =>
  (await dataOf(service.get(`${USERS}/${userId}/attributes`, who.token))).attributes
const create = async (who: TestPartner = partner, body: object = {}) =>
  (await dataOf(service.post(USERS, { externalId: unique('c-'), ...body }, who.token))).userId as string
const versionsOf = (userId: string) =>
  service.query<{ seq: number; attributes: object }>(
    `select since_seq::integer as seq, attributes from member_attributes where user_id = $1 order by since_seq`,
    [userId],
  )

const VALUE_MUST =
  'must be text of at most 200 characters without control characters, a finite number, true or false.'
const NAMES_MUST =
  'attributes must have names of letters, digits and _, beginning with a letter, at most 64 characters.'
const TOO_MANY = 'attributes must leave the user at most 30 attributes.'

test('attributes are set, changed and removed, each change with its event, and nothing writes nothing', async () => {
  const who = await onboardTestPartner(service)
  const userId = await create(who)
  assertSuccess(await service.get(`${USERS}/${userId}/attributes`, who.token), 200, 'Attributes returned', {
    userId,
    attributes: {},
  })
  const first = { tier: 'gold', city: 'Lagos', visits: 2.5, isVip: false }
  assertSuccess(await change(userId.toUpperCase(), first, who), 200, CHANGED, { userId, attributes: first })
  const second = { tier: null, city: 'Lagos', visits: 3, unknown: null }
  const left = { city: 'Lagos', isVip: false, visits: 3 }
  assertSuccess(await change(userId, second, who), 200, CHANGED, { userId, attributes: left })
  for (const nothing of [second, {}, { visits: 3 }, { unknown: null }])
    assertSuccess(await change(userId, nothing, who), 200, CHANGED, { userId, attributes: left })
  assert.deepEqual(await attributesOf(userId, who), left)
  assert.deepEqual(Object.keys(await attributesOf(userId, who)), ['city', 'isVip', 'visits'])

  const events = await allEvents(service, who.token)
  const [joined, ...updated] = events
  const actor = updated[0]?.data.actor
  assert.deepEqual([actor.kind, actor.name], ['team', who.email])
  assert.deepEqual(
    updated.map(({ seq, type, data }) => [seq, type, data]),
    [
      [2, 'user.updated', { ...joined?.data, attributes: ['city', 'isVip', 'tier', 'visits'], actor }],
      [3, 'user.updated', { ...joined?.data, attributes: ['tier', 'visits'], actor }],
    ],
  )
  assert.deepEqual(await versionsOf(userId), [
    { seq: 2, attributes: first },
    { seq: 3, attributes: left },
  ])
  assert.doesNotMatch(JSON.stringify(events), /Lagos|gold/)
})

test('attributes of every kind come back as they were sent', async () => {
  const userId = await create()
  const attributes = {
    a: '',
    b: '😀'.repeat(200),
    c: 'مرحبا "quoted" \\ {}',
    constructor: 'own',
    d: -1.5e-300,
    e: 9_007_199_254_740_992,
    f: 0.1,
    g: true,
    toString: 0,
    [`n${'x'.repeat(63)}`]: 'long name',
  }
  assertSuccess(await change(userId, attributes), 200, CHANGED, { userId, attributes })
  assert.deepEqual(await attributesOf(userId), attributes)
  assert.deepEqual(await dataOf(change(userId, attributes)), { userId, attributes })
  assert.equal((await versionsOf(userId)).length, 1)
  const { constructor: _, ...others } = attributes
  assert.deepEqual((await dataOf(change(userId, { constructor: null }))).attributes, others)
})

test('wrong names and values are refused, and named', async () => {
  const userId = await create()
  for (const name of ['', '1st', 'two words', 'über', 'a.b', 'x'.repeat(65)]) {
    const attributes = JSON.parse(`{${JSON.stringify(name)}: 1}`)
    assertFailure(await change(userId, attributes), 'invalid', NAMES_MUST)
  }
  for (const value of ['x'.repeat(201), '😀'.repeat(201), 'a\nb', 'a\u0000', '\ud800', {}, [], ['a']]) {
    const refused = await change(userId, { city: value, tier: 'gold' })
    assertFailure(refused, 'invalid', `attributes.city ${VALUE_MUST}`)
    assert.deepEqual(refused.body.data.fields, [
      { field: 'attributes.city', problem: VALUE_MUST.slice(0, -1) },
    ])
  }
  const infinite = await fetch(`${service.url}${USERS}/${userId}/attributes`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${partner.token}`, 'content-type': 'application/json' },
    body: '{"attributes":{"visits":1e999}}',
  })
  assert.equal(infinite.status, 400)
  assert.equal(
    ((await infinite.json()) as { data: { error: string } }).data.error,
    `attributes.visits ${VALUE_MUST}`,
  )
  const OBJECT = 'attributes must be an object of at most 60 values by name.'
  for (const wrong of ['text', 7, [], true]) assertFailure(await change(userId, wrong), 'invalid', OBJECT)
  assertFailure(await change(userId, null), 'invalid', 'attributes is required.')
  assertFailure(await change(userId, undefined), 'invalid', 'attributes is required.')
  const misplaced = await service.request('PATCH', `${USERS}/${userId}/attributes`, {
    token: partner.token,
    body: { attributes: {}, city: 'Lagos' },
  })
  assertFailure(misplaced, 'invalid', 'city is unknown; known are attributes.')
  assert.deepEqual(await attributesOf(userId), {})
})

test('a member has at most 30 attributes', async () => {
  const userId = await create()
  const of = (count: number, from = 0) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${from + index}`, index]))
  assertFailure(await change(userId, of(31)), 'invalid', TOO_MANY)
  assert.equal((await change(userId, of(30))).status, 200)
  assertFailure(await change(userId, { one: 'more' }), 'invalid', TOO_MANY)
  const removed = Object.fromEntries(Object.keys(of(30)).map((name) => [name, null]))
  assert.deepEqual((await dataOf(change(userId, { ...removed, ...of(30, 100) }))).attributes, of(30, 100))
  assertFailure(
    await change(userId, of(61)),
    'invalid',
    'attributes must be an object of at most 60 values by name.',
  )
  const tooMany = { externalId: unique('c-'), attributes: of(31) }
  assertFailure(
    await service.post(USERS, tooMany, partner.token),
    'invalid',
    'attributes must be an object of at most 30 values by name.',
  )
})

test('only members of the partner have attributes, and only the partner reads and changes them', async () => {
  const userId = await create()
  await change(userId, { city: 'Lagos' })
  const other = await onboardTestPartner(service)
  const path = `${USERS}/${userId}/attributes`
  assertFailure(await service.get(path, other.token), 'notFound', 'User was not found.')
  assertFailure(await change(userId, { city: 'Abuja' }, other), 'notFound', 'User was not found.')
  assertFailure(await change(randomUUID(), {}), 'notFound', 'User was not found.')
  assert.equal((await service.get(path)).status, 401)
  const backend = await clientToken(service, partner.token, ['coins'])
  assert.equal((await service.get(path, backend)).status, 403)
  assert.equal((await change(userId, {}, { ...partner, token: backend })).status, 403)
  assert.equal((await service.get(`${USERS}/text/attributes`, partner.token)).status, 400)

  await service.request('DELETE', `${USERS}/${userId}`, { token: partner.token })
  assertFailure(await service.get(path, partner.token), 'notFound', 'User was not found.')
  assertFailure(await change(userId, { city: 'Abuja' }), 'notFound', 'User was not found.')
})

test('members are created with attributes, and a known member keeps those there are', async () => {
  const who = await onboardTestPartner(service)
  const attributes = { tier: 'gold', city: 'Lagos' }
  const body = { externalId: 'c1', attributes: { ...attributes, none: null } }
  const created = await service.post(USERS, body, who.token)
  assert.equal(created.status, 201)
  assert.equal('attributes' in created.body.data, false)
  const { userId } = created.body.data
  assert.deepEqual(await attributesOf(userId, who), attributes)
  assert.deepEqual(await versionsOf(userId), [{ seq: 1, attributes }])
  const again = await service.post(USERS, { externalId: 'c1', attributes: { city: 'Abuja' } }, who.token)
  assert.equal(again.status, 200)
  assert.deepEqual(await attributesOf(userId, who), attributes)

  const users = [
    { externalId: 'c2', attributes: { visits: 7 } },
    { externalId: 'c3', attributes: { 'two words': 1 } },
    { externalId: 'c1', attributes: { city: 'Abuja' } },
    { externalId: 'c4', attributes: {} },
  ]
  const { results } = await dataOf(service.post(`${USERS}/bulk`, { users }, who.token))
  assert.deepEqual(
    results.map(({ status }: { status: string }) => status),
    ['success', 'failed', 'success', 'success'],
  )
  assert.equal(results[1].data.error, NAMES_MUST)
  assert.deepEqual(await attributesOf(results[0].data.userId, who), { visits: 7 })
  assert.deepEqual(await attributesOf(userId, who), attributes)
  assert.deepEqual(await attributesOf(results[3].data.userId, who), {})
  assert.deepEqual(
    (await allEvents(service, who.token)).map(({ type }) => type),
    ['user.onboarded', 'user.onboarded', 'user.onboarded'],
  )
  const member = await who.memberOf(userId)
  assert.equal('attributes' in member, false)
})

test('many members change in one call, in order, and an invalid one fails alone', async () => {
  const who = await onboardTestPartner(service)
  const first = await create(who, { externalId: 'first' })
  const second = await create(who, { externalId: 'second', attributes: { tier: 'gold' } })
  const left = await create(who, { externalId: 'left' })
  await service.request('DELETE', `${USERS}/${left}`, { token: who.token })
  const answer = await changeMany(
    [
      { userId: first.toUpperCase(), attributes: { city: 'Lagos', tier: 'silver' } },
      { externalId: 'second', attributes: { tier: null } },
      { externalId: 'first', attributes: { tier: 'gold' } },
      { externalId: 'left', attributes: { tier: 'gold' } },
      { userId: randomUUID(), attributes: {} },
      { userId: first, externalId: 'first', attributes: {} },
      { attributes: {} },
      { userId: first },
      { userId: first, attributes: { city: [] } },
      'text',
      { externalId: 'second', attributes: { tier: null } },
    ],
    who,
  )
  const success = (userId: string, attributes: object) => ({
    status: 'success',
    message: CHANGED,
    data: { userId, attributes },
  })
  assert.equal(answer.status, 200)
  assert.equal(answer.body.message, CHANGED)
  const { results } = answer.body.data
  assert.deepEqual(
    [results[0], results[1], results[2], results[10]],
    [
      success(first, { city: 'Lagos', tier: 'silver' }),
      success(second, {}),
      success(first, { city: 'Lagos', tier: 'gold' }),
      success(second, {}),
    ],
  )
  assert.deepEqual(
    results.slice(3, 10).map(({ data }: { data: { error: string } }) => data.error),
    [
      'User was not found.',
      'User was not found.',
      'externalId must be left out when userId is sent.',
      'userId is required.',
      'attributes is required.',
      `attributes.city ${VALUE_MUST}`,
      'The body must be one JSON object.',
    ],
  )
  assert.deepEqual(
    (await allEvents(service, who.token))
      .slice(4)
      .map(({ seq, type, data }) => [seq, type, data.userId, data.attributes]),
    [
      [5, 'user.updated', first, ['city', 'tier']],
      [6, 'user.updated', second, ['tier']],
      [7, 'user.updated', first, ['tier']],
    ],
  )
  const must = 'users must be a list of 1 to 1000 users.'
  const many = Array.from({ length: 1_001 }, () => ({ userId: first, attributes: {} }))
  for (const wrong of [[], many, 'text', {}]) assertFailure(await changeMany(wrong, who), 'invalid', must)
})

test('a retry with the key replays, and another change with the key is a conflict', async () => {
  const userId = await create(partner, { attributes: { city: 'Lagos', tier: 'gold' } })
  const key = randomUUID()
  const first = await change(userId, { city: null, visits: 1 }, partner, key)
  await change(userId, { city: 'Abuja' })
  const again = await change(userId, { visits: 1, city: null }, partner, key)
  assert.deepEqual([again.body, isReplay(again)], [first.body, true])
  assertFailure(await change(userId, { visits: 1 }, partner, key), 'conflict', CONFLICT)
  assert.equal((await attributesOf(userId)).city, 'Abuja')

  const bulkKey = randomUUID()
  const users = [{ userId, attributes: { city: null } }, 'text']
  const bulk = await changeMany(users, partner, bulkKey)
  const replayed = await changeMany(users, partner, bulkKey)
  assert.deepEqual([replayed.body, isReplay(replayed)], [bulk.body, true])
  const others = [[{ userId, attributes: {} }, 'text'], [users[0], 'texts'], [users[0]]]
  for (const other of others) assertFailure(await changeMany(other, partner, bulkKey), 'conflict', CONFLICT)
})

test('a thousand members change at once, with a version and an event for each', async () => {
  const who = await onboardTestPartner(service)
  const users = Array.from({ length: 1_000 }, (_, no) => ({ externalId: `c${no}` }))
  await dataOf(service.post(`${USERS}/bulk`, { users }, who.token))
  const changes = users.map(({ externalId }, no) => ({ externalId, attributes: { no } }))
  const { results } = await dataOf(changeMany(changes, who))
  assert.deepEqual(
    results.map(({ data }: { data: { attributes: { no: number } } }) => data.attributes.no),
    users.map((_, no) => no),
  )
  assert.equal((await allEvents(service, who.token)).length, 2_000)
  await dataOf(changeMany(changes, who))
  assert.equal((await allEvents(service, who.token)).length, 2_000)
})

test('changes at the same time lose nothing, in two processes', async () => {
  const userId = await create()
  const names = Array.from({ length: 24 }, (_, index) => `a${index}`)
  const answers = await Promise.all(
    names.map((name, index) =>
      (index % 2 ? service : service.second).request('PATCH', `${USERS}/${userId}/attributes`, {
        token: partner.token,
        body: { attributes: { [name]: index, last: name } },
      }),
    ),
  )
  assert(answers.every(({ status }) => status === 200))
  const { last, ...others } = await attributesOf(userId)
  assert(names.includes(last))
  assert.deepEqual(others, Object.fromEntries(names.map((name, index) => [name, index])))
  assert.equal((await versionsOf(userId)).length, names.length)
  const changes = await Promise.all(Array.from({ length: 8 }, () => change(userId, { same: true })))
  assert(changes.every(({ status }) => status === 200))
  assert.equal((await versionsOf(userId)).length, names.length + 1)
})

test('the history of decisions lists no change of attributes', async () => {
  const who = await onboardTestPartner(service)
  const userId = await create(who)
  await change(userId, { city: 'Lagos' }, who)
  const { decisions } = await dataOf(service.get('/api/v1/laas/decisions?kind=history', who.token))
  assert.deepEqual(
    decisions.map(({ outcome }: { outcome: string }) => outcome),
    ['joined'],
  )
  assert.equal((await dataOf(service.get('/api/v1/laas/overview', who.token))).members, 1)
})
