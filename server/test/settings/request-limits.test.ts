import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUp } from '../support/account.ts'
import { assertFailure } from '../support/api-response.ts'
import { withClient } from '../support/database.ts'
import { discover, getTokens, onboardOauthPartner, startOauthService } from '../support/oauth.ts'
import { HTTPS_ADDRESSES, newUserBody, onboardTestPartner, PASSWORD } from '../support/partner.ts'
import { type OwnService, startProductionService, stopClock } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const production = await startProductionService({ trustProxy: ['127.0.0.1'] })
const partner = await onboardTestPartner(production, HTTPS_ADDRESSES)

type Call = { from: string; body?: unknown; token?: string; at?: OwnService }

/** Pages answer no JSON, so what comes back is read no further than its head. */
async function call(
  method: string,
  path: string,
  { from, body, token, at = production }: Call,
): Promise<Response> {
  const response = await fetch(`${at.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': from,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  return response
}

const limitOf = ({ headers }: Response) => headers.get('ratelimit-limit')
const remainingOf = ({ headers }: Response) => headers.get('ratelimit-remaining')

test('a valid token lifts no limit where a password, a code or a token is tried', async (t) => {
  stopClock(t)
  const { token } = partner
  const routes = [
    ['POST', '/api/v1/acme/partners'],
    ['POST', '/api/v1/acme/partners/login'],
    ['POST', '/api/v1/acme/partners/refresh'],
    ['POST', '/api/v1/acme/partners/forgot-password'],
    ['POST', '/api/v1/acme/partners/reset-password'],
    ['POST', '/api/v1/acme/partners/me/email/confirm'],
    ['POST', '/api/v1/acme/partners/verify-email'],
    ['POST', '/api/v1/acme/partners/resend-code'],
    ['POST', '/api/v1/acme/partners/invitations/read'],
    ['POST', '/api/v1/acme/partners/invitations/accept'],
    ['POST', '/api/v1/session'],
    ['POST', '/api/v1/user/verify-email'],
    ['POST', '/api/v1/user/resend-otp'],
    ['GET', '/account/sign-in'],
    ['POST', '/account/sign-in'],
    ['POST', '/account/verify'],
    ['POST', '/account/forgot-password'],
    ['GET', '/api/v1/nothing'],
  ] as const
  for (const [index, [method, path]] of routes.entries()) {
    const answer = await call(method, path, {
      from: '203.0.113.1',
      token,
      ...(path.startsWith('/api/') && method === 'POST' && { body: {} }),
    })
    assert.deepEqual([limitOf(answer), remainingOf(answer)], ['60', String(59 - index)], path)
  }
  const login = { from: '203.0.113.1', token, body: {} }
  for (let count = routes.length; count < 60; count += 1)
    assert.equal((await call('POST', '/api/v1/acme/partners/login', login)).status, 400)

  assert.equal((await call('POST', '/api/v1/acme/partners/login', login)).status, 429)
  assert.equal((await call('POST', '/account/sign-in', { from: '203.0.113.1', token })).status, 429)
  assert.equal((await call('GET', '/api/v1/laas/rules', { from: '203.0.113.1', token })).status, 200)
})

test('a token lifts no limit of the authorization server', async (t) => {
  stopClock(t)
  const answer = await call('GET', '/oauth/auth', { from: '203.0.113.2', token: partner.token })

  assert.deepEqual([limitOf(answer), remainingOf(answer)], ['1200', '1199'])
})

test('health checks have a count of their own for each address', async (t) => {
  stopClock(t)
  const from = '203.0.113.12'
  const at = await startProductionService({
    trustProxy: ['127.0.0.1'],
    publicReadsPerMinute: 2,
    openRequestsPerMinute: 1,
  })
  for (const path of ['/openapi.json', '/openapi.json', '/openapi.json', '/account/sign-in'])
    await call('GET', path, { from, at })
  for (const [index, path] of ['/healthz', '/readyz', '/healthz', '/readyz'].entries()) {
    const response = await call('GET', path, { from, at, token: 'wrong' })
    assert.deepEqual(
      [response.status, limitOf(response), remainingOf(response)],
      [200, '6000', String(5999 - index)],
    )
  }
  assert.equal(remainingOf(await call('GET', '/healthz', { from: '203.0.113.13', at })), '5999')
})

test('health checks of the same machine are not counted, unless a proxy there forwards them', async (t) => {
  stopClock(t)
  const at = await startProductionService()
  for (const path of ['/healthz', '/readyz']) {
    const response = await fetch(`${at.url}${path}`)
    assert.deepEqual([response.status, limitOf(response)], [200, null], path)
  }
  for (const header of ['x-forwarded-for', 'forwarded']) {
    const response = await fetch(`${at.url}/healthz`, { headers: { [header]: 'for=203.0.113.14' } })
    assert.equal(limitOf(response), '6000', header)
  }
  assert.notEqual(limitOf(await fetch(`${at.url}/openapi.json`)), null)
})

test('users that a partner creates count as calls of the partner, and who signs up by address', async (t) => {
  stopClock(t)
  const from = '203.0.113.3'
  const created = await call('POST', '/api/v1/user', { from, token: partner.token, body: newUserBody() })
  assert.deepEqual([created.status, limitOf(created)], [201, '10000'])

  const alone = await call('POST', '/api/v1/user', { from, body: newUserBody() })
  assert.deepEqual([alone.status, limitOf(alone), remainingOf(alone)], [201, '60', '59'])
})

test('boards count by the token that is sent, as public reads without one, and as a guess with a wrong one', async (t) => {
  stopClock(t)
  const from = '203.0.113.4'
  const path = '/api/v1/laas/leaderboard/new'
  assert.equal(limitOf(await call('GET', path, { from, token: partner.token })), '10000')
  assert.equal(remainingOf(await call('GET', path, { from })), '1199')
  assert.equal(remainingOf(await call('GET', path, { from, token: 'not-a-token' })), '59')
})

test('public reads have one limit of their own, and leave the requests to sign in alone', async (t) => {
  stopClock(t)
  const from = '203.0.113.9'
  const at = await startProductionService({
    trustProxy: ['127.0.0.1'],
    publicReadsPerMinute: 8,
    openRequestsPerMinute: 2,
  })
  for (const [index, path] of [
    '/api/v1/laas/coins/partner/ep-leaderboard',
    '/embed/0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c',
    '/openapi.json',
    '/docs',
    '/docs/guides',
    '/oauth/jwks',
    '/oauth/.well-known/openid-configuration',
    '/api/v1/laas/leaderboard/new',
  ].entries()) {
    const answer = await call('GET', path, { from, at })
    assert.deepEqual([limitOf(answer), remainingOf(answer)], ['8', String(7 - index)], path)
  }
  for (const path of ['/openapi.json', '/embed/x', '/oauth/jwks'])
    assert.equal((await call('GET', path, { from, at })).status, 429, path)
  const login = { from, at, body: {} }
  for (const status of [400, 400, 429])
    assert.equal((await call('POST', '/api/v1/acme/partners/login', login)).status, status)
  assert.equal(limitOf(await call('GET', '/oauth/auth', { from, at })), '40')
})

test("a user's calls do not use up those of the partner", async (t) => {
  stopClock(t)
  const service = await startOauthService({ partnerRequestsPerSecond: 5 })
  const busy = await onboardOauthPartner(service)
  const tokens = await getTokens(service, await discover(service, busy), await signUp(service))
  const path = '/api/v1/laas/leaderboard/new'
  const answers = await Promise.all(Array.from({ length: 12 }, () => service.get(path, tokens.access_token)))

  assert.equal(answers.filter(({ status }) => status === 429).length, 7)
  assert.equal((await service.get('/api/v1/laas/rules', busy.token)).status, 200)
})

test('all addresses of an IPv6 network of 64 bits count as one', async (t) => {
  stopClock(t)
  const path = '/api/v1/nothing'
  for (let host = 1; host <= 60; host += 1)
    assert.equal((await call('GET', path, { from: `2001:db8:0:1::${host.toString(16)}` })).status, 404)

  assert.equal((await call('GET', path, { from: '2001:db8:0:1:ffff::1' })).status, 429)
  assert.equal((await call('GET', path, { from: '2001:db8:0:2::1' })).status, 404)
})

test('an IPv4 address counts as one, also where it is written as an IPv6 address', async (t) => {
  stopClock(t)
  const path = '/api/v1/nothing'
  assert.equal(remainingOf(await call('GET', path, { from: '203.0.113.5' })), '59')
  assert.equal(remainingOf(await call('GET', path, { from: '::ffff:203.0.113.5' })), '58')
})

test('tokens that cannot be checked at the moment do not use up the limit of their IP address', async (t) => {
  stopClock(t)
  const from = '203.0.113.8'
  const read = () => call('GET', '/api/v1/laas/leaderboard/new', { from, token: partner.token })
  await withClient(production.connectionString, async (client) => {
    await client.query('begin; lock table revocations in access exclusive mode')
    await waitUntil(async () => (await read()).status === 503, 'the token is refused')
    const refused = await Promise.all(Array.from({ length: 70 }, read))
    assert.deepEqual([...new Set(refused.map(({ status }) => status))], [503])
  })
  assert.equal(remainingOf(await call('GET', '/api/v1/nothing', { from })), '59')
})

test('each of several workers allows its share of a limit, in which a sign-in fits', async (t) => {
  stopClock(t)
  const from = '203.0.113.6'
  const at = await startProductionService({
    trustProxy: ['127.0.0.1'],
    workers: 4,
    openRequestsPerMinute: 60,
    publicReadsPerMinute: 3,
  })
  const send = async (path: string) => {
    const response = await call('GET', path, { from, at })
    return [response.status, limitOf(response), remainingOf(response)]
  }
  for (let left = 19; left >= 0; left -= 1)
    assert.deepEqual(await send('/api/v1/nothing'), [404, '20', String(left)])
  assert.deepEqual(await send('/api/v1/nothing'), [429, '20', '0'])
  assert.deepEqual(await send('/openapi.json'), [200, '3', '2'])
  assert.deepEqual(await send('/oauth/auth'), [400, '300', '299'])
})

test('failed logins count for the whole IPv6 network, and each is written down with its address', async (t) => {
  stopClock(t)
  const { email, partnerId } = await onboardTestPartner(production, HTTPS_ADDRESSES)
  const login = (host: number, password: string) =>
    call('POST', '/api/v1/acme/partners/login', {
      from: `2001:db8:0:3::${host}`,
      body: { email, password },
    })
  for (let host = 1; host <= 9; host += 1) assert.equal((await login(host, 'Wrong-1-Pass')).status, 401)
  assert.equal((await login(10, 'Wrong-1-Pass')).status, 401)

  assert.equal((await login(11, PASSWORD)).status, 429)
  const failed = await production.query<{ address: string }>(
    "select address from audit_log where partner_id = $1 and action = 'sign_in_failed' order by id limit 2",
    [partnerId],
  )
  assert.deepEqual(
    failed.map(({ address }) => address),
    ['2001:db8:0:3::1', '2001:db8:0:3::2'],
  )
})

test('password resets that are asked for count for the whole IPv6 network', async (t) => {
  stopClock(t)
  const ask = (host: number) =>
    production.request('POST', '/api/v1/acme/partners/forgot-password', {
      headers: { 'x-forwarded-for': `2001:db8:0:4::${host}` },
      body: { email: `nobody${host}@acme.example` },
    })
  for (let host = 1; host <= 20; host += 1) assert.equal((await ask(host)).status, 200)

  const refused = await ask(21)
  const seconds = Number(refused.headers.get('retry-after'))
  assertFailure(refused, 'tooMany', `Too many password resets were asked for; try again in ${seconds} s.`)
})
