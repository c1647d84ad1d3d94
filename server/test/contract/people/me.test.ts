import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Laurel } from '@laurel/sdk'
import { createVisitor, signUp } from '../../support/account.ts'
import { newType } from '../../support/activities.ts'
import { type Api, dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { allEvents, StreamReader } from '../../support/events.ts'
import { BOARD, newOauthShop } from '../../support/oauth.ts'
import { ME, newRuleBody } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = useSharedService()
const WALLET = '/api/v1/laas/me/wallet'
const PROGRESS = '/api/v1/laas/me/progress'
const RULES = '/api/v1/laas/rules'
const TRANSACTIONS = '/api/v1/laas/me/transactions'
const NO_MEMBER = 'The user of this token is no member of the partner; the user must connect with it again.'

test("a user's own token shows the wallet and every movement, and nothing of other people", async () => {
  const shop = await newOauthShop(service)
  const { userId, token } = await shop.link()
  const award = await shop.award(userId, shop.rule.name, 'For the first order')
  await dataOf(shop.award(userId, shop.rule.name))
  const body = { userId, coins: 4, reference: 'order-7', metadata: { till: 'till-9' } }
  await dataOf(service.post('/api/v1/laas/coins/transfer-from-user-wallet', body, shop.token))
  await dataOf(shop.reverse(award.body.data.id))
  const other = await shop.link()
  await dataOf(shop.award(other.userId, shop.rule.name, 'of another user'))

  assert.deepEqual(await dataOf(service.get(WALLET, token)), {
    userId,
    partnerId: shop.partnerId,
    coins: '6',
    available: '6',
    pending: '0',
    held: '0',
    points: '10',
    owed: '0',
    pendingUntil: [],
    expiring: [],
  })
  const { data, next } = await dataOf(service.get(TRANSACTIONS, token))
  assert.equal(next, null)
  assert.deepEqual(
    data.map(({ id, createdAt, ...shown }: Record<string, unknown>) => shown),
    [
      { type: 'user_partner_reversal', way: 'DE', coins: 10, rule: shop.rule.name, refunded: false },
      {
        type: 'user_partner_transfer',
        way: 'DE',
        coins: 4,
        rule: null,
        reference: 'order-7',
        refunded: false,
      },
      { type: 'partner_user_award', way: 'CR', coins: 10, rule: shop.rule.name, refunded: false },
      { type: 'partner_user_award', way: 'CR', coins: 10, rule: shop.rule.name, refunded: true },
    ].map(({ type, way, coins, rule, reference = null, refunded }) => ({
      transactionType: type,
      debitOrCredit: way,
      coins,
      narration:
        type === 'user_partner_transfer'
          ? 'User to partner coin transfer'
          : refunded
            ? 'For the first order'
            : `${type === 'user_partner_reversal' ? 'Reversal of an award' : 'Award'} of the rule ${rule}`,
      ruleName: rule,
      reference,
      refunded,
    })),
  )
  const shown = JSON.stringify(data)
  for (const secret of ['actor', 'metadata', 'till-9', '@', 'of another user'])
    assert.ok(!shown.includes(secret), secret)
})

test('own transactions are read page by page to their end, and a foreign cursor is refused', async () => {
  const shop = await newOauthShop(service)
  const { userId, token } = await shop.link()
  await shop.awardAll(Array.from({ length: 5 }, () => ({ userId, ruleName: shop.rule.name })))
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { data: { id: string }[]; next: string | null } = await dataOf(
      service.get(`${TRANSACTIONS}?limit=2&cursor=${cursor}`, token),
    )
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.next
  }
  assert.equal(new Set(ids).size, 5)
  const refused = await service.get(`${TRANSACTIONS}?cursor=abc`, token)
  assertFailure(refused, 'invalid', 'cursor must be the `next` of an earlier response.')
})

test('a claimed membership is found, although its id is not that of the account', async () => {
  const shop = await newOauthShop(service, { mobileRedirectUrl: '' })
  const user = await signUp(service)
  const { userId } = await shop.addCustomer(user.email)
  const linked = await shop.link(user)
  assert.notEqual(userId, user.userId)
  assert.equal(linked.userId, userId)
  assert.equal((await dataOf(service.get(WALLET, linked.token))).coins, '10')
  assert.equal((await dataOf(service.get(TRANSACTIONS, linked.token))).data.length, 1)
})

test('only a user token with the scope wallet reads a wallet, and no longer once the user has left', async () => {
  const shop = await newOauthShop(service)
  const { userId, token } = await shop.link()
  const { token: boards } = await shop.link(undefined, 'openid boards')
  for (const path of [WALLET, TRANSACTIONS]) {
    const lacking = await service.get(path, boards)
    assertFailure(lacking, 'forbidden', 'This token lacks the scope wallet; ask for one that has it.')
    const team = await service.get(path, shop.token)
    const kind = 'This kind of token may not do that; use a token of a user (authorization code).'
    assertFailure(team, 'forbidden', kind)
    assert.equal((await service.get(path)).status, 401)
  }
  const ended = await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: shop.token })
  assert.equal(ended.status, 200)
  // Until the process hears that the token is revoked, the membership decides.
  const answer = await service.get(WALLET, token)
  if (answer.status !== 401) assertFailure(answer, 'forbidden', NO_MEMBER)
})

test("a user's token is for one partner: the boards of another are refused, also where the user is a member", async () => {
  const [shop, bakery] = [await newOauthShop(service), await newOauthShop(service)]
  const user = await signUp(service)
  const at = { shop: await shop.link(user), bakery: await bakery.link(user) }
  const refusal = 'This token shows the boards of the partner that you joined with it, and of no other.'
  for (const path of [BOARD, '/api/v1/laas/coins/partner/ep-leaderboard']) {
    assert.equal((await service.get(path, at.shop.token)).status, 200)
    const foreign = await service.get(`${path}?partnerId=${bakery.partnerId}`, at.shop.token)
    assertFailure(foreign, 'forbidden', refusal)
  }
  await dataOf(bakery.award(at.bakery.userId, bakery.rule.name))
  assert.equal((await dataOf(service.get(WALLET, at.shop.token))).coins, '0')
  assert.equal((await dataOf(service.get(WALLET, at.bakery.token))).coins, '10')
})

test("browsers read from the application's own origins alone", async () => {
  const shop = await newOauthShop(service, {
    redirectUrl: 'https://shop.example/callback',
    webRedirectUrl: 'https://www.shop.example:8443/callback',
    mobileRedirectUrl: 'com.example.shop:/callback',
  })
  const bakery = await newOauthShop(service, { redirectUrl: 'https://bakery.example/callback' })
  const { token } = await shop.link()
  const other = await bakery.link()
  const allowed = async (path: string, origin: string, sent: string | undefined = token) => {
    const answer = await service.request('GET', path, { ...(sent && { token: sent }), headers: { origin } })
    assert.match(answer.headers.get('vary') ?? '', /\borigin\b/)
    return answer.headers.get('access-control-allow-origin')
  }
  const preflight = async (path: string, origin: string) => {
    const headers = {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    }
    const answer = await fetch(`${service.url}${path}`, { method: 'OPTIONS', headers })
    assert.equal(answer.status, 204)
    assert.match(answer.headers.get('vary') ?? '', /\borigin\b/)
    return answer.headers.get('access-control-allow-origin')
  }
  for (const path of [WALLET, TRANSACTIONS, BOARD]) {
    for (const origin of ['https://shop.example', 'https://www.shop.example:8443']) {
      assert.equal(await allowed(path, origin), origin)
      assert.equal(await preflight(path, origin), origin)
      assert.equal(await allowed(path, origin, 'expired'), origin)
    }
    // The redirect address of another application answers its preflight, and not the token of this one.
    assert.equal(await allowed(path, 'https://bakery.example'), null)
    assert.equal(await allowed(path, 'https://bakery.example', other.token), 'https://bakery.example')
    for (const origin of [
      'https://evil.example',
      'https://shop.example.evil.example',
      'http://shop.example',
      'https://shop.example:444',
      'https://SHOP.example',
      'com.example.shop:',
      'null',
    ]) {
      assert.equal(await allowed(path, origin), null, origin)
      assert.equal(await preflight(path, origin), null, origin)
    }
  }
  // A changed address takes its origin with it.
  const moved = { redirectUrl: 'https://new.example/callback' }
  await dataOf(service.request('PATCH', ME, { token: shop.token, body: moved }))
  assert.equal(await allowed(WALLET, 'https://shop.example'), null)
  assert.equal(await allowed(WALLET, 'https://new.example'), 'https://new.example')
})

test('users see how far they are with the rules that the partner shows them', async () => {
  const { award, link, token: owner } = await newOauthShop(service)
  const addRule = async (changes: Record<string, unknown>) => {
    const body = newRuleBody({ shownToUsers: true, ...changes })
    return dataOf(service.post(`${RULES}/create-rule`, body, owner))
  }
  const { userId, token } = await link()
  const progress = (query = '') => dataOf(service.get(`${PROGRESS}${query}`, token))
  assert.deepEqual(await progress(), { data: [], next: null })

  const visits = await addRule({
    type: 'batched',
    completionNumber: '3',
    coinValue: '2.5',
    condition: 'A visit',
    userLimitAward: '4',
    userCoinLimit: '5',
    userLimitPeriod: 'month',
    endsAt: '2040-01-01T00:00:00.000Z',
  })
  const profile = await addRule({
    type: 'combined',
    condition: 'A profile',
    rules: [
      { name: `photo of ${visits.name}`, condition: 'A photo' },
      { name: `city of ${visits.name}`, condition: 'A city', status: 'inactive' },
      { name: `age of ${visits.name}`, condition: 'An age' },
    ],
  })
  const full = await addRule({ maxNumberOfParticipant: '1' })
  const hidden = await addRule({ shownToUsers: false })
  await addRule({ status: 'inactive' })
  await addRule({ endsAt: '2020-01-01T00:00:00.000Z' })
  await dataOf(award((await link()).userId, full.name))
  for (let count = 0; count < 4; count += 1) await dataOf(award(userId, visits.name))
  await dataOf(award(userId, `age of ${visits.name}`))

  const { data, next } = await progress()
  assert.equal(next, null)
  assert.deepEqual(
    data.map(({ ruleId }: { ruleId: string }) => ruleId),
    [full.id, profile.id, visits.id],
  )
  const [ofFull, ofProfile, { periodEnd, ...ofVisits }] = data
  assert.deepEqual([ofFull.full, ofFull.progress, ofFull.needed], [true, 0, 1])
  assert.deepEqual([ofProfile.progress, ofProfile.needed, ofProfile.full], [1, 2, false])
  assert.deepEqual(ofProfile.rules, [
    { name: `photo of ${visits.name}`, condition: 'A photo', done: false },
    { name: `age of ${visits.name}`, condition: 'An age', done: true },
  ])
  assert.deepEqual(ofVisits, {
    ruleId: visits.id,
    ruleName: visits.name,
    displayName: null,
    condition: 'A visit',
    type: 'batched',
    coinValue: '2.5',
    perUnit: false,
    progress: 1,
    needed: 3,
    countPer: 'call',
    consecutive: false,
    countedUntil: null,
    streakEndsAt: null,
    rules: [],
    userAwards: 1,
    userLimitAward: '4',
    userCoins: '2.5',
    userCoinLimit: '5',
    userLimitPeriod: 'month',
    full: false,
    startsAt: null,
    endsAt: '2040-01-01T00:00:00.000Z',
  })
  assert.match(periodEnd, /-01T00:00:00\.000Z$/)

  const first = await progress('?limit=2')
  const rest = await progress(`?cursor=${first.next}`)
  assert.deepEqual([...first.data, ...rest.data], data)

  // A change shows a rule, and its version says so.
  const body = { shownToUsers: true }
  const changed = await dataOf(service.request('PATCH', `${RULES}/${hidden.id}`, { token: owner, body }))
  assert.deepEqual([changed.shownToUsers, changed.version], [true, 2])
  const versions = await dataOf(service.get(`${RULES}/${hidden.id}/versions`, owner))
  assert.deepEqual(
    versions.data.map(({ shownToUsers }: { shownToUsers: boolean }) => shownToUsers),
    [true, false],
  )
  assert.equal((await progress()).data.length, 4)
})

test('users see streaks, and no expression, attribute or property', async () => {
  const shop = await newOauthShop(service)
  const user = await signUp(service)
  const { userId, token } = await shop.link(user)
  const type = newType()
  const rule = await dataOf(
    service.post(
      `${RULES}/create-rule`,
      newRuleBody({
        shownToUsers: true,
        type: 'batched',
        completionNumber: '2',
        countPer: 'month',
        consecutive: true,
        activityType: type,
        when: '"when-secret" != "" && properties.item == "property-secret"',
        exclusiveGroup: 'group-secret',
        priority: 7,
      }),
      shop.token,
    ),
  )
  const perUnit = newRuleBody({
    shownToUsers: true,
    perUnit: true,
    activityType: type,
    unitsFrom: 'size("units-secret")',
    coinValue: '1',
  })
  await dataOf(service.post(`${RULES}/create-rule`, perUnit, shop.token))
  const stream = await follow(token)
  const change = { attributes: { attribute_secret: 'value-secret' } }
  const attributes = `/api/v1/laas/users/${userId}/attributes`
  await dataOf(service.request('PATCH', attributes, { token: shop.token, body: change }))
  for (const reference of ['order-1', 'order-2']) {
    const properties = { item: 'property-secret' }
    const activity = { type, userId, reference, properties, metadata: { till: 'metadata-secret' } }
    await dataOf(service.post('/api/v1/laas/activities', activity, shop.token))
  }
  await stream.has(3)

  const { data: progress } = await dataOf(service.get(PROGRESS, token))
  const streak = progress.find(({ ruleId }: { ruleId: string }) => ruleId === rule.id)
  assert.deepEqual([streak.progress, streak.needed, streak.consecutive], [1, 2, true])
  assert.ok(streak.countedUntil < streak.streakEndsAt)
  const visitor = createVisitor(service)
  await visitor.signIn(user.tag)
  const page = (await visitor.visit(`/account/partners/${shop.partnerId}`)).text
  assert.match(page, /Month 1 of 2, done for this month/)
  const shown = [
    page,
    (await visitor.visit('/account')).text,
    JSON.stringify([progress, stream.events]),
    ...(await Promise.all(
      [WALLET, TRANSACTIONS].map(async (path) => JSON.stringify(await dataOf(service.get(path, token)))),
    )),
  ]
  assert.deepEqual(
    stream.events.map((event) => event.type),
    ['award.counted', 'award.paid', 'award.paid'],
  )
  for (const text of shown) {
    assert.doesNotMatch(text, /(when|units|property|metadata|group|attribute|value)[-_]secret/)
    assert.doesNotMatch(
      text,
      /"(when|unitsFrom|activityType|activityId|properties|attributes|priority|exclusiveGroup)"/,
    )
    assert.ok(!text.includes(type))
  }
  stream.drop()
})

/** Opens the stream of the user with this token. */
const follow = (token: string, { on = service, ...options }: { on?: Api; lastEventId?: number } = {}) =>
  StreamReader.open(on, token, { path: '/api/v1/laas/me/events/stream', ...options })

test("a user's stream has the own events alone, and nothing in them of other people", async () => {
  const shop = await newOauthShop(service)
  const [ada, grace] = [await shop.link(), await shop.link()]
  const ruleName = shop.rule.name
  const both = [ada, grace].map(({ userId }) => ({ userId, ruleName, metadata: { till: 'till-9' } }))
  await shop.awardAll([...both, ...both])
  const [mine, other, there] = [
    await follow(ada.token),
    await follow(grace.token),
    await follow(ada.token, { on: service.second }),
  ]
  assert.equal(mine.response.headers['content-type'], 'text/event-stream; charset=utf-8')
  await Promise.all([mine.has(2), other.has(2), there.has(2)])
  const awarded = await dataOf(shop.award(ada.userId, ruleName))
  await dataOf(shop.transfer(ada.userId, 4))
  await dataOf(shop.award(grace.userId, ruleName))
  await dataOf(shop.reverse(awarded.id))
  assert.equal((await shop.transfer(ada.userId, 1000)).status, 400)
  await Promise.all([mine.has(6), other.has(3), there.has(6)])

  const ofPartner = await allEvents(service, shop.token)
  const numbersOf = (userId: string) =>
    ofPartner
      .filter(({ type, data }) => data.userId === userId && !type.startsWith('user.'))
      .map(({ seq }) => seq)
  assert.deepEqual(mine.seqs, numbersOf(ada.userId))
  assert.deepEqual(there.seqs, mine.seqs)
  assert.deepEqual(other.seqs, numbersOf(grace.userId))
  assert.deepEqual(
    mine.events.map(({ type, data }) => [type, data.balance, data.reason ?? null]),
    [
      ['award.paid', '10', null],
      ['award.paid', '20', null],
      ['award.paid', '30', null],
      ['coins.transferred', '26', null],
      ['award.reversed', '16', null],
      ['transfer.refused', '16', 'insufficient_coins'],
    ],
  )
  const text = JSON.stringify(mine.events)
  for (const secret of ['actor', 'metadata', 'till-9', 'email', '@', 'participants', 'budget', grace.userId])
    assert.ok(!text.includes(secret), secret)

  // A reader that was away continues where it stopped.
  const [, second] = mine.seqs
  const resumed = await follow(ada.token, { lastEventId: second as number })
  await resumed.has(4)
  assert.deepEqual(resumed.seqs, mine.seqs.slice(2))
  for (const reader of [mine, other, there, resumed]) reader.drop()
})

test('readers at different positions of a busy partner each get every own event once', async () => {
  const shop = await newOauthShop(service)
  const users = [await shop.link(), await shop.link()]
  const ruleName = shop.rule.name
  const readers = await Promise.all(users.map(({ token }) => follow(token)))
  const awards = Array.from({ length: 500 }, (_, index) => ({
    userId: (users[index % 10 === 0 ? 0 : 1] as { userId: string }).userId,
    ruleName,
  }))
  for (let at = 0; at < awards.length; at += 50) {
    await shop.awardAll(awards.slice(at, at + 50))
    if (at === 200) readers.push(await follow(users[0]?.token ?? ''))
  }
  const [first, second, late] = readers as [StreamReader, StreamReader, StreamReader]
  await Promise.all([first.has(50), second.has(450), late.has(50)])
  for (const [reader, count] of [
    [first, 50],
    [second, 450],
    [late, 50],
  ] as const)
    assert.equal(new Set(reader.seqs).size, count)
  for (const reader of readers) reader.drop()
})

test('a user has a few streams, and they end with the membership', async () => {
  const shop = await newOauthShop(service)
  const user = await shop.link()
  const open = () => follow(user.token)
  const readers = await Promise.all(Array.from({ length: 5 }, open))
  const refused = await open()
  assert.equal(refused.response.statusCode, 429)
  assert.equal(refused.response.headers['retry-after'], '5')
  const team = await follow(shop.token)
  assert.equal(team.response.statusCode, 403)
  for (const reader of readers.slice(1)) reader.drop()

  await dataOf(service.request('DELETE', `/api/v1/laas/users/${user.userId}`, { token: shop.token }))
  const [left] = readers as [StreamReader]
  await waitUntil(() => left.isOver, 'the stream ended')
  assert.equal(left.end?.reason, 'token_ended')
})

test("the SDK follows a user's own events", async () => {
  const shop = await newOauthShop(service)
  const ruleName = shop.rule.name
  const { userId, token } = await shop.link()
  await dataOf(shop.award(userId, ruleName))
  const { me } = new Laurel({ baseUrl: service.url, accessToken: () => token })
  for await (const event of me.stream()) {
    assert(event.type === 'award.paid')
    assert.deepEqual([event.data.ruleName, event.data.coins, event.data.progress], [ruleName, '10', 1])
    break
  }
})
