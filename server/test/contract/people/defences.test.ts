import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FONT_FACES } from '../../../src/http/edge/font-faces.ts'
import { createVisitor, signUp } from '../../support/account.ts'
import { assertFailure, UUID } from '../../support/api-response.ts'
import { newUserBody, onboardTestPartner, PASSWORD } from '../../support/partner.ts'
import {
  startProductionService,
  startTestService,
  stopClock,
  useSharedService,
} from '../../support/service.ts'

const service = useSharedService()
const production = await startProductionService()

const { partnerId } = await onboardTestPartner(service)
const { tag } = await signUp(service)

const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
const FORMS = [
  '/account/sign-in',
  '/account/sign-out',
  '/account/verify',
  '/account/verify/resend',
  '/account/forgot-password',
  '/account/reset-password',
  '/account/security/password',
  '/account/security/sign-out-everywhere',
  '/account/security/public-boards',
  '/account/partners/0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55/unlink',
]

for (const path of FORMS) {
  test(`POST ${path} is refused without the token of the form, with another's, and with one of before the sign-in`, async () => {
    const other = createVisitor(service)
    await other.visit('/account/sign-in')
    const visitor = createVisitor(service)
    await visitor.visit('/account/sign-in')
    const early = visitor.formToken()
    await visitor.signIn(tag)
    for (const formToken of ['', 'nonsense', other.formToken(), early]) {
      const fields = { formToken, login: tag, password: PASSWORD, email: 'a@b.example' }
      const answer = await visitor.send(path, fields)
      assert.equal(answer.status, 403)
      assert.ok(answer.text.includes('This form has expired'))
      assert.equal(answer.headers.get('content-security-policy'), POLICY)
    }
    assert.equal((await visitor.visit('/account')).status, 200, 'still signed in')
  })
}

test('a form without its cookie is refused, so that no site can sign a visitor in to a foreign account', async () => {
  const visitor = createVisitor(service)
  await visitor.visit('/account/sign-in')
  visitor.cookies.clear()
  const answer = await visitor.send('/account/sign-in', { login: tag, password: PASSWORD })
  assert.equal(answer.status, 403)
  assert.equal(visitor.session(), undefined)
})

test('a form is taken as a form alone, and only so large', async () => {
  const visitor = createVisitor(service)
  await visitor.visit('/account/sign-in')
  const formToken = visitor.formToken()
  const json = await visitor.visit('/account/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ formToken, login: tag, password: PASSWORD }),
  })
  assert.equal(json.status, 415)
  const large = await visitor.send('/account/sign-in', { login: 'x'.repeat(20_000), password: PASSWORD })
  assert.equal(large.status, 413)
  const twice = await visitor.visit('/account/sign-in', {
    method: 'POST',
    body: new URLSearchParams([
      ['formToken', formToken],
      ['login', tag],
      ['login', tag],
      ['password', PASSWORD],
    ]),
  })
  assert.equal(twice.status, 400)
  for (const { text } of [json, large]) assert.ok(text.includes('That could not be read'))
  const form = await fetch(`${service.url}/api/v1/acme/partners/login`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'a@b.example' }),
  })
  assert.equal(form.status, 415)
  assert.match(form.headers.get('content-type') ?? '', /^application\/json/)
})

test('every page says what it may load, may not be framed and is kept by no cache', async () => {
  const visitor = createVisitor(service)
  await visitor.signIn(tag)
  for (const path of [
    '/account',
    '/account/security',
    '/account/verify',
    '/account/forgot-password',
    '/account/reset-password?token=x',
    '/account/nothing',
  ]) {
    const { headers } = await visitor.visit(path)
    assert.equal(headers.get('content-security-policy'), POLICY, path)
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('content-type') ?? '', /^text\/html; charset=utf-8$/)
    assert.match(headers.get('x-request-id') ?? '', UUID)
  }
  assert.equal((await createVisitor(service).visit('/account')).headers.get('cache-control'), 'no-store')
})

test('the stylesheet has the hash of its content in its name, is kept forever, and loads our typefaces alone', async () => {
  const { text } = await createVisitor(service).visit('/account/sign-in')
  const path = /href="(\/account\/style-[\w-]{16}\.css)"/.exec(text)?.[1] as string
  const { status, headers, text: style } = await createVisitor(service).visit(path)
  assert.equal(status, 200)
  assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.match(headers.get('content-type') ?? '', /^text\/css/)
  assert.deepEqual(headers.getSetCookie(), [])
  assert.ok(style.startsWith(FONT_FACES))
  assert.doesNotMatch(style, /@import|url\([^"]|https?:/)
  for (const [, address = ''] of style.matchAll(/url\("([^"]*)"\)/g))
    assert.match(address, /^\/dashboard\/assets\/[\w-]+\.woff2$/)
})

test('in development cookies have plain names and no Secure', async () => {
  const answer = await createVisitor(service).signIn(tag)
  const cookies = answer.headers.getSetCookie()
  assert.ok(
    cookies.some((cookie) =>
      /^laurel=[\w-]{43}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/.test(cookie),
    ),
    cookies.join(),
  )
})

test('in production cookies are bound to the host, Secure, HttpOnly and SameSite=Lax', async () => {
  const body = newUserBody()
  await production.post('/api/v1/user', body)
  await production.query('update users set email_verified_at = now()')
  const visitor = createVisitor(production, '__Host-')
  const shown = await visitor.visit('/account/sign-in')
  const answer = await visitor.signIn(body.tag)
  assert.equal(answer.status, 303)
  const [form, ...others] = shown.headers.getSetCookie()
  assert.match(form ?? '', /^__Host-laurel-form=[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  assert.deepEqual(others, [])
  assert.match(
    answer.headers.getSetCookie()[0] ?? '',
    /^__Host-laurel=[\w-]{43}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  assert.match(answer.headers.get('strict-transport-security') ?? '', /^max-age=\d{8}/)
  const out = await visitor.visit('/account')
  assert.equal(out.status, 200)
  const cleared = (await visitor.send('/account/sign-out')).headers.getSetCookie()
  assert.ok(
    cleared.some((cookie) => /^__Host-laurel=; Max-Age=0; Path=\/; .*Secure/.test(cookie)),
    cleared.join(),
  )
})

test('in production too many requests from one address get a page with 429', async (t) => {
  stopClock(t)
  const service = await startProductionService()
  const visitor = createVisitor(service)
  for (let count = 0; count < 60; count += 1)
    assert.equal((await visitor.visit('/account/sign-in')).status, 200)
  const refused = await visitor.visit('/account/sign-in')
  assert.equal(refused.status, 429)
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
  assert.ok(refused.text.includes('Too many tries'))
})

test('an unknown address of pages responds with a page, and one of the API with JSON', async () => {
  const visitor = createVisitor(service)
  for (const path of ['/account/nothing', '/account/style-0000000000000000.css']) {
    const answer = await visitor.visit(path)
    assert.equal(answer.status, 404)
    assert.ok(answer.text.includes('Page not found'))
  }
  await visitor.signIn(tag)
  for (const id of ['nothing', '0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55', partnerId, '%00', 'x'.repeat(300)]) {
    assert.equal((await visitor.visit(`/account/partners/${id}`)).status, 404, id)
    assert.equal((await visitor.visit(`/account/partners/${id}/unlink`)).status, 404, id)
  }
  assertFailure(
    await service.get('/api/v1/nothing'),
    'notFound',
    'The route GET /api/v1/nothing was not found.',
  )
})

test('a proxied request to development mode gets a page with 403', async () => {
  const answer = await createVisitor(service).visit('/account/sign-in', {
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  assert.equal(answer.status, 403)
  assert.ok(answer.text.includes('Development mode serves this machine only'))
})

test('a malformed query never causes a 500', async () => {
  const visitor = createVisitor(service)
  for (const path of [
    '/account/sign-in?next=%00&done=__proto__',
    '/account/sign-in?done=constructor&done=x',
    '/account/reset-password?token=%00',
    '/account/reset-password?token=a&token=b',
  ])
    assert.ok((await visitor.visit(path)).status < 500, path)
  await visitor.signIn(tag)
  for (const path of [
    '/account?after=%00',
    '/account?after=x&done=constructor',
    '/account/security?done=%00',
  ])
    assert.equal((await visitor.visit(path)).status, 200, path)
  for (const before of ['x', '-1', '99999999999999999999', '%00', '1&before=2']) {
    assert.equal((await visitor.visit(`/account/partners/${partnerId}?before=${before}`)).status, 404)
  }
})

test('an internal error responds with a page that shows the request id', async () => {
  const service = await startTestService()
  const { tag } = await signUp(service)
  const visitor = createVisitor(service)
  await visitor.signIn(tag)
  await service.query('revoke select on sessions from laurel_service')
  const broken = await visitor.visit('/account')
  assert.equal(broken.status, 500)
  assert.ok(broken.text.includes('Something went wrong on our side'))
  assert.ok(broken.text.includes(broken.headers.get('x-request-id') as string))
})
