import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure, assertSuccess } from '../../support/api-response.ts'
import { ME, newPartnerBody, onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { NO_SUCH_PARTNER } from '../../support/team.ts'

const service = useSharedService()

const change = (token: string, body: unknown, path = ME) => service.request('PATCH', path, { token, body })

async function ownDetails() {
  const { token, email, partnerId } = await onboardTestPartner(service)
  const { body } = await service.get(ME, token)
  assert.equal(body.data.partnerId, partnerId)
  return { token, email, details: body.data }
}

test('a partner reads its own details', async () => {
  const { token, email, details } = await ownDetails()

  const { id, clientId, partnerId, publicClientId } = details
  const { password: _, confirmPassword: __, ...onboarded } = newPartnerBody({ email })
  assertSuccess(await service.get(ME, token), 200, 'Partner details returned', {
    ...onboarded,
    id,
    clientId,
    partnerId,
    publicClientId,
    ecosystem: 'acme',
    emailVerified: true,
    boardsPublic: false,
    timeZone: 'UTC',
    coinName: null,
    coinValue: null,
    coinValues: [],
    memberCoinLimit: '-1',
    memberLimitPeriod: 'day',
    coinExpiry: null,
    expiryNoticeDays: 30,
    brand: { logo: null, accent: null, accentOnLight: null, accentOnDark: null },
  })
  assert.match(publicClientId, /^[0-9a-f]{64}$/)
  assert.notEqual(publicClientId, clientId, 'apps that cannot keep a secret have a client id of their own')
})

test('a partner changes its addresses and publishes its boards, and reads back what was returned', async () => {
  const { token, details } = await ownDetails()
  const changes = {
    redirectUrl: 'https://acme.example/in',
    webRedirectUrl: 'https://acme.example/web',
    mobileRedirectUrl: 'com.acme:/in',
    userDetailsUrl: 'https://acme.example/users?key=1',
    boardsPublic: true,
  }
  const expected = { ...details, ...changes }

  assertSuccess(await change(token, changes), 200, 'Partner details saved successfully', expected)
  assertSuccess(await service.get(ME, token), 200, 'Partner details returned', expected)
})

test('an optional address that is taken away falls back to redirectUrl', async () => {
  const { token } = await ownDetails()
  const { body } = await change(token, { webRedirectUrl: '', mobileRedirectUrl: '' })

  assert.equal(body.data.webRedirectUrl, 'http://localhost:8080/callback')
  assert.equal(body.data.mobileRedirectUrl, 'http://localhost:8080/callback')
})

test('a change of nothing returns the details as they are', async () => {
  const { token, details } = await ownDetails()

  assertSuccess(await change(token, {}), 200, 'Partner details saved successfully', details)
})

test('all wrong fields of a change are named, and nothing changes', async () => {
  const { token, details } = await ownDetails()

  assertFailure(
    await change(token, { redirectUrl: '', webRedirectUrl: 'acme', boardsPublic: 'yes' }),
    'invalid',
    'redirectUrl must be an address of at most 2048 characters; boardsPublic must be true or false; webRedirectUrl must be an absolute http or https address without user name or fragment.',
  )
  assert.deepEqual((await service.get(ME, token)).body.data, details)
})

test('who a partner is cannot be changed here, and nothing of another partner can', async () => {
  const { token, details } = await ownDetails()
  const other = await ownDetails()
  const answer = await change(token, {
    partnerId: other.details.partnerId,
    id: other.details.id,
    email: 'x@acme.example',
    partnerName: 'Other',
    clientId: 'x',
    ecosystem: 'another-eco',
    boardsPublic: true,
  })

  const fields = ['id', 'clientId', 'partnerId', 'email', 'partnerName', 'ecosystem']
  const error = `${fields.map((field) => `${field} cannot be changed here`).join('; ')}.`
  assertFailure(answer, 'invalid', error)
  assert.deepEqual((await service.get(ME, token)).body.data, details)
  assert.deepEqual((await service.get(ME, other.token)).body.data, other.details)
})

test('under another ecosystem there is no such partner', async () => {
  const { token } = await ownDetails()
  const path = '/api/v1/another-eco/partners/me'

  assertFailure(await service.get(path, token), 'notFound', NO_SUCH_PARTNER)
  assertFailure(await change(token, { boardsPublic: true }, path), 'notFound', NO_SUCH_PARTNER)
})

test('changes of different fields at once are all kept', async () => {
  const { token } = await onboardTestPartner(service)
  for (let time = 1; time <= 5; time += 1) {
    const changes = [
      { boardsPublic: time % 2 === 1 },
      { redirectUrl: `https://acme.example/${time}` },
      { userDetailsUrl: `https://acme.example/users/${time}` },
    ]
    const answers = await Promise.all(changes.map((body) => change(token, body)))
    for (const answer of answers) assert.equal(answer.status, 200)
    const { data } = (await service.get(ME, token)).body
    for (const [field, value] of changes.flatMap((each) => Object.entries(each)))
      assert.equal(data[field], value, field)
  }
})
