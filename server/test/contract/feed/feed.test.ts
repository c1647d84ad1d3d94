import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientCredentialsGrant } from 'openid-client'
import { EVENT_TYPES } from '../../../src/feed/events/event.ts'
import { signUp } from '../../support/account.ts'
import { assertFailure, assertSuccess, TIMESTAMP, TOKEN_MISSING } from '../../support/api-response.ts'
import { type ApiEvent, allEvents, EVENTS, range } from '../../support/events.ts'
import { discover, getTokens, onboardOauthPartner } from '../../support/oauth.ts'
import { newRuleBody, newUserBody, onboardTestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const partner = await onboardTestPartner(service)

const NO_LIMITS = { userCoins: null, userCoinLimit: '-1', budgetUsed: null, coinBudget: '-1' }
const NO_COUNTERS = {
  ...NO_LIMITS,
  userAwards: 0,
  userLimitAward: -1,
  participants: 0,
  maxNumberOfParticipant: 1000,
}

test('every operation leaves one event, with the data that its endpoint returned', async () => {
  const { token, email, award, transfer } = await onboardTestPartner(service)
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await service.request(method, path, { token, ...(body !== undefined && { body }) })
    return answer.body.data
  }
  const expected: [type: string, data: unknown][] = []

  const user = newUserBody()
  const { id: userId } = await send('POST', '/api/v1/user', user)
  const { data: joined } = (await send('GET', '/api/v1/laas/users')) as { data: Record<string, unknown>[] }
  const { id: membershipId, userData, createdAt: joinedAt, updatedAt, externalId } = joined[0] ?? {}
  const membership = { id: membershipId, userId, userData, createdAt: joinedAt, updatedAt, externalId }
  expected.push(['user.onboarded', membership])

  const rule = await send('POST', '/api/v1/laas/rules/create-rule', newRuleBody({ userLimitAward: '1' }))
  expected.push(['rule.created', rule])
  const inThrees = newRuleBody({ type: 'batched', completionNumber: '3' })
  const batched = await send('POST', '/api/v1/laas/rules/create-rule', inThrees)
  expected.push(['rule.created', batched])
  expected.push([
    'rule.updated',
    await send('PATCH', `/api/v1/laas/rules/${rule.id}`, { coinValue: '2.5', maxNumberOfParticipant: '7' }),
  ])

  const counted = (await award(userId, batched.name, 'Order 1')).body.data
  expected.push([
    'award.counted',
    { ...counted, reason: null, counters: { ...NO_COUNTERS, progress: 1, completionNumber: 3 } },
  ])
  const limits = {
    ...NO_LIMITS,
    userLimitAward: 1,
    participants: 1,
    maxNumberOfParticipant: 7,
    completionNumber: 1,
  }
  const paid = (await award(userId, rule.name)).body.data
  expected.push([
    'award.paid',
    { ...paid, reason: null, counters: { ...limits, progress: 1, userAwards: 1 } },
  ])

  const refusal = await award(userId, rule.name, 'Again')
  assert.equal(refusal.body.data.appErrorCode, 'user_limit_reached')
  const { decisions } = await send('GET', '/api/v1/laas/decisions?limit=1')
  const { balanceAfter, parentId, ...decided } = decisions[0]
  assert.deepEqual([balanceAfter, parentId], [decided.balance, null])
  const { kind: __, left, seq, outcome, explanation, coins, reversed, createdAt, ...more } = decided
  const { availableAt, expiresAt, ...refused } = more
  assert.deepEqual([availableAt, expiresAt], [null, null])
  assert.deepEqual([outcome, coins, reversed, refused.note], ['refused', '0', false, 'Again'])
  assert.ok(explanation && createdAt && left && seq)
  expected.push(['award.refused', refused])

  expected.push(['coins.transferred', (await transfer(userId, 1.25)).body.data])
  const voucher = { userId, coins: '0.75', narration: 'Voucher' }
  const spent = await send('POST', '/api/v1/laas/coins/transfer-from-user-wallet', voucher)
  expected.push(['coins.transferred', spent])
  const second = await send('POST', '/api/v1/user', newUserBody())
  expected.push(['user.onboarded', undefined])
  const other = (await award(second.id, rule.name)).body.data
  expected.push([
    'award.paid',
    { ...other, reason: null, counters: { ...limits, progress: 1, userAwards: 1, participants: 2 } },
  ])
  expected.push(['award.reversed', await send('POST', `/api/v1/laas/rules/award/${other.id}/reverse`)])
  expected.push(['user.left', await send('DELETE', `/api/v1/laas/users/${second.id}`)])

  const events = await allEvents(service, token)

  assert.deepEqual(
    events.map(({ seq }) => seq),
    range(1, expected.length),
  )
  for (const [index, [type, data]] of expected.entries()) {
    const event = events[index] as ApiEvent
    assert.equal(event.type, type)
    assert.match(event.createdAt, TIMESTAMP)
    if (data) assert.partialDeepStrictEqual(event.data, data, type)
    if (!type.startsWith('user.'))
      assert.deepEqual([event.data.actor.kind, event.data.actor.name], ['team', email])
  }
  assert.equal(events[9]?.data.userId, second.id)
  assert.ok(!JSON.stringify(events).includes(user.password))
})

test('what changes nothing leaves no event: retries and unknown names', async () => {
  const own = await onboardTestPartner(service)
  const userId = await own.addUser()
  const rule = await own.addRule()
  const sendTwice = (path: string, body: unknown) => {
    const headers = { 'idempotency-key': unique('key') }
    const send = () => service.request('POST', `/api/v1/laas/${path}`, { token: own.token, body, headers })
    return Promise.all([send(), send(), send()]).then(async (first) => [...first, await send()])
  }
  const awards = await sendTwice('rules/award', { userId, ruleName: rule.name })
  const bulk = await sendTwice('rules/award/bulk', { awards: [{ userId, ruleName: rule.name }] })
  const transfers = await sendTwice('coins/transfer-from-user-wallet', { userId, coins: 1 })
  const rules = await sendTwice('rules/create-rule', newRuleBody())
  const awardId = awards[0]?.body.data.id
  const reversals = await sendTwice(`rules/award/${awardId}/reverse`, {})
  for (const answer of [...awards, ...bulk, ...transfers, ...rules, ...reversals])
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
  assert.equal((await own.transfer(userId, 500)).body.data.appErrorCode, 'insufficient_coins')
  const again = await service.post(`/api/v1/laas/rules/award/${awardId}/reverse`, {}, own.token)
  assert.equal(again.body.data.appErrorCode, 'already_reversed')
  assert.equal((await own.award(userId, 'unknown')).status, 400)
  await service.request('PATCH', `/api/v1/laas/rules/${rule.id}`, { token: own.token, body: {} })

  assert.deepEqual(
    (await allEvents(service, own.token)).map(({ seq, type }) => [seq, type]),
    [
      'user.onboarded',
      'rule.created',
      'award.paid',
      'award.paid',
      'coins.transferred',
      'rule.created',
      'award.reversed',
      'transfer.refused',
      'reversal.refused',
    ].map((type, index) => [index + 1, type]),
  )
})

test('a ledger without events returns none', async () => {
  const own = await onboardTestPartner(service)

  assertSuccess(await service.get(EVENTS, own.token), 200, 'Events returned', { events: [], next: 0 })
  assertSuccess(await service.get(`${EVENTS}?after=7`, own.token), 200, 'Events returned', {
    events: [],
    next: 7,
  })
})

test('5,000 events are the same page by page as at once, in order and without a gap', async () => {
  const own = await onboardTestPartner(service)
  const users = await own.addUsers(10)
  const rule = await own.addRule({ userLimitAward: '300' })
  const awards = range(0, 997).map((index) => ({ userId: users[index % 10], ruleName: rule.name }))
  for (let call = 0; call < 5; call += 1)
    assert.equal((await service.post('/api/v1/laas/rules/award/bulk', { awards }, own.token)).status, 200)

  const whole = await allEvents(service, own.token)

  assert.deepEqual(
    whole.map(({ seq }) => seq),
    range(1, 5_001),
  )
  for (const limit of [1_000, 313]) {
    const paged: ApiEvent[] = []
    for (let after = 0; after < 5_001; ) {
      const { body } = await service.get(`${EVENTS}?after=${after}&limit=${limit}`, own.token)
      assert.equal(body.data.events.length, Math.min(limit, 5_001 - after))
      paged.push(...body.data.events)
      assert.equal(body.data.next, paged.at(-1)?.seq)
      after = body.data.next
    }
    assert.deepEqual(paged, whole)
  }
  const first = (await service.get(EVENTS, own.token)).body.data
  assert.deepEqual(first, { events: whole.slice(0, 100), next: 100 })

  for (const types of [
    ['award.refused'],
    ['award.paid'],
    ['rule.created', 'user.onboarded'],
    ['coins.transferred', 'award.reversed'],
  ]) {
    const filtered = await allEvents(service, own.token, `&types=${types}`)
    assert.deepEqual(
      filtered,
      whole.filter(({ type }) => types.includes(type)),
    )
  }
  assert.ok(whole.some(({ type }) => type === 'award.refused'))
})

test('a filter that matches few events scans 10,000 sequence numbers per request', async () => {
  const own = await onboardTestPartner(service)
  const userId = await own.addUser()
  await service.query(
    `insert into lifecycle_events (partner_id, seq, type, data, created_at)
     select $1, n, 'rule.updated', '{}', now() from generate_series(2, 25000) n`,
    [own.partnerId],
  )
  await service.query('update ledgers set last_seq = 25000 where partner_id = $1', [own.partnerId])
  await own.addRule()
  const readAfter = async (after: number) =>
    (await service.get(`${EVENTS}?types=user.onboarded,rule.created&after=${after}`, own.token)).body.data

  const [first, second, third] = [await readAfter(0), await readAfter(10_000), await readAfter(20_000)]

  assert.deepEqual(
    first.events.map(({ data }: ApiEvent) => data.userId),
    [userId],
  )
  assert.equal(first.next, 10_000)
  assert.deepEqual(second, { events: [], next: 20_000 })
  assert.deepEqual([third.events[0].seq, third.next], [25_001, 25_001])
})

test("another partner's events are never shown", async () => {
  const [one, other] = [await onboardTestPartner(service), await onboardTestPartner(service)]
  const rules = [await one.addRule(), await other.addRule(), await one.addRule()]

  const own = await allEvents(service, one.token)

  assert.deepEqual(
    own.map(({ data }) => data.id),
    [rules[0]?.id, rules[2]?.id],
  )
})

test('a type that does not exist is named, and so is what else is wrong', async () => {
  const known = `types must name types of events separated by commas (${EVENT_TYPES.join(', ')})`
  assertFailure(
    await service.get(`${EVENTS}?types=award.paid,award.gone`, partner.token),
    'invalid',
    `${known}, which "award.gone" is not.`,
  )
  assertFailure(
    await service.get(`${EVENTS}/stream?types=x,award.paid,y&after=-1`, partner.token),
    'invalid',
    `after must be a whole number from 0 to 9007199254740991; ${known}, which "x", "y" is not.`,
  )
  assertFailure(
    await service.get(`${EVENTS}?limit=1001&after=x`, partner.token),
    'invalid',
    'after must be a whole number from 0 to 9007199254740991; limit must be a whole number from 1 to 1000.',
  )
  assertFailure(
    await service.request('GET', `${EVENTS}/stream`, {
      token: partner.token,
      headers: { 'last-event-id': 'x' },
    }),
    'invalid',
    'last-event-id must be the number of an event.',
  )
})

test('events are for tokens of the partner with the scope events', async () => {
  const owner = await onboardOauthPartner(service)
  const client = await discover(service, owner)
  const user = await getTokens(service, client, await signUp(service))
  const backend = async (scope: string) => (await clientCredentialsGrant(client, { scope })).access_token

  for (const path of [EVENTS, `${EVENTS}/stream`]) {
    assertFailure(
      await service.get(path, user.access_token),
      'forbidden',
      "This kind of token may not do that; use a token of the partner (client credentials) or a signed-in member of the partner's team.",
    )
    assertFailure(
      await service.get(path, await backend('awards')),
      'forbidden',
      'This token lacks the scope events; get one with a client secret that has it.',
    )
  }
  const { body } = await service.get(EVENTS, await backend('events'))
  assert.deepEqual(
    body.data.events.map(({ type }: ApiEvent) => type),
    ['user.onboarded'],
  )
})

test('one event is read by its number', async () => {
  const who = await onboardTestPartner(service)
  const userId = await who.addUser()
  const { id } = (await who.award(userId, (await who.addRule()).name)).body.data
  await who.reverse(id)
  const read = (seq: number | string, token?: string) => service.get(`${EVENTS}/${seq}`, token)
  const events = await allEvents(service, who.token)
  assert.equal(events.length, 4)
  for (const event of events) assertSuccess(await read(event.seq, who.token), 200, 'Event returned', event)
  assertFailure(await read(5, who.token), 'notFound', 'Event was not found.')
  assertFailure(await read(4, partner.token), 'notFound', 'Event was not found.')
  assertFailure(await read(1), 'unauthorized', TOKEN_MISSING)
  for (const wrong of ['0', '-1', '+1', '01', '1.0', '1e0', '%201', '0x1', 'last', '9007199254740992'])
    assertFailure(
      await read(wrong, who.token),
      'invalid',
      'seq must be a whole number from 1 to 9007199254740991.',
    )
})
