import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readConfig } from '../../src/runtime/settings/config.ts'
import { dataOf } from '../support/api.ts'
import { type ApiResponse, assertFailure } from '../support/api-response.ts'
import { EVENTS, StreamReader } from '../support/events.ts'
import { header, startMailServer } from '../support/mail-server.ts'
import { mailedCode } from '../support/mailbox.ts'
import {
  HTTPS_ADDRESSES,
  ME,
  newEmail,
  newPartnerBody,
  newUserBody,
  onboardTestPartner,
  PARTNERS,
} from '../support/partner.ts'
import { getWithHeaders } from '../support/raw-request.ts'
import { startProductionService, startTestService, stopClock, type TestService } from '../support/service.ts'
import { invite } from '../support/team.ts'
import { waitUntil } from '../support/wait-until.ts'

const STRANGER =
  'Development mode serves this machine only, without a proxy; set MODE=production to serve others.'
const HTTPS = 'must be an absolute https address without user name or fragment'
const OR_PRIVATE_SCHEME = ', or use a private-use scheme such as com.example.app:/callback'

async function getWith(
  service: TestService,
  path: string,
  headers: Record<string, string>,
): Promise<ApiResponse> {
  const { text, ...response } = await getWithHeaders(service, path, headers)
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { ...response, body: isJson ? JSON.parse(text) : text }
}

const development = await startTestService({ eventStreamsMax: 1 })
const mailServer = await startMailServer()
after(() => mailServer.close())
const production = await startProductionService({ smtpUrl: `smtp://127.0.0.1:${mailServer.port}` })

for (const host of [
  'rewards.example.com',
  'localhost.example.com',
  '127.0.0.1.example.com',
  '192.168.0.1:3000',
  '0.0.0.0',
  '[2001:db8::1]:3000',
]) {
  test(`development refuses a request for the host ${host}`, async () => {
    for (const path of ['/api/v1/laas/rules', '/dev/mailbox', '/dev/mailbox.json', '/api/v1/nothing'])
      assertFailure(await getWith(development, path, { host }), 'forbidden', STRANGER)
  })
}

for (const name of ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto']) {
  test(`development refuses a request that a proxy passed on with ${name}`, async () => {
    for (const path of ['/api/v1/laas/rules', '/dev/mailbox.json'])
      assertFailure(await getWith(development, path, { [name]: '127.0.0.1' }), 'forbidden', STRANGER)
  })
}

for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'laurel.localhost']) {
  test(`development responds to a request for the host ${host}`, async () => {
    assert.equal((await getWith(development, '/healthz', { host })).status, 200)
  })
}

test('development shows the mailbox as a page and as JSON', async () => {
  const body = newUserBody()
  await development.post('/api/v1/user', body)
  const code = await mailedCode(development, body.email)
  const page = await getWith(development, `/dev/mailbox?to=${body.email}`, {})

  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.ok(page.body.includes(code))
})

test('development does not limit calls without a token', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => development.get('/api/v1/laas/rules')))

  for (const answer of answers) assert.equal(answer.status, 401)
})

test('production refuses plain http addresses of a partner', async () => {
  const body = newPartnerBody({
    redirectUrl: 'http://acme.example/callback',
    webRedirectUrl: 'http://acme.example/web',
    mobileRedirectUrl: 'http://acme.example/mobile',
    userDetailsUrl: 'http://localhost:8080/users',
  })

  assertFailure(
    await production.post('/api/v1/acme/partners', body),
    'invalid',
    `redirectUrl ${HTTPS}${OR_PRIVATE_SCHEME}; webRedirectUrl ${HTTPS}; mobileRedirectUrl ${HTTPS}${OR_PRIVATE_SCHEME}; userDetailsUrl ${HTTPS}.`,
  )
})

test('production takes https addresses and private-use schemes, and refuses a later change to http', async () => {
  const { token } = await onboardTestPartner(production, HTTPS_ADDRESSES)
  const change = await production.request('PATCH', '/api/v1/acme/partners/me', {
    token,
    body: { userDetailsUrl: 'http://acme.example/users' },
  })

  assertFailure(change, 'invalid', `userDetailsUrl ${HTTPS}.`)
})

test('production takes no address to ask that is not public, and asks none that a name leads to', async () => {
  const at = (host: string) => ({ ...HTTPS_ADDRESSES, userDetailsUrl: `https://${host}/users` })
  for (const host of ['127.0.0.1', '[::1]', '10.0.0.1', '169.254.169.254'])
    assertFailure(
      await production.post('/api/v1/acme/partners', newPartnerBody(at(host))),
      'invalid',
      'userDetailsUrl must lead to a public address.',
    )
  const { token } = await onboardTestPartner(production, at('localhost'))
  assertFailure(
    await production.post('/api/v1/laas/users/onboard', { tag: 'ada' }, token),
    'invalid',
    'userDetailsUrl could not be asked: it does not lead to a public address.',
    'user_details_unreachable',
  )
})

test('development mails a code to a new partner, and asks for nothing', async () => {
  const { token, email } = await onboardTestPartner(development)
  assert.equal((await dataOf(development.get(ME, token))).emailVerified, true)
  assert.equal((await invite(development, token, newEmail())).status, 201)

  const code = await mailedCode(development, email)
  assert.equal((await development.post(`${PARTNERS}/verify-email`, { email, code })).status, 200)
})

test('production asks a new partner for the code of its mail before it invites, and not before it awards', async () => {
  const partnerName = 'Acme https://evil.example'
  const partner = await onboardTestPartner(production, { ...HTTPS_ADDRESSES, partnerName })
  const { email, token } = partner
  const rule = await partner.addRule()
  assert.equal((await partner.award(await partner.addUser(), rule.name)).status, 201)
  const isVerified = async () => (await dataOf(production.get(ME, token))).emailVerified
  const invited = newEmail()
  assert.equal((await invite(production, token, invited)).status, 403)
  assert.equal(await isVerified(), false)
  const again = newPartnerBody({ ...HTTPS_ADDRESSES, email })
  assert.equal((await production.post(PARTNERS, again)).status, 201)

  const received = (to: string) =>
    mailServer.received.filter(({ recipients }) => recipients.includes(to)).map(({ source }) => source)
  await dataOf(production.post(`${PARTNERS}/resend-code`, { email }, token))
  await waitUntil(() => received(email).length === 3, 'two registrations and a resent code were mailed')
  const codes = received(email).map((source) => /Your code is (\d{6})\./.exec(source)?.[1])
  const answers = []
  for (const code of codes)
    answers.push(await production.post(`${PARTNERS}/verify-email`, { email, code }, token))
  assert.ok(answers.some(({ status }) => status === 200))
  assert.equal(await isVerified(), true)
  assertFailure(
    await production.post(PARTNERS, again),
    'taken',
    `The email ${email} is already taken; sign in, or use another one.`,
  )

  assert.equal((await invite(production, token, invited)).status, 201)
  await waitUntil(() => received(invited).length === 1, 'the invitation was mailed')
  assert.equal(header(received(invited)[0] ?? '', 'Subject'), 'You are invited to the team of Acme')
  assert.doesNotMatch(received(invited)[0] ?? '', /evil/)
})

test('production has no mailbox', async () => {
  for (const path of ['/dev/mailbox', '/dev/mailbox.json'])
    assertFailure(await production.get(path), 'notFound', `The route GET ${path} was not found.`)
})

test('production responds under any name and through a proxy, and asks browsers to stay with https', async () => {
  const answer = await getWith(production, '/api/v1/nothing', {
    host: 'rewards.example.com',
    'x-forwarded-for': '203.0.113.7',
  })

  assertFailure(answer, 'notFound', 'The route GET /api/v1/nothing was not found.')
  assert.match(answer.headers.get('strict-transport-security') ?? '', /^max-age=\d{8}/)
})

test('production limits calls without a token to 60 a minute per address, and neither partners nor probes with them', async (t) => {
  stopClock(t)
  const service = await startProductionService()
  const partner = await onboardTestPartner(service, HTTPS_ADDRESSES)
  const refused: ApiResponse[] = []
  for (let call = 3; call <= 62; call += 1) {
    const answer = await service.request('GET', '/api/v1/nothing', {
      headers: { 'x-forwarded-for': `203.0.113.${call}` },
    })
    if (answer.status === 429) refused.push(answer)
    else assert.equal(answer.headers.get('ratelimit-remaining'), String(60 - call))
  }

  assert.equal(refused.length, 2)
  for (const answer of refused) {
    const seconds = Number(answer.headers.get('retry-after'))
    assert.ok(seconds >= 1 && seconds <= 60)
    assertFailure(answer, 'tooMany', `Too many requests; try again in ${seconds} s.`)
    assert.equal(answer.headers.get('ratelimit-limit'), '60')
    assert.equal(answer.headers.get('ratelimit-remaining'), '0')
  }
  for (const [method, path] of [
    ['POST', '/api/v1/acme/partners'],
    ['POST', '/api/v1/acme/partners/login'],
    ['POST', '/api/v1/user'],
    ['POST', '/api/v1/user/resend-otp'],
    ['GET', '/api/v1/nothing'],
  ] as const) {
    const options = { token: '', ...(method === 'POST' && { body: {} }) }
    assert.equal((await service.request(method, path, options)).status, 429, path)
  }
  assert.equal((await service.get('/api/v1/laas/rules', 'not-a-token')).status, 429)
  assert.equal((await service.get('/api/v1/laas/rules', partner.token)).status, 200)
  assert.equal((await service.get('/healthz')).status, 200)
  assert.equal((await service.get('/readyz')).status, 200)
})

test('behind a trusted proxy each visitor is counted by the address that the proxy forwards', async (t) => {
  stopClock(t)
  const service = await startProductionService({ trustProxy: ['127.0.0.1'] })
  const call = (address: string) =>
    service.request('GET', '/api/v1/nothing', { headers: { 'x-forwarded-for': address } })
  for (let count = 0; count < 60; count += 1) assert.equal((await call('203.0.113.7')).status, 404)

  assert.equal((await call('203.0.113.7')).status, 429)
  assert.equal((await call('1.2.3.4, 203.0.113.7')).status, 429)
  assert.equal((await call('203.0.113.8')).status, 404)
})

test('a partner is limited to its requests per second, and others are not', async (t) => {
  stopClock(t)
  const service = await startTestService({ partnerRequestsPerSecond: 5 })
  const [busy, calm] = [await onboardTestPartner(service), await onboardTestPartner(service)]
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => service.get('/api/v1/laas/rules', busy.token)),
  )
  const refused = answers.filter((answer) => answer.status === 429)

  assert.equal(refused.length, 7)
  for (const answer of refused) {
    assertFailure(answer, 'tooMany', 'Too many requests; try again in 1 s.')
    assert.equal(answer.headers.get('retry-after'), '1')
    assert.equal(answer.headers.get('ratelimit-limit'), '5')
  }
  assert.equal((await service.get('/api/v1/laas/rules', calm.token)).status, 200)
})

test('a stream beyond EVENT_STREAMS_MAX is refused with 503', async () => {
  const { token } = await onboardTestPartner(development)
  const open = await StreamReader.open(development, token)
  assert.equal(open.response.statusCode, 200)
  const refused = await development.get(`${EVENTS}/stream`, token)
  assertFailure(refused, 'unavailable', 'This process has as many streams as it can; try again in a moment.')
  assert.equal(refused.headers.get('retry-after'), '5')
  open.drop()
})

test('a closed list of ecosystems takes no other', async () => {
  const service = await startTestService({ ecosystems: ['acme'] })

  assert.equal((await service.post('/api/v1/acme/partners', newPartnerBody())).status, 201)
  assertFailure(
    await service.post('/api/v1/beta/partners', newPartnerBody()),
    'invalid',
    'eco is not open for partners here; ask for its right name.',
  )
  assert.deepEqual(await service.query('select name from ecosystems'), [{ name: 'acme' }])
})

test('a service without the setting for tests keeps passwords at full cost', async () => {
  const service = await startTestService({ passwordHashing: readConfig({}).passwordHashing })
  await onboardTestPartner(service)
  const rows = await service.query<{ hash: string }>('select password_hash as hash from team_members')

  assert.equal(rows.length, 1)
  assert.match(rows[0]?.hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
