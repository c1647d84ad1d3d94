import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHECKING_MAX, passwordQueue } from '../../../src/identity/accounts/passwords.ts'
import { dataOf } from '../../support/api.ts'
import { type ApiResponse, assertFailure, assertSuccess, TOKEN_BAD } from '../../support/api-response.ts'
import { countWaitingConnections, withClient } from '../../support/database.ts'
import { newPartnerBody, PARTNERS, PASSWORD } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { service } = await useClockService()
const login = (email: string, password = PASSWORD, eco = 'acme') =>
  service.post(`/api/v1/${eco}/partners/login`, { email, password })
const refresh = (refreshToken: string, eco = 'acme') =>
  service.post(`/api/v1/${eco}/partners/refresh`, { refreshToken })
const useToken = (accessToken: string) => service.get('/api/v1/laas/rules', accessToken)

const onboard = () => dataOf(service.post(PARTNERS, newPartnerBody()))

const WRONG = 'The email or the password is wrong for this ecosystem; check both, or reset the password.'
const BUSY = 'Too many passwords are being checked; try again in a moment.'
const SPENT = 'The refresh token is unknown, spent or expired; sign in again.'

function assertSignedIn(answer: ApiResponse, partner: unknown): void {
  const { accessToken, refreshToken } = answer.body.data
  for (const token of [accessToken, refreshToken]) assert.equal(typeof token, 'string')
  const tokens = { accessToken, tokenType: 'Bearer', expiresIn: 3600, refreshToken }
  assertSuccess(answer, 200, 'Signed in', { ...tokens, partner })
}

test('a login responds with tokens and with the partner as onboarding did', async () => {
  const partner = await onboard()
  const answer = await login(partner.email)

  assertSignedIn(answer, partner)
  assert.equal((await useToken(answer.body.data.accessToken)).status, 200)
})

test('the e-mail address of a login may be written in any case', async () => {
  const partner = await onboard()

  assert.equal((await login(partner.email.toUpperCase())).status, 200)
})

test('a wrong password, an unknown e-mail and another ecosystem get the same response', async () => {
  const { email } = await onboard()

  for (const answer of [
    await login(email, 'Rainy-Day-8'),
    await login('nobody@acme.example'),
    await login(email, PASSWORD, 'another-eco'),
  ])
    assertFailure(answer, 'unauthorized', WRONG)
})

test('a login without e-mail and password names both', async () => {
  assertFailure(
    await service.post('/api/v1/acme/partners/login', {}),
    'invalid',
    'email is required; password is required.',
  )
})

test('after ten failed logins from one address the account gets a 429 there for a while, even with the right password', async () => {
  const { email } = await onboard()
  service.clock.now = new Date('2026-03-01T09:30:00Z')
  for (let tries = 0; tries < 10; tries += 1) assert.equal((await login(email, 'Wrong-1-Pass')).status, 401)
  const answer = await login(email)

  assertFailure(answer, 'tooMany', 'Too many failed logins; try again in 900 s.')
  assert.equal(answer.headers.get('retry-after'), '900')
  assert.equal((await login((await onboard()).email)).status, 200)
  service.clock.now = new Date('2026-03-01T09:45:00Z')
  assert.equal((await login(email)).status, 200)
})

/** Has as many passwords checked as can be, until they are let go. */
function fillQueue() {
  const release = Promise.withResolvers<void>()
  const checks = Array.from({ length: CHECKING_MAX }, (_, index) =>
    passwordQueue.run(`${index}`, () => release.promise),
  )
  return () => {
    release.resolve()
    return Promise.all(checks)
  }
}

test('while too many passwords are checked, known and unknown accounts get the same 503, which counts as no try', async () => {
  const partner = await onboard()
  const letGo = fillQueue()
  for (const email of [partner.email, 'nobody@acme.example'])
    for (let tries = 0; tries < 11; tries += 1) {
      const refused = await login(email)
      assertFailure(refused, 'unavailable', BUSY)
      assert.equal(refused.headers.get('retry-after'), '2')
    }
  await letGo()
  assertSignedIn(await login(partner.email), partner)
})

test('a login that finds too many waiting reads and writes nothing', async () => {
  const { email } = await onboard()
  const letGo = fillQueue()
  await withClient(service.connectionString, async (client) => {
    await client.query('begin; lock team_members, rate_counters')
    assertFailure(await login(email), 'unavailable', BUSY)
  })
  await letGo()
})

test('logins that wait for the database leave connections to others', async () => {
  const partner = await onboard()
  const { accessToken } = (await login(partner.email)).body.data
  const logins = await withClient(service.connectionString, async (client) => {
    await client.query('begin; lock rate_counters')
    const asked = Array.from({ length: 30 }, () => login(partner.email))
    await waitUntil(async () => (await countWaitingConnections(client)) > 0, 'a login waits')
    for (let reads = 0; reads < 10; reads += 1) assert.equal((await useToken(accessToken)).status, 200)
    return asked
  })
  await Promise.all(logins)
})

test('logins that succeed are never too many', async () => {
  const { email } = await onboard()
  for (let tries = 0; tries < 12; tries += 1) assert.equal((await login(email)).status, 200)
})

test('an access token is valid for an hour and no longer', async () => {
  const { email } = await onboard()
  service.clock.now = new Date('2026-03-01T09:30:00Z')
  const { accessToken } = (await login(email)).body.data

  service.clock.now = new Date('2026-03-01T10:29:59Z')
  assert.equal((await useToken(accessToken)).status, 200)
  service.clock.now = new Date('2026-03-01T10:30:00Z')
  assertFailure(await useToken(accessToken), 'unauthorized', TOKEN_BAD)
})

test('a refresh responds with new tokens, and the access token works', async () => {
  const partner = await onboard()
  const first = await login(partner.email)
  const second = await refresh(first.body.data.refreshToken)

  assertSignedIn(second, partner)
  assert.notEqual(second.body.data.refreshToken, first.body.data.refreshToken)
  assert.equal((await useToken(second.body.data.accessToken)).status, 200)
})

test('of several uses of a refresh token at the same time, at most one succeeds', async () => {
  const { refreshToken } = (await login((await onboard()).email)).body.data
  const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(refreshToken)))

  assert.equal(answers.filter((answer) => answer.status === 200).length, 1)
})

test('a refresh token is valid for 30 days, in its own ecosystem', async () => {
  const { email } = await onboard()
  service.clock.now = new Date('2026-03-01T09:30:00Z')
  const [late, elsewhere] = [await login(email), await login(email)]

  assertFailure(await refresh(elsewhere.body.data.refreshToken, 'another-eco'), 'unauthorized', SPENT)
  service.clock.now = new Date('2026-03-31T09:30:00Z')
  assertFailure(await refresh(late.body.data.refreshToken), 'unauthorized', SPENT)
})

test('an unknown refresh token is refused, and a missing one named', async () => {
  assertFailure(await refresh('nonsense'), 'unauthorized', SPENT)
  assertFailure(
    await service.post('/api/v1/acme/partners/refresh', {}),
    'invalid',
    'refreshToken is required.',
  )
})
