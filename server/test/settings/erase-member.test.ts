import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { request as openRequest } from 'node:http'
import { test } from 'node:test'
import { dataOf } from '../support/api.ts'
import { assertFailure, assertSuccess, isReplay } from '../support/api-response.ts'
import { allEvents } from '../support/events.ts'
import { finished, IMPORTS, importAll, ndjson, sendImport } from '../support/imports-of.ts'
import { newUserBody, onboardTestPartner, type TestPartner, unique } from '../support/partner.ts'
import { addWebhook, answering, startReceiver } from '../support/receiver.ts'
import { tablesWith } from '../support/search-database.ts'
import { startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const service = await startTestService({ deliversWebhooks: true })
const second = await service.startAnother()
const USERS = '/api/v1/laas/users'
const ERASED = 'User erased'

const post = (path: string, body: unknown, { token }: { token: string }, key?: string, api = service) =>
  api.request('POST', path, { token, body, ...(key && { headers: { 'idempotency-key': key } }) })
const erase = (who: TestPartner, userId: string, body: object = {}, key?: string) =>
  post(`${USERS}/${userId}/erase`, body, who, key)

/** A customer with everything that a partner can write about one, and the texts by which it is found. */
async function addCustomer(who: TestPartner) {
  const texts = {
    externalId: unique('customer-'),
    fullname: unique('Grace Hopper '),
    email: `${unique('grace')}@mail.example`,
    note: unique('bought a ring for '),
    metadata: unique('gift-'),
    attribute: unique('city-'),
    attributeName: unique('likes_'),
  }
  const { externalId, fullname, email } = texts
  const keys = {
    create: randomUUID(),
    bulk: randomUUID(),
    award: randomUUID(),
    awards: randomUUID(),
    attributes: randomUUID(),
  }
  const customer = { externalId, fullname, email, attributes: { city: texts.attribute } }
  const { userId, id, userData } = await dataOf(post(USERS, customer, who, keys.create))
  await dataOf(post(`${USERS}/bulk`, { users: [customer] }, who, keys.bulk))
  const attributes = { [texts.attributeName]: true, tier: 'gold' }
  const path = `${USERS}/${userId}/attributes`
  await dataOf(
    service.request('PATCH', path, {
      token: who.token,
      body: { attributes },
      headers: { 'idempotency-key': keys.attributes },
    }),
  )
  // More responses than are redacted at once.
  for (let calls = 0; calls < 10; calls += 1) await dataOf(post(USERS, customer, who, randomUUID()))
  return { texts: { ...texts, tag: userData.tag as string }, keys, customer, userId, id }
}

test('nothing about an erased customer is left in any table, and everything else stays', async () => {
  const who = await onboardTestPartner(service)
  const receiver = await startReceiver()
  // Repeats what it got about the customer.
  receiver.handleWith((received, response, request) =>
    answering(200, {}, /customer-\w+/.exec(received.raw)?.[0] ?? '')(received, response, request),
  )
  await addWebhook(service, who.token, { url: receiver.url })
  const other = await who.addUser()
  const { name: ruleName } = await who.addRule({ userLimitAward: '3' })
  const { texts, keys, customer, userId, id } = await addCustomer(who)
  const { note: narration } = texts
  const metadata = { for: texts.metadata }
  const award = { userId, ruleName, narration, metadata, reference: 'order-1' }
  const awarded = await dataOf(post('/api/v1/laas/rules/award', award, who, keys.award))
  const awards = [
    { userId, ruleName, narration },
    { userId: other, ruleName, narration: 'of another' },
  ]
  await dataOf(post('/api/v1/laas/rules/award/bulk', { awards }, who, keys.awards))
  const activity = {
    type: 'order.paid',
    userId,
    properties: { for: texts.metadata, note: narration },
    metadata,
  }
  const activityKey = randomUUID()
  const { id: activityId } = await dataOf(post('/api/v1/laas/activities', activity, who, activityKey))
  const transfer = { userId, coins: 4, narration, metadata, reference: 'order-1' }
  const path = '/api/v1/laas/coins/transfer-from-user-wallet'
  const transferKey = randomUUID()
  const transferred = await dataOf(post(path, transfer, who, transferKey))
  await dataOf(post(`/api/v1/laas/coins/transactions/${transferred.id}/refund`, { coins: 1, narration }, who))
  await dataOf(post(`/api/v1/laas/rules/award/${awarded.id}/reverse`, { coins: '2' }, who))
  const { email, externalId } = texts
  const taken = await post('/api/v1/user', newUserBody({ email, externalId }), who)
  assert.equal(taken.status, 400)
  await importAll(service, ndjson([customer]), who)
  await waitUntil(async () => {
    const [{ isDone } = {}] = await service.query<{ isDone: boolean }>(
      `select bool_and(cursor = last_seq) as "isDone"
      from webhook_endpoints
      join ledgers using (partner_id)
      where partner_id = $1`,
      [who.partnerId],
    )
    return isDone === true
  }, 'all is delivered')
  const needles = Object.values(texts)
  const before = await tablesWith(service, needles)
  const searched = before.map(({ table }) => table)
  for (const table of [
    'memberships',
    'import_refusals',
    'personal_data',
    'activity_data',
    'member_attributes',
    'stored_responses',
    'webhook_attempts',
  ])
    assert(searched.includes(`public.${table}`), `${table} is searched`)
  await waitUntil(async () => {
    const rows = await service.query('select from request_log where partner_id = $1 and error is not null', [
      who.partnerId,
    ])
    return rows.length > 0
  }, 'the refusal is logged')
  const events = await allEvents(service, who.token)
  const board = () => dataOf(service.get(`/api/v1/laas/coins/partner/ep-leaderboard`, who.token))
  const onBoard = (await board()).data.filter((entry: { userId: string }) => entry.userId === other)

  assertFailure(
    await erase(who, userId),
    'refused',
    'The wallet holds 15 coins; let the user spend them, or send forfeit: true to take them back.',
    'coins_left',
  )
  const eraseKey = randomUUID()
  const erased = await erase(who, userId, { forfeit: true }, eraseKey)
  assertSuccess(erased, 200, ERASED, { id, userId, forfeited: '15' })
  assert(isReplay(await erase(who, userId, { forfeit: true }, eraseKey)))
  assert.deepEqual(await tablesWith(service, needles), [])

  const erasedActivity = await dataOf(service.get(`/api/v1/laas/activities/${activityId}`, who.token))
  assert.deepEqual([erasedActivity.properties, erasedActivity.metadata], [null, null])
  assert(isReplay(await post('/api/v1/laas/activities', activity, who, activityKey)))

  const after = await allEvents(service, who.token)
  assert.deepEqual(
    after.map(({ seq }) => seq),
    after.map((_, index) => index + 1),
  )
  assert.deepEqual(
    after.slice(events.length).map(({ type }) => type),
    ['coins.adjusted', 'user.left', 'user.erased'],
  )
  const [adjusted, left, told] = after.slice(events.length)
  assert.deepEqual(
    [adjusted?.data.coins, adjusted?.data.reference, adjusted?.data.from.email, adjusted?.data.balance],
    [15, 'forfeited', '', '0'],
  )
  assert.deepEqual(
    [left?.data.userData, told?.data.userData, told?.data.userId, told?.data.id],
    [null, null, userId, id],
  )
  const facts = (list: typeof events) =>
    list.map(({ seq, type, data }) => [seq, type, data.id, data.coins, data.userId, data.reference])
  assert.deepEqual(facts(after.slice(0, events.length)), facts(events))
  const ofOthers = (list: typeof events) => list.filter(({ data }) => data.userId !== userId)
  assert.deepEqual(ofOthers(after), ofOthers(events))
  assert.deepEqual((await board()).data, onBoard)

  const replays = [
    await post('/api/v1/laas/rules/award', award, who, keys.award),
    await post('/api/v1/laas/rules/award/bulk', { awards }, who, keys.awards),
    await post(path, transfer, who, transferKey),
    await post(USERS, customer, who, keys.create),
    await post(`${USERS}/bulk`, { users: [customer] }, who, keys.bulk),
  ]
  assert(replays.every(isReplay))
  const [oneAward, bulk, oneTransfer, created, createdMany] = replays.map(({ body }) => body.data)
  assert.deepEqual(oneAward, { ...awarded, note: null })
  assert.deepEqual(
    bulk.results.map(({ data }: { data: { note: string | null } }) => data.note),
    [null, 'of another'],
  )
  assert.deepEqual(
    [oneTransfer.id, oneTransfer.coins, oneTransfer.from.userId, oneTransfer.from.fullname_businessName],
    [transferred.id, 4, userId, ''],
  )
  for (const membership of [created, createdMany.results[0].data])
    assert.deepEqual(
      [membership.id, membership.userId, membership.userData, membership.externalId],
      [id, userId, null, null],
    )
  const changed = await service.request('PATCH', `${USERS}/${userId}/attributes`, {
    token: who.token,
    body: { attributes: { [texts.attributeName]: true, tier: 'gold' } },
    headers: { 'idempotency-key': keys.attributes },
  })
  assert(isReplay(changed))
  assert.deepEqual(changed.body.data, { userId, attributes: {} })
  const ofAttributes = after.filter(({ type }) => type === 'user.updated')
  assert.deepEqual(
    ofAttributes.map(({ data }) => [data.userId, data.userData, data.attributes]),
    [[userId, null, []]],
  )
  assert.equal((await service.get(`${USERS}/${userId}`, who.token)).status, 404)
  assertSuccess(await erase(who, userId), 200, ERASED, { id, userId, forfeited: '0' })
  assert.equal((await allEvents(service, who.token)).length, after.length)
  assert.equal((await erase(who, randomUUID())).status, 404)

  const late = `/api/v1/laas/coins/transactions/${transferred.id}/refund`
  await dataOf(post(late, { coins: 1, narration }, who))
  assert.deepEqual(await tablesWith(service, needles), [])
})

test('a customer who comes back is the same member, with new details and the same limits', async () => {
  const who = await onboardTestPartner(service)
  const { name } = await who.addRule({ userLimitAward: '1' })
  const { customer, userId, id } = await addCustomer(who)
  assert.equal((await who.award(userId, name)).status, 201)
  await dataOf(erase(who, userId, { forfeit: true }))
  const attributes = { city: 'Abuja' }
  const again = await post(USERS, { ...customer, fullname: 'Grace Again', attributes }, who)
  assert.equal(again.status, 200)
  assert.deepEqual([again.body.data.id, again.body.data.userId], [id, userId])
  assert.equal(again.body.data.userData.fullname, 'Grace Again')
  assert.equal((await who.memberOf(userId)).externalId, customer.externalId)
  const shown = await dataOf(service.get(`${USERS}/${userId}/attributes`, who.token))
  assert.deepEqual(shown.attributes, attributes)
  assert.equal((await who.award(userId, name)).headers.get('laurel-refusal'), 'user_limit_reached')
  assert.equal((await who.memberOf(userId)).wallet.coins, '0')
  await dataOf(erase(who, userId))
  assert.equal((await who.award(userId, name)).status, 400)
})

test('an import that names an erased customer does not write the id down again', async () => {
  const who = await onboardTestPartner(service)
  const { customer, texts, userId } = await addCustomer(who)
  const lines = Array.from({ length: 499 }, (_, index) => ({ externalId: `m${index}` }))
  const file = ndjson([customer, ...lines, { externalId: 'last' }])
  const key = randomUUID()
  const broken = openRequest(`${service.url}${IMPORTS}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': 'application/x-ndjson',
      'idempotency-key': key,
    },
  })
  broken.on('error', () => {})
  broken.write(file.slice(0, -5))
  await waitUntil(
    async () => (await dataOf(service.get(IMPORTS, who.token))).data[0]?.lines === 500,
    'the first lines are stored',
  )
  broken.destroy()
  await dataOf(erase(who, userId))
  const needles = Object.values(texts)
  assert.deepEqual(await tablesWith(service, needles), [], 'while the lines wait')

  const { id } = await dataOf(sendImport(service, file, { token: who.token, key }))
  const resumed = await finished(service, id, who.token)
  const whole = await importAll(service, ndjson([customer]), { token: who.token })
  assert.deepEqual([resumed.created, resumed.refused, whole.refused], [500, 1, 1])
  for (const importId of [resumed.id, whole.id]) {
    const { data } = await dataOf(service.get(`${IMPORTS}/${importId}/refused`, who.token))
    assert.deepEqual(
      data.map(({ externalId, problem }: Record<string, unknown>) => [externalId, problem]),
      [[null, 'A member who was erased had this externalId.']],
    )
  }
  assert.deepEqual(await tablesWith(service, needles), [])
})

test('what is owed stays owed', async () => {
  const who = await onboardTestPartner(service)
  const { name } = await who.addRule()
  const { customer, userId } = await addCustomer(who)
  const award = await dataOf(who.award(userId, name))
  await who.transfer(userId, 10)
  await dataOf(post(`/api/v1/laas/rules/award/${award.id}/reverse`, { shortfall: 'owe' }, who))
  await dataOf(erase(who, userId))
  await dataOf(post(USERS, customer, who))
  assert.equal((await who.memberOf(userId)).wallet.owed, '10')
})

test('erasing beside awards in two processes leaves no note behind', async () => {
  const who = await onboardTestPartner(service)
  const { name: ruleName } = await who.addRule({ coinValue: '1' })
  const { texts, userId } = await addCustomer(who)
  const narration = texts.note
  let isErased = false
  const giveAwards = async (api: typeof service, key: boolean) => {
    for (let count = 0; !isErased || count < 5; count += 1) {
      const awards = Array.from({ length: 5 }, () => ({ userId, ruleName, narration }))
      await post('/api/v1/laas/rules/award/bulk', { awards }, who, key ? randomUUID() : undefined, api)
      await post('/api/v1/laas/rules/award', awards[0], who, key ? randomUUID() : undefined, api)
    }
  }
  const giving = [giveAwards(service, true), giveAwards(second, true), giveAwards(second, false)]
  await waitUntil(async () => {
    const rows = await service.query('select from awards where user_id = $1 limit 30', [userId])
    return rows.length === 30
  }, 'awards are given')
  await dataOf(erase(who, userId, { forfeit: true }))
  isErased = true
  await Promise.all(giving)
  assert.deepEqual(await tablesWith(service, Object.values(texts)), [])
})

test('the export has everything that the partner holds about a user, and nothing of others', async () => {
  const who = await onboardTestPartner(service)
  const { name } = await who.addRule()
  const other = await who.addUser()
  const { texts, userId, id } = await addCustomer(who)
  await who.awardAll(Array.from({ length: 600 }, () => ({ userId, ruleName: name, narration: texts.note })))
  await who.award(other, name, 'of another')
  const award = await dataOf(who.award(userId, name))
  await dataOf(who.reverse(award.id))
  await who.transfer(userId, 10)
  const response = await service.get(`${USERS}/${userId}/export`, who.token)
  assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="user-.+\.json"$/)
  const { membership, wallet, attributes, progress, decisions, transactions, events } = await dataOf(
    Promise.resolve(response),
  )
  assert.deepEqual(
    [membership.id, membership.email, membership.externalId],
    [id, texts.email, texts.externalId],
  )
  assert.deepEqual([wallet.coins, wallet.points], ['5990', '6000'])
  assert.deepEqual(
    progress.map(({ ruleName, userAwards, coins }: Record<string, unknown>) => [ruleName, userAwards, coins]),
    [[name, 600, '6000']],
  )
  assert.deepEqual([decisions.length, transactions.length, events.length], [603, 603, 605])
  const city = { city: texts.attribute }
  assert.deepEqual(
    attributes.map((version: Record<string, unknown>) => [
      version.seq,
      version.createdAt,
      version.attributes,
    ]),
    [
      [events[0].seq, events[0].createdAt, city],
      [events[1].seq, events[1].createdAt, { ...city, [texts.attributeName]: true, tier: 'gold' }],
    ],
  )
  assert(!JSON.stringify(response.body).includes('of another'))
  assert.deepEqual(
    events.map(({ seq }: { seq: number }) => seq),
    (await allEvents(service, who.token)).flatMap(({ seq, data }) => (data.userId === userId ? [seq] : [])),
  )
  assert.equal((await service.get(`${USERS}/${randomUUID()}/export`, who.token)).status, 404)
  const foreign = await onboardTestPartner(service)
  assert.equal((await service.get(`${USERS}/${userId}/export`, foreign.token)).status, 404)
})
