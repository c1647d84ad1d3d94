import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import * as openid from 'openid-client'
import { createVisitor, setPasswordByMail, signUp, type TestUser } from '../../support/account.ts'
import { dataOf } from '../../support/api.ts'
import { mailedCode, mailedLink } from '../../support/mailbox.ts'
import {
  BOARD,
  beginFlow,
  discover,
  exchange,
  getCode,
  getTokens,
  issuerOf,
  OauthBrowser,
  type OauthPartner,
  onboardOauthPartner,
  openConsent,
  SCOPE,
} from '../../support/oauth.ts'
import { claimsOf, newUserBody, PASSWORD } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { waitUntilRefused } from '../../support/team.ts'

const service = useSharedService()
let partner: OauthPartner
let config: openid.Configuration
before(async () => {
  partner = await onboardOauthPartner(service)
  config = await discover(service, partner)
})

const ISSUER = issuerOf(service)

test('discovery names the endpoints under the configured address, and only what is safe', () => {
  const server = config.serverMetadata()

  assert.equal(server.issuer, ISSUER)
  for (const [name, path] of [
    ['authorization_endpoint', 'auth'],
    ['token_endpoint', 'token'],
    ['jwks_uri', 'jwks'],
    ['introspection_endpoint', 'token/introspection'],
    ['revocation_endpoint', 'token/revocation'],
    ['end_session_endpoint', 'session/end'],
  ] as const)
    assert.equal(server[name], `${ISSUER}/${path}`)
  for (const [name, supported] of [
    ['response_types_supported', ['code']],
    ['code_challenge_methods_supported', ['S256']],
    ['id_token_signing_alg_values_supported', ['ES256']],
    ['token_endpoint_auth_methods_supported', ['client_secret_basic', 'client_secret_post', 'none']],
    ['grant_types_supported', ['authorization_code', 'client_credentials', 'refresh_token']],
  ] as const)
    assert.deepEqual(server[name]?.toSorted(), supported)
})

for (const { deviceType, redirectsTo } of [
  { deviceType: 'web', redirectsTo: 'http://localhost:8080/web' },
  { deviceType: 'mobile', redirectsTo: 'com.acme.shop:/callback' },
  { deviceType: undefined, redirectsTo: 'http://localhost:8080/callback' },
]) {
  for (const kind of ['confidential', 'public'] as const) {
    test(`with deviceType ${deviceType} the ${kind} client gets its code at ${redirectsTo}, and tokens for it`, async () => {
      const client = await discover(service, partner, kind)
      const user = await signUp(service)
      const flow = await getCode(service, client, user, deviceType ? { deviceType } : {})
      assert.equal(flow.callback.href.split('?')[0], redirectsTo)
      const tokens = await exchange(flow)

      assert.equal(tokens.expires_in, 300)
      assert.equal(tokens.scope, SCOPE)
      assert.equal(tokens.claims()?.sub, user.userId)
      assert.equal(tokens.claims()?.preferred_username, user.tag)
      const claims = claimsOf(tokens.access_token)
      assert.deepEqual(
        [claims.iss, claims.aud, claims.kind, claims.sub, claims.partner_id, claims.eco, claims.scope],
        [ISSUER, 'laurel-api', 'user', user.userId, partner.partnerId, 'acme', SCOPE],
      )
      const board = await service.get(BOARD, tokens.access_token)
      assert.equal(board.status, 200)
      assert.equal(board.body.data.userPosition.userId, user.userId)
      assert.equal(board.body.data.userPosition.amount, 0)
      const entry = board.body.data.data.find(
        (each: { user: { userId: string } }) => each.user.userId === user.userId,
      )
      assert.equal(entry.user.userData.tag, user.tag)
    })
  }
}

test('without a web or mobile address the default one is used', async () => {
  const plain = await onboardOauthPartner(service, { webRedirectUrl: '', mobileRedirectUrl: '' })
  const client = await discover(service, plain)
  for (const deviceType of ['web', 'mobile']) {
    const { callback } = await getCode(service, client, await signUp(service), { deviceType })
    assert.equal(callback.href.split('?')[0], 'http://localhost:8080/callback')
  }
})

test('an explicit redirect_uri may be any of the registered ones', async () => {
  const flow = await getCode(service, config, await signUp(service), {
    redirect_uri: 'http://localhost:8080/web',
    deviceType: 'mobile',
  })
  assert.equal(flow.callback.href.split('?')[0], 'http://localhost:8080/web')
  assert.ok((await exchange(flow)).access_token)
})

test('at the token endpoint redirect_uri may be left out', async () => {
  const { callback, verifier } = await getCode(service, config, await signUp(service), { deviceType: 'web' })
  const response = await fetch(`${service.url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${partner.clientId}:${partner.secret}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      code_verifier: verifier,
    }),
  })
  assert.equal(response.status, 200, await response.clone().text())
})

test('the sign-in page of a request names the application, and says so after a wrong password too', async () => {
  const odd = await onboardOauthPartner(service, { applicationName: 'Acme & <b>Sons</b>' })
  const browser = new OauthBrowser(service)
  await browser.open((await beginFlow(await discover(service, odd))).url)
  const heading = '<h1>Sign in to continue to Acme &amp; &lt;b&gt;Sons&lt;/b&gt;</h1>'
  assert.ok(browser.text.includes(heading), browser.text)
  await browser.submit({ login: 'nobody', password: 'wrong' })
  assert.equal(browser.status, 401)
  assert.ok(browser.text.includes(heading))
  for (const next of ['/oauth/interaction/unknown', '/oauth/interaction/a/b', '/account/security']) {
    await browser.open(`/account/sign-in?next=${encodeURIComponent(next)}`)
    assert.ok(browser.text.includes('<h1>Sign in</h1>'), next)
  }
})

const NEW_PASSWORD = 'Rainy-Day-8'

/** Asks for a link to set the password on the sign-in page of a new request. */
async function forgetPassword(user: TestUser, browser: OauthBrowser) {
  const flow = await beginFlow(config)
  await browser.open(flow.url)
  await browser.follow('Forgot your password')
  await browser.submit({ email: user.email })
  assert.ok(browser.text.includes('you continue to <strong>Acme Shop</strong> afterwards'), browser.text)
  return { ...flow, link: await mailedLink(service, user.email) }
}

const setPassword = async (browser: OauthBrowser, link: string) => {
  await browser.open(link)
  await browser.submit({ password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD })
}

test('a user who forgot the password comes back into the request with the new one', async () => {
  const user = await signUp(service)
  const browser = new OauthBrowser(service)
  const { link, verifier, state } = await forgetPassword(user, browser)
  await setPassword(browser, link)
  assert.ok(browser.text.includes('<h1>Sign in to continue to Acme Shop</h1>'), browser.text)
  assert.ok(browser.text.includes('Your password is set'))
  await browser.submit({ login: user.tag, password: NEW_PASSWORD })
  assert.ok(browser.text.includes('Connect with Acme Shop?'), browser.text)
  const redirect = await browser.allow()

  const tokens = await exchange({ config, callback: new URL(redirect ?? ''), verifier, state })
  assert.equal(tokens.claims()?.sub, user.userId)
})

test('a mailed link that is opened in another browser names no application, and offers to sign in', async () => {
  const user = await signUp(service)
  const other = new OauthBrowser(service)
  const { link } = await forgetPassword(user, new OauthBrowser(service))
  await setPassword(other, link)
  assert.equal(other.status, 200)
  assert.ok(other.text.includes('If you came from an application, go back to it'), other.text)
  assert.ok(!other.text.includes('Acme Shop'), other.text)
  await other.follow('Sign in to your account here')
  assert.ok(other.text.includes('<h1>Sign in</h1>'))
  await other.submit({ login: user.tag, password: NEW_PASSWORD })
  assert.ok(other.text.includes(`@${user.tag}`))
})

test('a link to set a password leads back to an open request and to nothing else', async () => {
  for (const next of [
    'https://evil.example/',
    '//evil.example',
    '/account/security',
    '/oauth/interaction/unknown',
    '/oauth/interaction/../session/end',
  ]) {
    const user = await signUp(service)
    const browser = new OauthBrowser(service)
    await browser.open('/account/forgot-password')
    await browser.submit({ email: user.email, next })
    const link = await mailedLink(service, user.email)
    assert.match(link, /\/account\/reset-password\?token=[\w-]{43}$/)
    await setPassword(browser, link)
    assert.equal(browser.url, `${service.origin}/account/sign-in?done=password-set`, next)
  }
})

test('a user who verifies the address on the way comes back into the request', async () => {
  const { email, tag, ...body } = newUserBody()
  await dataOf(service.post('/api/v1/user', { ...body, email, tag }))
  const browser = new OauthBrowser(service)
  await browser.open((await beginFlow(config)).url)
  await browser.follow('Verify your e-mail address')
  await browser.submit({ email, code: '12' })
  assert.equal(browser.status, 400)
  await browser.submit({ email, code: await mailedCode(service, email) })
  assert.ok(browser.text.includes('<h1>Sign in to continue to Acme Shop</h1>'), browser.text)
  await setPasswordByMail(service, email, { fullname: body.fullname })
  await browser.submit({ login: tag, password: PASSWORD })
  assert.ok(browser.text.includes('Connect with Acme Shop?'), browser.text)
})

test('the consent page says who asks, for what, and who is signed in', async () => {
  const user = await signUp(service)
  const browser = new OauthBrowser(service)
  await browser.open((await beginFlow(config)).url)
  assert.match(browser.url, new RegExp(`^${service.origin}/account/sign-in\\?next=%2Foauth%2Finteraction%2F`))
  await browser.signIn(user)

  assert.equal(browser.status, 200)
  for (const words of [
    'Acme Shop',
    'Acme',
    'See your name, tag, picture and e-mail address',
    'See its leaderboards, and your place on them',
    'Stay connected until you unlink it, also while you are away',
    `Ada Lovelace (@${user.tag})`,
    'Not you?',
    'localhost:8080',
  ])
    assert.ok(browser.text.includes(words), words)
  assert.doesNotMatch(browser.text, /<script/)
})

test('names on the consent page are text, whatever they look like', async () => {
  const odd = await onboardOauthPartner(service, { applicationName: '<script>alert(1)</script>' })
  const { browser } = await openConsent(service, await discover(service, odd), await signUp(service))

  assert.ok(browser.text.includes('&lt;script&gt;alert(1)&lt;/script&gt;'))
  assert.doesNotMatch(browser.text, /<script/)
})

test('a user who refuses is sent back with access_denied, and has not joined', async () => {
  const user = await signUp(service)
  const { browser, state } = await openConsent(service, config, user)
  const redirect = new URL((await browser.submit({ decision: 'refuse' })) ?? '')

  assert.equal(redirect.searchParams.get('error'), 'access_denied')
  assert.equal(redirect.searchParams.get('state'), state)
  assert.equal(redirect.searchParams.get('code'), null)
  assert.equal((await service.get(`/api/v1/laas/users/${user.userId}`, partner.token)).status, 404)
})

test('a consent without the token of its page is refused, and so is the page with another browser', async () => {
  const { browser } = await openConsent(service, config, await signUp(service))
  const page = browser.url
  await browser.open(page, { method: 'POST', body: new URLSearchParams({ decision: 'allow' }) })
  assert.equal(browser.status, 403)

  const { browser: other } = await openConsent(service, config, await signUp(service))
  await other.open(page)
  assert.equal(other.status, 400)
})

test('a user whose e-mail address is not verified cannot consent', async () => {
  const user = await signUp(service)
  const { browser } = await openConsent(service, config, user)
  await service.query('update users set email_verified_at = null where id = $1', [user.userId])
  assert.equal(await browser.allow(), undefined)
  assert.equal(browser.status, 403)
  assert.equal((await service.get(`/api/v1/laas/users/${user.userId}`, partner.token)).status, 404)
})

test('who signs in as another user on the way consents as that user', async () => {
  const [first, second] = [await signUp(service), await signUp(service)]
  const browser = new OauthBrowser(service)
  await exchange(await getCode(service, config, first, {}, browser))
  const { url, verifier, state } = await beginFlow(config)
  await browser.open(url)
  assert.ok(browser.text.includes(first.tag))
  await browser.signOut()
  await browser.signIn(second)
  assert.ok(browser.text.includes(second.tag))
  const redirect = await browser.allow()
  const tokens = await exchange({ config, callback: new URL(redirect ?? ''), verifier, state })

  assert.equal(tokens.claims()?.sub, second.userId)
})

test('who has consented is not asked again in the same browser, but is after signing in as another', async () => {
  const web = await onboardOauthPartner(service, { mobileRedirectUrl: '' })
  const client = await discover(service, web)
  const [first, second] = [await signUp(service), await signUp(service)]
  const browser = new OauthBrowser(service)
  await getCode(service, client, first, {}, browser)
  const again = await browser.open((await beginFlow(client, { scope: 'openid boards' })).url)
  assert.ok(new URL(again ?? '').searchParams.get('code'))

  await browser.open('/account')
  await browser.signOut()
  await browser.open('/account/sign-in?next=/healthz')
  await browser.signIn(second)
  assert.equal(await browser.open((await beginFlow(client, { scope: 'openid boards' })).url), undefined)
  assert.ok(browser.text.includes(second.tag))
})

test('a user gets a refresh token by asking for offline_access, and only so', async () => {
  const without = await getTokens(service, config, await signUp(service), { scope: 'openid boards' })
  assert.equal(without.refresh_token, undefined)
  const { refresh_token } = await getTokens(service, config, await signUp(service))
  const refreshed = await openid.refreshTokenGrant(config, refresh_token ?? '')

  assert.notEqual(refreshed.refresh_token, refresh_token)
  assert.equal((await service.get(BOARD, refreshed.access_token)).status, 200)
})

test('a user token never has a scope of partners', async () => {
  const tokens = await getTokens(service, config, await signUp(service), {
    scope: 'openid rules awards coins events boards',
  })
  assert.equal(claimsOf(tokens.access_token).scope, 'openid boards')
})

test('a user without the scope boards cannot read them', async () => {
  const { access_token } = await getTokens(service, config, await signUp(service), { scope: 'openid' })
  const answer = await service.get(BOARD, access_token)
  assert.equal(answer.status, 403)
  assert.equal(
    answer.headers.get('www-authenticate'),
    'Bearer realm="laurel", error="insufficient_scope", scope="boards"',
  )
})

test('a scope that does not exist, or that leaves none, is refused as invalid_scope', async () => {
  for (const scope of ['everything', 'rules everything', 'openid']) {
    await assert.rejects(openid.clientCredentialsGrant(config, { scope }), { error: 'invalid_scope' }, scope)
  }
  // Errors return at once only for a user who is connected with the application.
  const browser = new OauthBrowser(service)
  await getCode(service, config, await signUp(service), {}, browser)
  for (const scope of ['everything', 'openid everything', 'rules']) {
    const redirect = await browser.open((await beginFlow(config, { scope })).url)
    assert.equal(new URL(redirect ?? '').searchParams.get('error'), 'invalid_scope', scope)
  }
})

test('client credentials give a token of the partner, with the scopes that were asked for, or all', async () => {
  const all = await openid.clientCredentialsGrant(config)
  assert.equal(all.expires_in, 300)
  assert.equal(all.scope, 'rules awards coins events boards')
  const claims = claimsOf(all.access_token)
  assert.deepEqual(
    [claims.iss, claims.kind, claims.sub, claims.partner_id, claims.sid],
    [ISSUER, 'client', partner.partnerId, partner.partnerId, partner.secretId],
  )
  assert.equal((await service.get('/api/v1/laas/rules', all.access_token)).status, 200)
  assert.equal((await service.get(BOARD, all.access_token)).status, 200)
  // Secrets and addresses are for the people of the team.
  assert.equal((await service.get('/api/v1/acme/partners/me', all.access_token)).status, 403)
  assert.equal((await service.get('/api/v1/acme/partners/me/secrets', all.access_token)).status, 403)

  const some = await openid.clientCredentialsGrant(config, { scope: 'rules openid offline_access' })
  assert.equal(some.scope, 'rules')
  assert.equal((await service.get('/api/v1/laas/rules', some.access_token)).status, 200)
  assert.equal((await service.get('/api/v1/laas/users', some.access_token)).status, 403)
})

test('introspection tells a client of its own tokens', async () => {
  const user = await signUp(service)
  const tokens = await getTokens(service, config, user)
  const access = await openid.tokenIntrospection(config, tokens.access_token)
  assert.deepEqual(
    [access.active, access.sub, access.client_id, access.scope, access.iss],
    [true, user.userId, partner.clientId, SCOPE, ISSUER],
  )
  assert.equal((await openid.tokenIntrospection(config, tokens.refresh_token ?? '')).active, true)
  const own = await openid.clientCredentialsGrant(config)
  assert.equal((await openid.tokenIntrospection(config, own.access_token)).active, true)
  assert.deepEqual(await openid.tokenIntrospection(config, partner.token), { active: false })
  assert.deepEqual(await openid.tokenIntrospection(config, 'nonsense'), { active: false })
})

test('revoking a token ends all tokens of its grant, for the API and for introspection', async () => {
  for (const which of ['access_token', 'refresh_token'] as const) {
    const tokens = await getTokens(service, config, await signUp(service))
    await openid.tokenRevocation(config, tokens[which] ?? '')
    await waitUntilRefused(service, tokens.access_token)
    assert.equal((await openid.tokenIntrospection(config, tokens.access_token)).active, false)
    assert.equal((await openid.tokenIntrospection(config, tokens.refresh_token ?? '')).active, false)
    await assert.rejects(openid.refreshTokenGrant(config, tokens.refresh_token ?? ''), {
      error: 'invalid_grant',
    })
  }
})

test('revoking a token of client credentials ends that token alone', async () => {
  const [first, second] = [
    await openid.clientCredentialsGrant(config),
    await openid.clientCredentialsGrant(config),
  ]
  await openid.tokenRevocation(config, first.access_token)
  await waitUntilRefused(service, first.access_token)
  assert.equal((await service.get(BOARD, second.access_token)).status, 200)
})

test('ending the session ends access that was not given to last', async () => {
  const browser = new OauthBrowser(service)
  const client = await discover(service, partner)
  const flow = await getCode(service, client, await signUp(service), { scope: 'openid boards' }, browser)
  const tokens = await exchange(flow)
  const url = openid.buildEndSessionUrl(client, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: 'http://localhost:8080/callback',
    state: 'bye',
  })
  await browser.open(url.href)
  assert.ok(browser.text.includes('Acme Shop asks to sign you out'))
  assert.equal(await browser.submit({ logout: 'yes' }), 'http://localhost:8080/callback?state=bye')
  await waitUntilRefused(service, tokens.access_token)
  await browser.open('/account')
  assert.match(browser.url, /\/account\/sign-in$/, 'the browser is signed out of the account pages too')
})

test('a user who unlinked comes back by consenting, with the same membership', async () => {
  const user = await signUp(service)
  await getTokens(service, config, user)
  const { body } = await service.get(`/api/v1/laas/users/${user.userId}`, partner.token)
  const visitor = createVisitor(service)
  await visitor.signIn(user.tag)
  const unlink = `/account/partners/${partner.partnerId}/unlink`
  await visitor.visit(unlink)
  assert.equal((await visitor.send(unlink)).location, '/account?done=unlinked')
  const tokens = await getTokens(service, config, user)
  const back = await service.get(`/api/v1/laas/users/${user.userId}`, partner.token)

  assert.equal(back.body.data.id, body.data.id)
  assert.equal((await service.get(BOARD, tokens.access_token)).status, 200)
})

test('what a consented member shows is the account itself', async () => {
  const user = await signUp(service)
  await getTokens(service, config, user)
  const [membership] = await service.query(
    'select tag, fullname, email from memberships where user_id = $1',
    [user.userId],
  )
  assert.deepEqual(membership, { tag: user.tag, fullname: 'Ada Lovelace', email: user.email })
})

test('no refresh token or client secret is stored in clear text', async () => {
  const tokens = await getTokens(service, config, await signUp(service))
  const rows = await service.query<{ record: string }>('select t::text as record from oauth_records t')
  const secrets = await service.query<{ record: string }>('select t::text as record from client_secrets t')
  const everything = [...rows, ...secrets].map(({ record }) => record).join('\n')
  const hex = (text: string) => Buffer.from(text).toString('hex')

  assert.ok(rows.length > 0)
  for (const value of [tokens.refresh_token ?? '', partner.secret])
    assert.ok(!everything.includes(value) && !everything.includes(hex(value)))
})

test('a browser app may ask for tokens from the origin of its redirect address, and from no other', async () => {
  const preflight = await fetch(`${service.url}/oauth/token`, {
    method: 'OPTIONS',
    headers: { origin: 'http://localhost:8080', 'access-control-request-method': 'POST' },
  })
  assert.equal(preflight.headers.get('access-control-allow-origin'), 'http://localhost:8080')
  for (const [origin, allowed] of [
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://evil.example', null],
  ]) {
    const { callback, verifier } = await getCode(
      service,
      await discover(service, partner, 'public'),
      await signUp(service),
    )
    const response = await fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      headers: { origin: origin as string },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: partner.publicClientId,
        code: callback.searchParams.get('code') ?? '',
        code_verifier: verifier,
      }),
    })
    assert.equal(response.headers.get('access-control-allow-origin'), allowed)
    assert.equal(response.status, allowed ? 200 : 400)
  }
})

test("a browser app at its redirect address may read boards with its user's token, and nothing else", async () => {
  const { access_token } = await getTokens(service, config, await signUp(service))
  const origin = 'http://localhost:8080'
  const preflight = (path: string) =>
    fetch(`${service.url}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
  const allowed = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin')
  for (const path of [BOARD, '/api/v1/laas/coins/partner/ep-leaderboard']) {
    const asked = await preflight(path)
    assert.deepEqual([asked.status, await asked.text()], [204, ''])
    assert.deepEqual(
      ['origin', 'methods', 'headers', 'credentials'].map((name) =>
        asked.headers.get(`access-control-allow-${name}`),
      ),
      [origin, 'GET', 'Authorization, Content-Type, If-None-Match, Last-Event-ID', null],
    )
    assert.equal(asked.headers.get('access-control-max-age'), '3600')

    const read = await service.request('GET', path, { token: access_token, headers: { origin } })
    assert.deepEqual([read.status, allowed(read)], [200, origin])
    assert.equal(read.headers.get('access-control-allow-credentials'), null)
    assert.match(
      read.headers.get('access-control-expose-headers') ?? '',
      /Laurel-Refusal.*RateLimit-Remaining/,
    )
    const expired = await service.request('GET', path, { token: 'expired', headers: { origin } })
    assert.deepEqual([expired.status, allowed(expired)], [401, origin])
    const partners = await service.request('GET', path, { token: partner.token, headers: { origin } })
    assert.deepEqual([partners.status, allowed(partners)], [200, null])
  }
  for (const path of ['/api/v1/laas/rules', '/api/v1/acme/partners/me', '/api/v1/session']) {
    const asked = await preflight(path)
    assert.deepEqual([asked.status, allowed(asked)], [405, null], path)
    const read = await service.request('GET', path, { token: access_token, headers: { origin } })
    assert.deepEqual([read.status, allowed(read)], [403, null], path)
  }
})

test('responses of the authorization server carry the headers of all responses', async () => {
  const { headers } = await fetch(`${service.url}/oauth/jwks`)
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
  assert.match(headers.get('ratelimit-remaining') ?? '', /^\d+$/)
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN')

  const { clientId: client_id, secret: client_secret } = partner
  const token = await fetch(`${service.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  })
  assert.equal(token.status, 200)
  assert.equal(token.headers.get('cache-control'), 'no-store')
})
