import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure, assertSuccess, UUID } from '../../support/api-response.ts'
import { newPartnerBody } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const onboard = (changes: Record<string, unknown> = {}, eco = 'acme') =>
  service.post(`/api/v1/${eco}/partners`, newPartnerBody(changes))

const SAVED = 'Partner details saved successfully'

test('onboarding responds with the partner, with every documented field, and never a password', async () => {
  const { password, confirmPassword, ...shown } = newPartnerBody()
  const answer = await service.post('/api/v1/acme/partners', { ...shown, password, confirmPassword })

  const { id, clientId, partnerId } = answer.body.data
  assert.match(id, UUID)
  assert.match(partnerId, UUID)
  assert.notEqual(id, partnerId)
  assert.match(clientId, /^[0-9a-f]{64}$/)
  assertSuccess(answer, 201, SAVED, { ...shown, id, clientId, partnerId })
})

test('a redirect address that was not given is returned as the one that will be used', async () => {
  const answer = await onboard({ webRedirectUrl: undefined, mobileRedirectUrl: '' })

  assert.equal(answer.status, 201)
  assert.equal(answer.body.data.webRedirectUrl, 'http://localhost:8080/callback')
  assert.equal(answer.body.data.mobileRedirectUrl, 'http://localhost:8080/callback')
})

test('the default redirect address may equal the one for the web or the one for mobile apps', async () => {
  const web = await onboard({
    redirectUrl: 'https://acme.example/in',
    webRedirectUrl: 'https://acme.example/in',
  })
  const mobile = await onboard({ redirectUrl: 'com.acme.shop:/callback' })

  assert.equal(web.status, 201)
  assert.equal(mobile.status, 201)
  assert.equal(mobile.body.data.redirectUrl, mobile.body.data.mobileRedirectUrl)
})

test('every missing field is named in one response', async () => {
  assertFailure(
    await service.post('/api/v1/acme/partners', {}),
    'invalid',
    'applicationName is required; redirectUrl is required; userDetailsUrl is required; email is required; partnerName is required; password is required; confirmPassword is required.',
  )
})

test('an empty field counts as missing', async () => {
  for (const field of ['applicationName', 'redirectUrl', 'email', 'partnerName', 'userDetailsUrl'])
    assertFailure(await onboard({ [field]: '' }), 'invalid', `${field} is required.`)
})

test('onboarding without a password names it, and that its confirmation fits nothing', async () => {
  assertFailure(
    await onboard({ password: undefined }),
    'invalid',
    'password is required; confirmPassword must equal password.',
  )
})

test('a password that is short or lacks a kind of character is refused', async () => {
  for (const password of ['Sun-7ay', 'sunny-day-7', 'Sunny-Day-Seven', 'SunnyDay7'])
    assertFailure(
      await onboard({ password, confirmPassword: password }),
      'invalid',
      'password must have 8 to 200 characters, with one uppercase letter, one number and one special character.',
    )
})

test('a confirmation that differs from the password is refused', async () => {
  assertFailure(
    await onboard({ confirmPassword: 'Sunny-Day-8' }),
    'invalid',
    'confirmPassword must equal password.',
  )
})

test('missing and wrong fields are named together', async () => {
  assertFailure(
    await onboard({ applicationName: undefined, email: 'nobody', userDetailsUrl: 'ftp://acme.example' }),
    'invalid',
    'applicationName is required; email must be an e-mail address of at most 254 characters; userDetailsUrl must be an absolute http or https address without user name or fragment.',
  )
})

test('an e-mail address belongs to one partner, in whatever case and ecosystem it is written', async () => {
  const body = newPartnerBody()
  const email = body.email.toUpperCase()
  await service.post('/api/v1/acme/partners', body)

  assertFailure(
    await onboard({ email }, 'another-eco'),
    'taken',
    `The email ${email} is already taken; sign in, or use another one.`,
  )
})

test('of two onboardings with one e-mail address at the same time, one succeeds', async () => {
  const body = newPartnerBody()
  const answers = await Promise.all([1, 2, 3, 4].map(() => service.post('/api/v1/acme/partners', body)))

  assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 400, 400, 400])
})

test('a wrong ecosystem is refused, and the first use of a valid one creates it', async () => {
  for (const eco of ['Acme', '7up', 'a', 'acme_shop', `a${'b'.repeat(63)}`]) {
    assertFailure(
      await onboard({}, eco),
      'invalid',
      'eco must start with a lower-case letter and have 2 to 63 lower-case letters, digits and hyphens.',
    )
  }
  for (const eco of ['ab', `a${'b'.repeat(62)}`, 'x-7']) assert.equal((await onboard({}, eco)).status, 201)
  const known = await service.query<{ name: string }>('select name from ecosystems where name = $1', ['x-7'])
  assert.deepEqual(known, [{ name: 'x-7' }])
})

test('onboarding needs no token, and does not look at one', async () => {
  const answer = await service.post('/api/v1/acme/partners', newPartnerBody(), 'not-a-token')

  assert.equal(answer.status, 201)
})

test('the password is kept as an argon2id hash', async () => {
  const body = newPartnerBody()
  await service.post('/api/v1/acme/partners', body)
  const [row] = await service.query<{ hash: string }>(
    'select password_hash as hash from team_members where email = $1',
    [body.email],
  )

  assert.match(row?.hash ?? '', /^\$argon2id\$v=19\$/)
})
