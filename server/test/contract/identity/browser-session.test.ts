import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure, assertSuccess, TOKEN_BAD, TOKEN_MISSING } from '../../support/api-response.ts'
import {
  type CookieSession,
  cookieFrom,
  openCookieSession,
  SESSION,
  signInBrowser,
} from '../../support/browser-session.ts'
import { StreamReader } from '../../support/events.ts'
import {
  HTTPS_ADDRESSES,
  login,
  ME,
  newOwner,
  newPartnerBody,
  newRuleBody,
  newUserBody,
  onboardTestPartner,
  PARTNERS,
  PASSWORD,
} from '../../support/partner.ts'
import { startProductionService, useClockService } from '../../support/service.ts'
import {
  activateSecondFactor,
  addMember,
  assertAudited,
  auditEventsOf,
  changePassword,
  codeOf,
  lastAuditEvent,
  removeMember,
  setRole,
} from '../../support/team.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { service, second } = await useClockService()
const RULES = '/api/v1/laas/rules'
const CREATE_RULE = `${RULES}/create-rule`
const LOGIN_WRONG =
  'The email or the password is wrong for this ecosystem; check both, or reset the password.'
const ENDED = 'Your session has ended; sign in again.'
const CSRF = 'Send the csrfToken of your session in the header X-CSRF-Token; GET /api/v1/session returns it.'
const OTHER_SITE = "A browser's session is for this service's own pages; send an access token from elsewhere."

function at(time: string): void {
  service.clock.now = new Date(`2026-${time}:00.000Z`)
}

async function assertEnded(browser: CookieSession): Promise<void> {
  for (const on of [service, second])
    for (const [method, path] of [
      ['GET', SESSION],
      ['GET', RULES],
      ['DELETE', SESSION],
    ] as const)
      assertFailure(await browser.request(method, path, { on }), 'unauthorized', ENDED, 'session_ended')
}

test('a sign-in responds with who it is, and sets a cookie that only this site gets and no script reads', async () => {
  at('03-01T09:30')
  const owner = await newOwner(service)
  const answer = await signInBrowser(service, owner)
  const { csrfToken } = answer.body.data
  const partner = (await service.get(ME, owner.token)).body.data

  assertSuccess(answer, 200, 'Signed in', {
    person: { id: owner.id, email: owner.email, role: 'owner', hasSecondFactor: false },
    partner,
    ecosystem: 'acme',
    csrfToken,
    expiresAt: '2026-03-01T21:30:00.000Z',
  })
  assert.match(csrfToken, /^[\w-]{43}$/)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const [cookie, ...others] = answer.headers.getSetCookie()
  assert.match(
    cookie ?? '',
    /^laurel-team=[\w-]{43}\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  assert.deepEqual(others, [])
  assert.equal((await lastAuditEvent(service, owner.partnerId))?.action, 'signed_in')

  const read = await service.request('GET', SESSION, { headers: { cookie: cookieFrom(answer) } })
  assertSuccess(read, 200, 'Session returned', answer.body.data)
  assert.equal(read.headers.get('cache-control'), 'no-store')
  const [row] = await service.query<{ hash: string }>(
    "select encode(cookie_hash, 'hex') as hash from sessions where cookie_hash is not null and team_member_id = $1",
    [owner.id],
  )
  assert.match(row?.hash ?? '', /^[0-9a-f]{64}$/)
})

test('in production the cookie is for https and this host alone', async () => {
  const production = await startProductionService()
  const body = newPartnerBody(HTTPS_ADDRESSES)
  assert.equal((await production.post(PARTNERS, body)).status, 201)
  const answer = await signInBrowser(production, body)
  const cookie = answer.headers.getSetCookie()

  assert.equal(cookie.length, 1)
  assert.match(
    cookie[0] ?? '',
    /^__Host-laurel-team=[\w.-]{87}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  const read = (headers: Record<string, string>) => production.request('GET', SESSION, { headers })
  assert.equal((await read({ cookie: cookieFrom(answer) })).status, 200)
  assert.equal((await read({ cookie: cookieFrom(answer).replace('__Host-', '') })).status, 401)
})

test('a wrong sign-in is refused as a wrong login is, and none sets a cookie', async () => {
  const { email, partnerId } = await newOwner(service)
  for (const wrong of [
    { email, password: 'Rainy-Day-7' },
    { email: 'nobody@acme.example' },
    { email, ecosystem: 'another-eco' },
  ]) {
    const answer = await signInBrowser(service, wrong)
    assertFailure(answer, 'unauthorized', LOGIN_WRONG)
    assert.deepEqual(answer.headers.getSetCookie(), [])
  }
  assertFailure(await login(service, email, { password: 'Rainy-Day-7' }), 'unauthorized', LOGIN_WRONG)
  assert.deepEqual(
    (await auditEventsOf(service, partnerId)).slice(-2).map(({ action }) => action),
    ['sign_in_failed', 'sign_in_failed'],
  )
})

test('tries with a browser and tries for a token are counted together', async () => {
  const { email } = await newOwner(service)
  const wrong = { email, password: 'Rainy-Day-7' }
  for (let count = 0; count < 5; count += 1) {
    assert.equal((await signInBrowser(service, wrong)).status, 401)
    assert.equal((await login(service, email, wrong)).status, 401)
  }
  assert.equal((await signInBrowser(service, { email })).status, 429)
  assert.equal((await login(service, email)).status, 429)
})

test('a second factor is asked for, its code is valid once, and the session says that there is one', async () => {
  at('03-01T09:30')
  const owner = await newOwner(service)
  const { secret } = await activateSecondFactor(service, owner.token, service.clock.now?.getTime())
  at('03-01T09:31')

  assertFailure(
    await signInBrowser(service, owner),
    'unauthorized',
    'This account has a second factor; send the code of your app, or a recovery code, as code.',
    'second_factor_required',
  )
  const right = { ...owner, code: codeOf(secret, 0, service.clock.now?.getTime()) }
  const answer = await signInBrowser(service, right)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.equal(answer.body.data.person.hasSecondFactor, true)
  assertFailure(
    await signInBrowser(service, right),
    'unauthorized',
    'The code is wrong or was used before; send the next one of your app, or a recovery code.',
  )
})

test('with the cookie one reads and writes as with a token, in every process', async () => {
  const owner = await newOwner(service)
  const browser = await openCookieSession(service, owner)
  const created = await browser.request('POST', CREATE_RULE, { body: newRuleBody(), on: second })

  assert.equal(created.status, 201, JSON.stringify(created.body))
  assert.equal(created.headers.get('cache-control'), 'no-store')
  const listed = await browser.get(RULES)
  assert.deepEqual(listed.body, (await service.get(RULES, owner.token)).body)
  assert.equal(listed.headers.get('cache-control'), 'private, no-cache')
  assert.equal(listed.headers.get('ratelimit-limit'), '10000')
  assert.equal((await browser.get(ME)).body.data.partnerId, owner.partnerId)
  assert.equal((await browser.get('/api/v1/another-eco/partners/me')).status, 404)
  const head = await fetch(`${second.url}${RULES}`, { method: 'HEAD', headers: { cookie: browser.cookie } })
  assert.equal(head.status, 200)
})

test('the boards are those of the own partner, and a user who is created is a member of it', async () => {
  const owner = await newOwner(service)
  const browser = await openCookieSession(service, owner)
  const created = await browser.request('POST', '/api/v1/user', { body: newUserBody() })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const board = await browser.get('/api/v1/laas/leaderboard/new')

  assert.equal(board.status, 200)
  assert.deepEqual(
    board.body.data.data.map(({ user }: { user: { userId: string } }) => user.userId),
    [created.body.data.id],
  )
  const refused = await service.request('POST', '/api/v1/user', {
    body: newUserBody(),
    headers: { cookie: browser.cookie },
  })
  assertFailure(refused, 'forbidden', CSRF, 'csrf_token_invalid')
})

for (const [what, tokenOf] of Object.entries<(others: CookieSession) => Record<string, string>>({
  'no CSRF token': () => ({}),
  'an empty one': () => ({ 'x-csrf-token': '' }),
  nonsense: () => ({ 'x-csrf-token': 'nonsense' }),
  'one as long as a right one': () => ({ 'x-csrf-token': 'A'.repeat(43) }),
  "another session's": ({ csrfToken }) => ({ 'x-csrf-token': csrfToken }),
})) {
  test(`a change with ${what} is refused, and reading needs none`, async () => {
    const owner = await newOwner(service)
    const [browser, other] = [
      await openCookieSession(service, owner),
      await openCookieSession(service, owner),
    ]
    assert.notEqual(browser.csrfToken, other.csrfToken)
    const headers = { cookie: browser.cookie, ...tokenOf(other) }
    for (const [method, path, body] of [
      ['POST', CREATE_RULE, newRuleBody()],
      ['PATCH', ME, { boardsPublic: true }],
      ['DELETE', `${ME}/sessions`, undefined],
      ['DELETE', SESSION, undefined],
    ] as const)
      assertFailure(
        await service.request(method, path, { body, headers }),
        'forbidden',
        CSRF,
        'csrf_token_invalid',
      )

    assert.equal((await service.request('GET', RULES, { headers })).body.data.count, 0)
    assert.equal((await browser.get(SESSION)).status, 200)
  })
}

test('what another site has the browser send is refused, reading too', async () => {
  const browser = await openCookieSession(service, await newOwner(service))
  for (const site of ['cross-site', 'same-site', 'nonsense', '']) {
    const headers = { 'sec-fetch-site': site }
    assertFailure(await browser.request('GET', RULES, { headers }), 'forbidden', OTHER_SITE)
    const body = newRuleBody()
    assertFailure(await browser.request('POST', CREATE_RULE, { body, headers }), 'forbidden', OTHER_SITE)
  }
  for (const site of ['same-origin', 'none'])
    assert.equal((await browser.request('GET', RULES, { headers: { 'sec-fetch-site': site } })).status, 200)
})

test('a token goes before the cookie, and a bad token is not saved by it', async () => {
  const owner = await newOwner(service)
  const stranger = await newOwner(service)
  const browser = await openCookieSession(service, owner)
  const headers = { cookie: browser.cookie, 'sec-fetch-site': 'cross-site' }
  const read = await service.request('GET', ME, { token: stranger.token, headers })

  assert.equal(read.body.data.partnerId, stranger.partnerId)
  const created = await service.request('POST', CREATE_RULE, {
    token: stranger.token,
    body: newRuleBody(),
    headers,
  })
  assert.equal(created.status, 201)
  assertFailure(
    await service.request('GET', ME, { token: 'nonsense', headers: { cookie: browser.cookie } }),
    'unauthorized',
    TOKEN_BAD,
  )
})

test('a forged cookie gets 401, and open routes ignore it', async () => {
  const browser = await openCookieSession(service, await newOwner(service))
  const [token, encryption] = browser.cookie.slice('laurel-team='.length).split('.') as [string, string]
  for (const made of [
    'nonsense',
    `${token}`,
    `${token}.`,
    `.${encryption}`,
    `${token}.${token}`,
    `x${token}.${encryption}`,
  ]) {
    const headers = { cookie: `laurel-team=${made}` }
    for (const path of [SESSION, RULES, '/api/v1/laas/leaderboard/new'])
      assertFailure(await service.request('GET', path, { headers }), 'unauthorized', ENDED, 'session_ended')
    const body = newPartnerBody()
    const onboarded = await service.request('POST', PARTNERS, { body, headers })
    assert.equal(onboarded.status, 201)
    assert.equal((await signInBrowser(service, body, headers)).status, 200)
  }
  for (const cookie of ['laurel-team=', 'laurel=x', 'other=1; laurel-teams=y', 'x-laurel-team=z'])
    assertFailure(await service.request('GET', RULES, { headers: { cookie } }), 'unauthorized', TOKEN_MISSING)
  const among = { headers: { cookie: `a=b; ${browser.cookie}; c=d` } }
  assert.equal((await service.request('GET', RULES, among)).status, 200)
})

test('the session is listed with the others as the current one, and a use a minute later moves it on', async () => {
  at('03-01T09:30')
  const owner = await newOwner(service)
  const browser = await openCookieSession(service, owner, { 'user-agent': 'Browser/1.0' })
  const list = async () => (await browser.get(`${ME}/sessions`)).body.data
  const [current] = (await list()).data.filter((session: { current: boolean }) => session.current)
  assert.equal((await list()).count, 2)
  assert.equal(current.agent, 'Browser/1.0')
  assert.equal(current.lastUsedAt, '2026-03-01T09:30:00.000Z')

  service.clock.now = new Date('2026-03-01T09:30:59.000Z')
  assert.equal((await browser.get(SESSION)).body.data.expiresAt, '2026-03-01T21:30:00.000Z')
  at('03-01T09:31')
  const later = await browser.request('GET', SESSION, { headers: { 'user-agent': 'Browser/2.0' } })
  assert.equal(later.body.data.expiresAt, '2026-03-01T21:31:00.000Z')
  const [moved] = (await list()).data
  assert.deepEqual(
    [moved.id, moved.agent, moved.lastUsedAt],
    [current.id, 'Browser/2.0', '2026-03-01T09:31:00.000Z'],
  )
})

test('a session ends after 12 hours without use, and is then no longer listed', async () => {
  at('03-01T09:30')
  const owner = await newOwner(service)
  const browser = await openCookieSession(service, owner)
  at('03-01T21:29')
  assert.equal((await browser.get(SESSION)).body.data.expiresAt, '2026-03-02T09:29:00.000Z')
  at('03-02T09:28')
  assert.equal((await browser.get(RULES)).status, 200)
  at('03-02T21:28')
  await assertEnded(browser)
  const { refreshToken } = owner
  const { accessToken } = (await service.post(`${PARTNERS}/refresh`, { refreshToken })).body.data
  const { data } = (await service.get(`${ME}/sessions`, accessToken)).body.data
  assert.deepEqual(
    data.map(({ id }: { id: string }) => id),
    [owner.sessionId],
  )
})

test('a session ends after 30 days however much it is used', async () => {
  at('03-01T09:30')
  const browser = await openCookieSession(service, await newOwner(service))
  for (let hours = 10; hours < 30 * 24; hours += 10) {
    service.clock.now = new Date(Date.UTC(2026, 2, 1, 9 + hours, 30))
    assert.equal((await browser.get(RULES)).status, 200, `after ${hours} hours`)
  }
  at('03-31T09:29')
  assert.equal((await browser.get(SESSION)).body.data.expiresAt, '2026-03-31T09:30:00.000Z')
  at('03-31T09:30')
  await assertEnded(browser)
})

test('signing out ends this session at once in every process, takes the cookie back, and ends no other', async () => {
  const owner = await newOwner(service)
  const [browser, other] = [await openCookieSession(service, owner), await openCookieSession(second, owner)]
  const answer = await browser.request('DELETE', SESSION)

  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.equal(answer.body.message, 'Signed out')
  assert.equal(answer.body.data.current, true)
  assert.deepEqual(answer.headers.getSetCookie(), [
    'laurel-team=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
  ])
  await assertAudited(service, owner, 'signed_out', { session: answer.body.data.id })
  await assertEnded(browser)
  assert.equal((await other.get(RULES)).status, 200)
})

test('of several sign-outs at once one ends the session, and the others find it ended', async () => {
  const browser = await openCookieSession(service, await newOwner(service))
  const answers = await Promise.all([1, 2, 3, 4].map(() => browser.request('DELETE', SESSION)))
  const [, ...late] = answers.sort((left, right) => left.status - right.status)

  assert.equal(answers[0]?.status, 200)
  for (const answer of late) assertFailure(answer, 'unauthorized', ENDED, 'session_ended')
})

const ENDINGS: Record<
  string,
  (
    owner: { token: string },
    member: { id: string; token: string; email: string },
    browser: CookieSession,
  ) => Promise<unknown>
> = {
  'a change of the role': (owner, { id }) => dataOf(setRole(service, owner.token, id, 'read-only')),
  'removal from the team': (owner, { id }) => dataOf(removeMember(service, owner.token, id)),
  'a change of the password elsewhere': (_, { token }) =>
    dataOf(changePassword(service, token, PASSWORD, 'Rainy-Day-8')),
  'signing out everywhere': (_, { token }) => dataOf(service.request('DELETE', `${ME}/sessions`, { token })),
  'its end by its id': async (_, { token }, browser) => {
    const { data } = (await browser.get(`${ME}/sessions`)).body.data
    const { id } = data.find(({ current }: { current: boolean }) => current)
    return dataOf(service.request('DELETE', `${ME}/sessions/${id}`, { token }))
  },
}

for (const [what, end] of Object.entries(ENDINGS)) {
  test(`${what} ends a browser's session at once`, async () => {
    const owner = await newOwner(service)
    const member = await addMember(service, owner, 'manager')
    const browser = await openCookieSession(service, member)
    assert.equal((await browser.get(RULES)).status, 200)
    await end(owner, member, browser)

    await assertEnded(browser)
  })
}

test('a change of the password in the browser itself keeps its session, with another cookie', async () => {
  const owner = await newOwner(service)
  const [browser, other] = [await openCookieSession(service, owner), await openCookieSession(service, owner)]
  const body = { currentPassword: PASSWORD, password: 'Rainy-Day-8', confirmPassword: 'Rainy-Day-8' }
  const changed = await browser.request('POST', `${ME}/password`, { body })
  assertSuccess(changed, 200, 'Password changed', { sessionsEnded: 2 })

  const cookie = cookieFrom(changed)
  assert.match(cookie, /^laurel-team=[\w-]{43}\.[\w-]{43}$/)
  const read = await service.request('GET', SESSION, { headers: { cookie } })
  assert.equal(read.body.data?.csrfToken, browser.csrfToken)
  assert.equal(read.body.data.expiresAt, browser.expiresAt)
  await assertEnded(browser)
  await assertEnded(other)
})

test('the role counts as it is now, whatever it was at the sign-in', async () => {
  const owner = await newOwner(service)
  const member = await addMember(service, owner, 'manager')
  const browser = await openCookieSession(service, member)
  await service.query("update team_members set role = 'read-only' where id = $1", [member.id])

  assert.equal((await browser.get(SESSION)).body.data.person.role, 'read-only')
  assertFailure(
    await browser.request('POST', CREATE_RULE, { body: newRuleBody() }),
    'forbidden',
    'The role read-only may not do that; it takes the role owner or manager.',
  )
})

test('events are followed with the cookie until the session ends, in any process', async () => {
  const partner = await onboardTestPartner(service)
  const browser = await openCookieSession(service, partner)
  const readers = await Promise.all([service, second].map((on) => StreamReader.open(on, browser)))
  await partner.addRule()
  for (const reader of readers) {
    assert.equal(reader.response.statusCode, 200)
    await reader.has(1)
  }
  await dataOf(browser.request('DELETE', SESSION))
  for (const reader of readers) {
    await waitUntil(() => reader.isOver, 'the stream ends')
    assert.equal(reader.end?.reason, 'token_ended')
  }
})

test('an open stream keeps no session alive, and lives as long as another use of it does', async () => {
  at('03-01T09:30')
  const partner = await onboardTestPartner(service)
  const browser = await openCookieSession(service, partner)
  const reader = await StreamReader.open(service, browser)
  const unused = await StreamReader.open(service, await openCookieSession(service, partner))
  at('03-01T21:29')
  assert.equal((await browser.get(RULES)).status, 200)
  at('03-02T09:28')
  await waitUntil(() => unused.isOver, 'the stream of a session that was not used ends')
  assert.equal(reader.isOver, false)
  at('03-02T09:29')
  await waitUntil(() => reader.isOver, 'the stream ends')

  assert.equal(reader.end?.reason, 'token_ended')
  await assertEnded(browser)
})
