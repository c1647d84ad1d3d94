import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../support/api.ts'
import { assertFailure } from '../support/api-response.ts'
import { HTTPS_ADDRESSES, ME, newOwner, newPartnerBody, PARTNERS } from '../support/partner.ts'
import { getWithHeaders } from '../support/raw-request.ts'
import { startProductionService, startTestService } from '../support/service.ts'

const PUBLIC = 'https://rewards.example'
const development = await startTestService({ origin: 'http://127.0.0.1:3000' })
const production = await startProductionService({ origin: PUBLIC })

const POISON = [
  { host: 'evil.example' },
  { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
  { host: 'rewards.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '8.8.8.8' },
  { host: 'rewards.example', forwarded: 'host=evil.example;proto=http' },
  { host: 'rewards.example:80@evil.example' },
]

const addresses = (found: object) =>
  Object.entries(found)
    .filter(([name]) => /issuer|endpoint|jwks_uri/.test(name))
    .filter(([, value]) => typeof value === 'string')

test('what the authorization server says of itself does not follow the headers of a request', async () => {
  for (const headers of POISON) {
    for (const path of ['openid-configuration', 'oauth-authorization-server']) {
      const { status, text } = await getWithHeaders(production, `/oauth/.well-known/${path}`, headers)
      assert.equal(status, 200)
      assert.doesNotMatch(text, /evil/)
      for (const [name, value] of addresses(JSON.parse(text)))
        assert.ok(value.startsWith(`${PUBLIC}/oauth`), `${name}: ${value}`)
    }
  }
  const local = await getWithHeaders(development, '/oauth/.well-known/openid-configuration', {
    host: 'evil.localhost',
  })
  for (const [, value] of addresses(JSON.parse(local.text)))
    assert.ok(value.startsWith('http://127.0.0.1:3000/oauth'))
})

test('redirects and cookies do not follow the headers of a request, and cookies are for this host and https alone', async () => {
  const body = newPartnerBody({ ...HTTPS_ADDRESSES, webRedirectUrl: '', mobileRedirectUrl: '' })
  const { clientId } = await dataOf(production.post(PARTNERS, body))
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid',
    state: 'x',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  for (const headers of POISON) {
    const answer = await getWithHeaders(production, `/oauth/auth?${query}`, headers)
    assert.equal(answer.status, 303, answer.text)
    assert.match(answer.headers.get('location') ?? '', /^\/oauth\/interaction\/[\w-]+$/)
    const cookies = answer.headers.getSetCookie()
    assert.equal(cookies.length, 4)
    for (const cookie of cookies) {
      assert.match(cookie, /^__(Host|Secure)-laurel-oauth/)
      for (const attribute of ['; secure', '; httponly', '; samesite=lax'])
        assert.ok(cookie.toLowerCase().includes(attribute), cookie)
      assert.doesNotMatch(cookie, /domain=/i)
    }
  }
})

test('requests to the authorization server are limited for each address, apart from the other open calls', async () => {
  const { headers } = await getWithHeaders(production, '/oauth/auth', {})
  assert.equal(headers.get('ratelimit-limit'), '1200')
  const answer = await getWithHeaders(production, '/api/v1/nothing', {})
  assert.equal(answer.headers.get('ratelimit-limit'), '60')
})

test('redirect addresses that the authorization server could not use are refused, saying why', async () => {
  const problem =
    'redirectUrl, webRedirectUrl and mobileRedirectUrl do not work together: with a private-use scheme, the others must use https with a public host, or http with a loopback host such as 127.0.0.1.'
  const mixed = newPartnerBody({ redirectUrl: 'http://shop.example/callback' })
  assertFailure(await development.post(PARTNERS, mixed), 'invalid', problem)

  const { token } = await newOwner(development, { ...mixed, mobileRedirectUrl: 'http://shop.example/app' })
  const body = { mobileRedirectUrl: 'com.acme.shop:/callback' }
  assertFailure(await development.request('PATCH', ME, { token, body }), 'invalid', problem)
})
