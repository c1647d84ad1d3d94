import assert from 'node:assert/strict'
import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { before, test } from 'node:test'
import * as openid from 'openid-client'
import { signUp } from '../../support/account.ts'
import { allRefusedBut, atOnce } from '../../support/api.ts'
import { assertFailure, TOKEN_BAD } from '../../support/api-response.ts'
import {
  BOARD,
  beginFlow,
  discover,
  exchange,
  type Flow,
  getCode,
  getTokens,
  leadTo,
  OauthBrowser,
  type OauthPartner,
  onboardOauthPartner,
} from '../../support/oauth.ts'
import { claimsOf, newRuleBody } from '../../support/partner.ts'
import { type TestService, useClockService } from '../../support/service.ts'
import { waitUntilRefused } from '../../support/team.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { service, second: another } = await useClockService()
let partner: OauthPartner
let other: OauthPartner
let config: openid.Configuration
before(async () => {
  partner = await onboardOauthPartner(service)
  other = await onboardOauthPartner(service)
  config = await discover(service, partner)
})
const OTHER_BOARDS = 'This token shows the boards of the partner that you joined with it, and of no other.'

type OauthResponse = { status: number; body: Record<string, unknown> }

/** Sends a form to an endpoint, past the client library, which would not send what is wrong. */
async function post(
  endpoint: string,
  form: Record<string, string>,
  { clientId, secret }: { clientId: string; secret: string } | { clientId: string; secret: null } = partner,
  to: TestService = service,
): Promise<OauthResponse> {
  const response = await fetch(`${to.url}/oauth${endpoint}`, {
    method: 'POST',
    headers: secret === null ? {} : { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({ ...(secret === null && { client_id: clientId }), ...form }),
  })
  return { status: response.status, body: JSON.parse((await response.text()) || '{}') }
}

const codeForm = ({ callback, verifier }: Flow, changes: Record<string, string> = {}) => ({
  grant_type: 'authorization_code',
  code: callback.searchParams.get('code') ?? '',
  code_verifier: verifier,
  redirect_uri: callback.href.split('?')[0] ?? '',
  ...changes,
})

function assertInvalidGrant(response: OauthResponse): void {
  assert.deepEqual(response, {
    status: 400,
    body: { error: 'invalid_grant', error_description: 'grant request is invalid' },
  })
}

const newCode = async (parameters: Record<string, string> = {}) =>
  getCode(service, config, await signUp(service), parameters)

test('a code that is used again is refused, and what it gave ends everywhere', async () => {
  const flow = await newCode()
  const tokens = await exchange(flow)
  assert.equal((await another.get(BOARD, tokens.access_token)).status, 200)
  assertInvalidGrant(await post('/token', codeForm(flow)))

  await waitUntilRefused(service, tokens.access_token)
  await waitUntilRefused(another, tokens.access_token)
  assertInvalidGrant(
    await post('/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }),
  )
})

test('of twenty uses of a code at the same time, in two processes, one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const flow = await newCode()
    const answers = await atOnce(20, [service, another], (to) => post('/token', codeForm(flow), partner, to))
    for (const answer of allRefusedBut(1, answers)) assertInvalidGrant(answer)
  }
})

test('a code is valid for a minute', async () => {
  const flow = await newCode()
  service.clock.now = new Date(Date.now() + 61_000)
  assertInvalidGrant(await post('/token', codeForm(flow)))
})

test('a code without its verifier, or with a wrong one, is refused', async () => {
  const flow = await newCode()
  const { code_verifier: _, ...without } = codeForm(flow)
  assertInvalidGrant(await post('/token', without))
  assertInvalidGrant(await post('/token', codeForm(flow, { code_verifier: openid.randomPKCECodeVerifier() })))
  assert.equal((await post('/token', codeForm(flow, { code_verifier: 'short' }))).status, 400)
  assert.equal((await post('/token', codeForm(flow))).status, 200)
})

test('a code with another redirect address, or of another client, is refused', async () => {
  const flow = await newCode()
  assertInvalidGrant(await post('/token', codeForm(flow, { redirect_uri: 'http://localhost:8080/web' })))
  assertInvalidGrant(await post('/token', codeForm(flow), other))
  assertInvalidGrant(await post('/token', codeForm(flow), { clientId: partner.publicClientId, secret: null }))
})

/** What an authorization request that is wrong leads to: a return with an error, or a page that says it. */
async function wrongRequest(
  parameters: Record<string, string>,
  without: readonly string[] = [],
  browser = new OauthBrowser(service),
) {
  const url = new URL((await beginFlow(config, parameters)).url)
  for (const name of without) url.searchParams.delete(name)
  const redirect = await browser.open(url.href)
  return { browser, redirect: redirect === undefined ? undefined : new URL(redirect) }
}

test('a redirect address that is not registered is never used', async () => {
  for (const redirect_uri of [
    'https://evil.example/callback',
    'http://localhost:8080/callback/',
    'http://localhost:8080/callback?x=1',
    'http://localhost:9090/callback',
    'http://localhost:8080/CALLBACK',
    'http://localhost:8080@evil.example/callback',
    'com.acme.shop:/other',
    'javascript:alert(1)',
    '',
  ]) {
    const { browser, redirect } = await wrongRequest({ redirect_uri })
    assert.equal(redirect, undefined, redirect_uri)
    assert.equal(browser.status, 400, redirect_uri)
  }
})

let connection: Promise<OauthBrowser> | undefined
/** A browser whose user is connected with the partner. */
const connected = () => {
  connection ??= (async () => {
    const browser = new OauthBrowser(service)
    await getCode(service, config, await signUp(service), {}, browser)
    return browser
  })()
  return connection
}

for (const [what, parameters, without, error] of [
  ['without state', {}, ['state'], 'invalid_request'],
  ['with an empty state', { state: '' }, [], 'invalid_request'],
  ['without a code challenge', {}, ['code_challenge', 'code_challenge_method'], 'invalid_request'],
  ['with a plain code challenge', { code_challenge_method: 'plain' }, [], 'invalid_request'],
  ['for an implicit token', { response_type: 'token' }, [], 'invalid_request'],
  ['for an id token at once', { response_type: 'id_token', nonce: 'x' }, [], 'invalid_request'],
  ['for a form', { response_mode: 'form_post' }, [], undefined],
  ['for a device that there is not', { deviceType: 'fridge' }, [], 'invalid_request'],
  ['for a new sign-in', { prompt: 'login' }, [], 'invalid_request'],
  ['for a sign-in of now', { max_age: '0' }, [], 'invalid_request'],
  ['for another audience', { resource: 'https://evil.example' }, [], 'invalid_target'],
  ['in a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }, [], 'request_not_supported'],
] as const) {
  test(`an authorization request ${what} is refused and gives no code`, async () => {
    const { browser, redirect } = await wrongRequest({ ...parameters }, without, await connected())
    if (error === undefined) {
      assert.equal(redirect, undefined)
      assert.equal(browser.status, 400)
      assert.doesNotMatch(browser.text, /name="code"/)
      return
    }
    assert.ok(redirect, browser.text)
    assert.equal(`${redirect.origin}${redirect.pathname}`, 'http://localhost:8080/callback')
    const found =
      redirect.searchParams.get('error') ?? new URLSearchParams(redirect.hash.slice(1)).get('error')
    assert.equal(found, error)
    assert.doesNotMatch(redirect.href, /code=/)
  })
}

test('no error leads to an application that the user is not connected with before the user goes on', async () => {
  const stranger = new OauthBrowser(service)
  await getCode(service, await discover(service, other), await signUp(service), {}, stranger)
  const visitors = { nobody: new OauthBrowser(service), stranger }
  for (const [who, browser] of Object.entries(visitors))
    for (const [parameters, without, error] of [
      [{ prompt: 'none' }, [], 'login_required'],
      [{ deviceType: 'fridge' }, [], 'invalid_request'],
      [{}, ['code_challenge'], 'invalid_request'],
      [{ response_type: 'token' }, [], 'invalid_request'],
    ] as const) {
      const { redirect } = await wrongRequest({ scope: 'openid', ...parameters }, without, browser)
      assert.equal(redirect, undefined, `${who} ${error}`)
      assert.equal(browser.status, 400)
      assert.ok(browser.text.includes('Continue to Acme Shop?'), browser.text)
      assert.match(browser.text, /trust this address: <strong>localhost:8080<\/strong>/)
      const link = /<a class="button quiet" href="([^"]+)"/.exec(browser.text)?.[1]?.replaceAll('&amp;', '&')
      const address = new URL(link ?? '')
      assert.equal(`${address.origin}${address.pathname}`, 'http://localhost:8080/callback')
      const told = new URLSearchParams(address.search || address.hash.slice(1)).get('error')
      assert.equal(told, who === 'stranger' && error === 'login_required' ? 'interaction_required' : error)
    }
})

test('an application that the user is connected with may ask without asking the user', async () => {
  const web = await discover(service, await onboardOauthPartner(service, { mobileRedirectUrl: '' }))
  const browser = new OauthBrowser(service)
  await getCode(service, web, await signUp(service), { scope: 'openid' }, browser)
  const ask = async (scope: string) => {
    const redirect = await browser.open((await beginFlow(web, { prompt: 'none', scope })).url)
    return new URL(redirect ?? '').searchParams
  }
  assert.ok((await ask('openid')).get('code'))
  assert.equal((await ask('openid boards')).get('error'), 'consent_required')
})

test('every route that is not for users refuses a user token, and every route that is not for clients a client token', async () => {
  const { access_token: users } = await getTokens(service, config, await signUp(service))
  const { access_token: clients } = await openid.clientCredentialsGrant(config)
  const document = (await service.get('/openapi.json')).body
  let refused = 0
  for (const [path, methods] of Object.entries<Record<string, { 'x-access'?: { kinds: string[] } }>>(
    document.paths,
  )) {
    for (const [method, { 'x-access': access }] of Object.entries(methods)) {
      if (!access) continue
      const address = path
        .replace('{eco}', 'acme')
        .replace(/\{\w+\}/g, '0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55')
      for (const [kind, token] of Object.entries({ user: users, client: clients })) {
        if (access.kinds.includes(kind)) continue
        const answer = await service.request(method.toUpperCase(), address, {
          token,
          ...(method !== 'get' && method !== 'delete' && { body: {} }),
        })
        assert.equal(answer.status, 403, `${kind}: ${method} ${address}`)
        assert.match(answer.body.data.error, /^This kind of token may not do that; use a token of /)
        refused += 1
      }
    }
  }
  assert.ok(refused > 20)
})

test('a refresh token that is used again is refused, and its whole family ends, in every process', async () => {
  const first = await getTokens(service, config, await signUp(service))
  const second = await openid.refreshTokenGrant(config, first.refresh_token ?? '')
  assert.equal((await another.get(BOARD, second.access_token)).status, 200)
  const replay = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' }
  assertInvalidGrant(await post('/token', replay))

  await waitUntilRefused(service, second.access_token)
  await waitUntilRefused(another, second.access_token)
  await waitUntilRefused(another, first.access_token)
  assertInvalidGrant(await post('/token', { ...replay, refresh_token: second.refresh_token ?? '' }))
  assert.deepEqual(await openid.tokenIntrospection(config, second.access_token), { active: false })
})

test('of several uses of a refresh token at the same time, at most one succeeds', async () => {
  const { refresh_token = '' } = await getTokens(service, config, await signUp(service))
  const form = { grant_type: 'refresh_token', refresh_token }
  allRefusedBut(1, await atOnce(10, [service, another], (to) => post('/token', form, partner, to)))
})

test('the refusal of a client that does not authenticate names the method', async () => {
  const form = { grant_type: 'client_credentials' }
  const basic = { authorization: `Basic ${btoa(`${partner.clientId}:wrong`)}` }
  for (const [headers, fields] of [
    [basic, {}],
    [{}, { client_id: partner.clientId, client_secret: 'wrong' }],
    [{}, { client_id: 'unknown' }],
  ] as const) {
    const body = new URLSearchParams({ ...form, ...fields })
    const response = await fetch(`${service.url}/oauth/token`, { method: 'POST', headers, body })
    assert.equal(response.status, 401)
    assert.match(
      response.headers.get('www-authenticate') ?? '',
      /^Basic realm=".+\/oauth", error="invalid_client"/,
    )
  }
})

test('a refresh token of another client, or with more scopes than were granted, is refused', async () => {
  const { refresh_token = '' } = await getTokens(service, config, await signUp(service), {
    scope: 'openid offline_access',
  })
  const form = { grant_type: 'refresh_token', refresh_token }
  assertInvalidGrant(await post('/token', form, other))
  assertInvalidGrant(await post('/token', form, { clientId: partner.publicClientId, secret: null }))
  assert.equal((await post('/token', { ...form, scope: 'openid boards' })).body.error, 'invalid_scope')
})

test('a user who is no longer a member gets no new tokens, and sees no boards', async () => {
  const user = await signUp(service)
  const { access_token, refresh_token = '' } = await getTokens(service, config, user)
  const left = await service.request('DELETE', `/api/v1/laas/users/${user.userId}`, { token: partner.token })
  assert.equal(left.status, 200)

  assertInvalidGrant(await post('/token', { grant_type: 'refresh_token', refresh_token }))
  // The access token is refused as well once the process has seen that it is revoked.
  const board = await service.get(BOARD, access_token)
  if (board.status !== 401) assertFailure(board, 'forbidden', OTHER_BOARDS)
  await waitUntil(async () => (await service.get(BOARD, access_token)).status === 401, 'it is revoked')
})

test('tokens of one partner open nothing of another', async () => {
  const user = await signUp(service)
  const { access_token: users } = await getTokens(service, config, user)
  const { access_token: partners } = await openid.clientCredentialsGrant(config)
  const rule = await service.post('/api/v1/laas/rules/create-rule', newRuleBody(), other.token)
  const member = await signUp(service)
  await getTokens(service, await discover(service, other), member)

  assertFailure(await service.get(`${BOARD}?partnerId=${other.partnerId}`, users), 'forbidden', OTHER_BOARDS)
  assert.equal((await service.get(`${BOARD}?partnerId=${other.partnerId}`, partners)).status, 403)
  assert.equal((await service.get(`/api/v1/laas/rules/${rule.body.data.id}`, partners)).status, 404)
  assert.equal((await service.get(`/api/v1/laas/users/${member.userId}`, partners)).status, 404)
  const award = { userId: member.userId, ruleName: rule.body.data.name }
  assert.equal((await service.post('/api/v1/laas/rules/award', award, partners)).status, 400)
})

test('an access token ends after five minutes', async () => {
  const { access_token } = await openid.clientCredentialsGrant(config)
  service.clock.now = new Date(Date.now() + 290_000)
  assert.equal((await service.get(BOARD, access_token)).status, 200)
  service.clock.now = new Date(Date.now() + 301_000)
  assertFailure(await service.get(BOARD, access_token), 'unauthorized', TOKEN_BAD)
  service.clock.now = undefined
})

test('tokens that were changed, or signed by anything but our key, are refused', async () => {
  const { access_token, id_token = '' } = await getTokens(service, config, await signUp(service))
  const [header = '', claims = '', signature = ''] = access_token.split('.')
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const jwks = await leadTo(service)(config.serverMetadata().jwks_uri ?? '')
  const [jwk] = ((await jwks.json()) as { keys: [{ x: string }] }).keys
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const mine = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  const forged = (alg: string, make: (data: string) => Buffer, more: object = {}) => {
    const data = `${encode({ alg, kid, typ: 'at+jwt', ...more })}.${claims}`
    return `${data}.${make(data).toString('base64url')}`
  }
  const hmac = (secret: string | Buffer) => (data: string) =>
    createHmac('sha256', secret).update(data).digest()
  const own = (data: string) =>
    sign('sha256', Buffer.from(data), { key: mine.privateKey, dsaEncoding: 'ieee-p1363' })

  for (const token of [
    `${header}.${encode({ ...claimsOf(access_token), kind: 'client' })}.${signature}`,
    `${header}.${encode({ ...claimsOf(access_token), exp: 9_999_999_999 })}.${signature}`,
    `${encode({ alg: 'none', typ: 'at+jwt' })}.${claims}.`,
    `${header}.${claims}`,
    forged('none', () => Buffer.alloc(0)),
    forged('HS256', hmac(key.export({ type: 'spki', format: 'pem' }))),
    forged('HS256', hmac(key.export({ type: 'spki', format: 'der' }))),
    forged('HS256', hmac(JSON.stringify(jwk))),
    forged('HS256', hmac(jwk.x)),
    forged('ES256', own),
    forged('ES256', own, { jwk: mine.publicKey.export({ format: 'jwk' }) }),
    forged('ES256', own, { kid: 'unknown' }),
    forged('ES256', () => Buffer.alloc(64)),
    id_token,
  ]) {
    assertFailure(await service.get(BOARD, token), 'unauthorized', TOKEN_BAD)
    if (token !== id_token)
      assert.deepEqual((await post('/token/introspection', { token })).body, { active: false })
  }
})

test('a client sees and revokes nothing of another partner, and a public client sees nothing', async () => {
  const { access_token, refresh_token = '' } = await getTokens(service, config, await signUp(service))
  const { access_token: partners } = await openid.clientCredentialsGrant(config)
  const nobody = { clientId: partner.publicClientId, secret: null }
  for (const token of [access_token, refresh_token, partners]) {
    for (const client of [other, nobody])
      assert.deepEqual(await post('/token/introspection', { token }, client), {
        status: 200,
        body: { active: false },
      })
    assert.equal((await post('/token/revocation', { token }, other)).status, 200)
    assert.equal((await openid.tokenIntrospection(config, token)).active, true)
  }
})

test('client credentials need a valid secret of the partner itself', async () => {
  const form = { grant_type: 'client_credentials' }
  for (const client of [
    { clientId: partner.clientId, secret: 'wrong' },
    { clientId: partner.clientId, secret: other.secret },
    { clientId: partner.clientId, secret: 'kept as a hash' },
    { clientId: partner.publicClientId, secret: partner.secret },
    { clientId: partner.clientId, secret: null },
    { clientId: 'f'.repeat(64), secret: partner.secret },
    { clientId: '\u0000', secret: partner.secret },
  ]) {
    const answer = await post('/token', form, client)
    assert.ok([400, 401].includes(answer.status), JSON.stringify([client, answer]))
    assert.equal(answer.body.access_token, undefined)
  }
  const answer = await post('/token', form, { clientId: partner.publicClientId, secret: null })
  assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request'])
})

test('malformed requests never cause a 500', async () => {
  const odd = ['', '\u0000', 'a\u0000b', '%', '{}', 'x'.repeat(5000), "' or 1=1", '__proto__', '\ud800', '🎉']
  const names = [
    'client_id',
    'code',
    'refresh_token',
    'token',
    'scope',
    'redirect_uri',
    'state',
    'deviceType',
  ]
  for (const value of odd) {
    for (const name of names) {
      for (const endpoint of ['/token', '/token/introspection', '/token/revocation'])
        for (const grant_type of ['authorization_code', 'refresh_token', 'client_credentials'])
          assert.ok((await post(endpoint, { grant_type, [name]: value })).status < 500, `${endpoint} ${name}`)
      const url = new URL((await beginFlow(config)).url)
      url.searchParams.set(name, value)
      const browser = new OauthBrowser(service)
      await browser.open(url.href)
      assert.ok(browser.status < 500, `${name} ${value}`)
    }
  }
  for (const path of [
    '/oauth/interaction/x',
    '/oauth/auth/x',
    '/oauth/session/end',
    '/oauth/nothing',
    '/oauth/',
  ])
    assert.ok((await fetch(`${service.url}${path}`, { redirect: 'manual' })).status < 500, path)
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'nonsense']) {
    const response = await fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{',
    })
    assert.equal(response.status, type === 'nonsense' ? 415 : 400)
  }
  const large = await fetch(`${service.url}/oauth/token`, { method: 'POST', body: 'x'.repeat(100_000) })
  assert.equal(large.status, 413)
})
