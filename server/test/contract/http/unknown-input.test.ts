import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assertFailure, assertSuccess } from '../../support/api-response.ts'
import {
  ME,
  newPartnerBody,
  newRuleBody,
  newUserBody,
  onboardTestPartner,
  unique,
} from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const partner = await onboardTestPartner(service)
const { token } = partner

const RULES = '/api/v1/laas/rules'
const WEBHOOKS = '/api/v1/laas/webhooks'
const AWARD = `${RULES}/award`
const BULK = `${AWARD}/bulk`
const USERS = '/api/v1/laas/users'
const COINS = '/api/v1/laas/coins'
const post = (path: string, body: unknown) => service.post(path, body, token)
const send = (method: string, path: string, body: unknown) => service.request(method, path, { token, body })
const ignored = ({ headers }: { headers: Headers }) => headers.get('laurel-ignored-fields')

test('an unknown field of a setting is refused with the nearest known name', async () => {
  const rule = await partner.addRule()
  const member = await partner.addUser()
  for (const [method, path, body, sentence] of [
    [
      'POST',
      `${RULES}/create-rule`,
      newRuleBody({ userLimit: '1' }),
      'userLimit is unknown; did you mean userLimitAward?',
    ],
    ['PATCH', `${RULES}/${rule.id}`, { coin_value: '1' }, 'coin_value is unknown; did you mean coinValue?'],
    [
      'PATCH',
      `${RULES}/${rule.id}`,
      { rules: [{ name: unique('part '), condition: 'Did it', state: 'active' }] },
      'rules[0].state is unknown; did you mean status?',
    ],
    [
      'POST',
      WEBHOOKS,
      { url: `${service.url}/hook`, type: ['award.paid'] },
      'type is unknown; did you mean types?',
    ],
    [
      'POST',
      '/api/v1/acme/partners',
      newPartnerBody({ userDetailsURI: 'x' }),
      'userDetailsURI is unknown; did you mean userDetailsUrl?',
    ],
    [
      'PATCH',
      ME,
      { publicBoards: true },
      'publicBoards is unknown; known are redirectUrl, webRedirectUrl, mobileRedirectUrl, userDetailsUrl, boardsPublic, timeZone, coinName, coinValue, memberCoinLimit, memberLimitPeriod, coinExpiry, expiryNoticeDays and brand.',
    ],
    ['POST', `${ME}/secrets`, { name: 'server', scope: ['rules'] }, 'scope is unknown; did you mean scopes?'],
    [
      'POST',
      `${ME}/team/invitations`,
      { email: 'a@acme.example', roles: 'owner' },
      'role is required; roles is unknown; did you mean role?',
    ],
    [
      'PUT',
      `${USERS}/${member}/external-id`,
      { externalID: 'a', extra: 1, externalId: 'a' },
      'externalID is unknown; did you mean externalId? extra is unknown; known are externalId.',
    ],
  ] as const)
    assertFailure(await send(method, path, body), 'invalid', sentence)
  const { body } = await service.get(`${RULES}/${rule.id}`, token)
  assert.equal(body.data.version, 1)
})

test('what a response has can be sent back', async () => {
  const created = await partner.addCombinedRule(2, { endsAt: '2100-01-01T00:00:00Z', coinBudget: '50' })
  const path = `${RULES}/${created.id}`
  const rule = (await service.get(path, token)).body.data
  const [version] = (await service.get(`${path}/versions`, token)).body.data.data
  for (const body of [rule, version]) assert.equal((await send('PATCH', path, body)).status, 200)
  const copy = { ...rule, name: unique('copy '), rules: [{ ...rule.rules[0], name: unique('part ') }] }
  assert.equal((await post(`${RULES}/create-rule`, copy)).status, 201)
  assert.equal((await post(`${RULES}/create-rule`, { ...version, ...copy })).status, 400)
  assert.equal(
    (
      await post(`${RULES}/create-rule`, {
        ...version,
        name: unique('copy '),
        rules: [{ ...copy.rules[0], name: unique('part ') }],
      })
    ).status,
    201,
  )

  const me = (await service.get(ME, token)).body.data
  assertSuccess(await send('PATCH', ME, me), 200, 'Partner details saved successfully', me)
  assertFailure(
    await send('PATCH', ME, { ...me, email: 'other@acme.example', partnerName: 'Other' }),
    'invalid',
    'email cannot be changed here; partnerName cannot be changed here.',
  )

  const { secret: _, ...webhook } = (
    await post(WEBHOOKS, { url: `${service.url}/hook`, types: ['award.paid'] })
  ).body.data
  const changed = await send('PATCH', `${WEBHOOKS}/${webhook.id}`, {
    ...webhook,
    description: 'Orders',
    failures: 7,
  })
  const { updatedAt, waiting, ...rest } = changed.body.data
  assert.deepEqual(
    { ...rest, updatedAt: webhook.updatedAt, waiting: webhook.waiting },
    { ...webhook, description: 'Orders' },
  )
})

test('calls that move coins and create users ignore unknown fields and name them', async () => {
  const userId = await partner.addUser()
  const { name: ruleName } = await partner.addRule()
  const extra = { userID: 'x', 'a b': 1, metadata: { anything: 'goes' } }
  const award = await post(AWARD, { userId, ruleName, ...extra })
  assert.equal(award.status, 201)
  assert.equal(ignored(award), 'userID, a?b')
  const transfer = await post(`${COINS}/transfer-from-user-wallet`, { userId, coins: 1, coin: 2 })
  for (const [path, body, names] of [
    [`${COINS}/adjust`, { userId, coins: 1, reason: 'Goodwill', why: '' }, 'why'],
    ['/api/v1/user', newUserBody({ nickname: 'a', referral: null }), 'nickname, referral'],
    [USERS, { externalId: unique('customer'), name: 'Ada' }, 'name'],
    [
      `${USERS}/bulk`,
      { users: [{ externalId: unique('customer'), name: 'Ada' }], dry: true },
      'dry, users[0].name',
    ],
  ] as const) {
    const answer = await post(path, body)
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    assert.equal(ignored(answer), names, path)
  }
  assert.equal(ignored(transfer), 'coin')
  const signIn = { email: partner.email, password: 'Sunny-Day-7', remember: true }
  assert.equal(ignored(await service.post('/api/v1/acme/partners/login', signIn)), 'remember')
})

test('a typo where a left-out field means all is refused, and nothing moves', async () => {
  const userId = await partner.addUser()
  const { name: ruleName } = await partner.addRule({ coinValue: '30' })
  const award = await post(AWARD, { userId, ruleName, reference: 'typo-1' })
  const transfer = await post(`${COINS}/transfer-from-user-wallet`, { userId, coins: 20 })
  const refund = `${COINS}/transactions/${transfer.body.data.id}/refund`
  const reverse = `${AWARD}/${award.body.data.id}/reverse`
  const returns = '/api/v1/laas/returns'
  const order = { reference: 'typo-1', share: '1' }
  const before = (await service.get(`${USERS}/${userId}`, token)).body.data
  for (const query of ['', '?dryRun=true']) {
    for (const [path, body, sentence] of [
      [refund, { coin: '1' }, 'coin is unknown; did you mean coins?'],
      [refund, { amount: 1 }, 'amount is unknown; known are coins and narration.'],
      [refund, { '': 1 }, '"" is unknown; known are coins and narration.'],
      [reverse, { amount: '1' }, 'amount is unknown; known are coins, shortfall and reason.'],
      [reverse, { coins: '1', shortFall: 'owe' }, 'shortFall is unknown; did you mean shortfall?'],
      [returns, { ...order, shortfal: 'owe' }, 'shortfal is unknown; did you mean shortfall?'],
      [returns, { ...order, shares: '0.1' }, 'shares is unknown; did you mean share?'],
    ] as const) {
      const answer = await post(`${path}${query}`, body)
      assertFailure(answer, 'invalid', sentence)
      assert.equal(ignored(answer), null)
    }
    for (const path of [refund, reverse, returns])
      for (const body of ['null', '[]', '[{"coins":"1"}]', '"1"', '1', 'true']) {
        const answer = await post(`${path}${query}`, body)
        assertFailure(answer, 'invalid', 'The body must be one JSON object.')
      }
  }
  assert.deepEqual((await service.get(`${USERS}/${userId}`, token)).body.data, before)
  for (const [path, coins] of [
    [refund, 20],
    [reverse, '30'],
  ] as const) {
    const all = await service.request('POST', path, { token })
    assert.equal(all.status, 201, 'no body still means all')
    assert.equal(all.body.data.coins, coins)
  }
})

test('ignored fields are also named when the call is refused, and in a retry', async () => {
  const body = { userId: await partner.addUser(), rulename: 'x' }
  const wrong = await post(AWARD, body)
  assertFailure(wrong, 'invalid', 'ruleName is required.')
  assert.equal(ignored(wrong), 'rulename')
  const missing = await post(AWARD, { ...body, ruleName: 'no such rule' })
  assertFailure(missing, 'missing', 'Rule was not found.')
  assert.equal(ignored(missing), 'rulename')

  const { name: ruleName } = await partner.addRule()
  const headers = { 'idempotency-key': unique('key') }
  const call = (path: string, body: unknown) => service.request('POST', path, { token, headers, body })
  const items = { awards: [{ ...body, ruleName }, { ...body, ruleName, rule: 1 }, { ruleName }, 'none'] }
  for (const isReplay of [false, true]) {
    const answer = await call(BULK, items)
    assert.equal(answer.headers.has('idempotency-replayed'), isReplay)
    assert.equal(ignored(answer), 'awards[0].rulename, awards[1].rule')
  }
  const forecast = await post(`${BULK}?dryRun=true`, items)
  assert.equal(ignored(forecast), 'awards[0].rulename, awards[1].rule')
})

test('the names of ignored fields are few, short and of plain characters', async () => {
  const award = { userId: randomUUID(), ruleName: 'no rule' }
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`field${index}`, index]))
  const first = Array.from({ length: 20 }, (_, index) => `field${index}`)
  assert.equal(ignored(await post(AWARD, { ...award, ...many })), first.join(', '))
  const bulk = await post(BULK, { awards: [many, many, { ...award, field5000: 1 }] })
  assert.equal(ignored(bulk), first.map((name) => `awards[0].${name}`).join(', '))
  const long = await post(AWARD, { ...award, ['x'.repeat(9_000)]: 1 })
  assert.equal(ignored(long), 'x'.repeat(100))
  const hostile = await post(AWARD, { ...award, 'a\r\nset-cookie: b=c': 1, 'ü, \u0000\u2028': 1 })
  assert.equal(hostile.headers.get('set-cookie'), null)
  assert.equal(ignored(hostile), 'a??set-cookie??b?c, ?????')
  const setting = await post(`${RULES}/create-rule`, { ...newRuleBody(), ...many, ['x'.repeat(9_000)]: 1 })
  assert.equal(setting.body.data.fields.length, 20)
  assert.ok(setting.body.data.error.length < 2_500)
})

test('an unknown query parameter is refused with those that the call takes, the nearest first', async () => {
  const user = await partner.addUser()
  for (const [method, path, sentence] of [
    [
      'GET',
      `${RULES}?pages=2`,
      'pages is unknown; this call takes page, search, status, type, participants, phase, archived, results, sort, limit and cursor.',
    ],
    ['GET', `${USERS}/${user}?expand=wallet`, 'expand is unknown; this call takes no query parameters.'],
    ['GET', `${ME}?x`, 'x is unknown; this call takes no query parameters.'],
    ['DELETE', `${USERS}/${user}?force=true`, 'force is unknown; this call takes no query parameters.'],
    ['GET', '/api/v1/laas/events?seq=1', undefined],
    ['GET', '/api/v1/laas/events/stream?from=1', undefined],
    ['GET', `${COINS}/transactions/export?form=csv`, undefined],
  ] as const) {
    const answer = await service.request(method, path, { token })
    if (sentence) assertFailure(answer, 'invalid', sentence)
    else assert.match(answer.body.data.error, /^\w+ is unknown; this call takes \w+/)
  }
  assert.equal((await service.get(`${USERS}/${user}`, token)).status, 200)
})

test('both boards take take and limit, and name parameters that they ignore', async () => {
  const other = await onboardTestPartner(service)
  const { name: ruleName } = await other.addRule()
  const users = await other.addUsers(3)
  await other.awardAll(users.map((userId) => ({ userId, ruleName })))
  for (const path of ['/api/v1/laas/leaderboard/new', `${COINS}/partner/ep-leaderboard`]) {
    const one = await service.get(`${path}?take=1`, other.token)
    assert.equal(one.body.data.data.length, 1)
    assert.equal(ignored(one), null)
    assert.deepEqual((await service.get(`${path}?limit=1`, other.token)).body, one.body)
    assert.equal((await service.get(`${path}?take=0`, other.token)).status, 400)
    assert.equal((await service.get(`${path}?limit=0`, other.token)).status, 400)
    const both = await service.get(`${path}?limit=1&Page=2&size=5`, other.token)
    assert.deepEqual(both.body, one.body)
    assert.equal(ignored(both), 'Page, size')
  }
})
