import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TOTP, URI } from 'otpauth'
import { allRefusedBut, atOnce } from '../../support/api.ts'
import { assertFailure, assertSuccess } from '../../support/api-response.ts'
import { mailedToken } from '../../support/mailbox.ts'
import {
  login,
  ME,
  newOwner,
  PARTNERS,
  PASSWORD,
  type SignedInMember,
  signIn,
} from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import {
  activateSecondFactor,
  addMember,
  assertSignedOut,
  auditEventsOf,
  codeOf,
  NO_SUCH_PARTNER,
  resetPassword,
} from '../../support/team.ts'

const { service, second } = await useClockService()
const FACTOR = `${ME}/second-factor`
const REQUIRED = 'This account has a second factor; send the code of your app, or a recovery code, as code.'
const WRONG = 'The code is wrong or was used before; send the next one of your app, or a recovery code.'
const ACTIVE = 'The account has an active second factor; remove it before you begin with another.'
const INACTIVE = 'The account has no active second factor; activate one first.'
const NOT_BEGUN = 'There is no second factor to confirm; begin one first.'
const RECOVERY_CODE = /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/

const begin = (token: string, password = PASSWORD) => service.post(FACTOR, { password }, token)
const confirm = (token: string, code: string, api = service) => api.post(`${FACTOR}/confirm`, { code }, token)
const remove = (token: string, body: unknown) => service.request('DELETE', FACTOR, { token, body })
const replace = (token: string, code: string, api = service) =>
  api.post(`${FACTOR}/recovery-codes`, { code }, token)

/** The app's code by the clock of the service. */
const codeNow = (secret: string, steps = 0) => codeOf(secret, steps, service.clock.now?.getTime())

const wrong = (code: string) => `${code.slice(0, 5)}${(Number(code[5]) + 5) % 10}`

function at(time: string): void {
  service.clock.now = new Date(`2026-03-01T${time}.000Z`)
}

type Protected = { member: SignedInMember; secret: string; recoveryCodes: string[] }

/** A member with an active second factor, whose last code was that of the moment. */
async function protectedOwner(): Promise<Protected> {
  at('09:30:00')
  const member = await newOwner(service)
  const factor = await activateSecondFactor(service, member.token, service.clock.now?.getTime())
  return { member, ...factor }
}

test('a second factor is begun with a secret for the app, and asked for by logins once it is confirmed', async () => {
  at('09:30:00')
  const owner = await newOwner(service)
  const begun = await begin(owner.token)
  const { secret, uri } = begun.body.data

  assertSuccess(begun, 200, 'Confirm the second factor with a code of your app', { secret, uri })
  const read = URI.parse(uri) as TOTP
  assert.deepEqual(
    [read.issuer, read.label, read.secret.base32, read.digits, read.period, read.algorithm],
    ['Laurel', owner.email, secret, 6, 30, 'SHA1'],
  )
  assert.equal(read.secret.bytes.length, 20)
  assert.equal((await login(service, owner.email)).status, 200, 'it is not active yet')

  const confirmed = await confirm(owner.token, codeNow(secret))
  const { recoveryCodes } = confirmed.body.data
  assertSuccess(confirmed, 200, 'Second factor activated', { recoveryCodes })
  assert.equal(new Set(recoveryCodes).size, 10)
  for (const code of recoveryCodes) assert.match(code, RECOVERY_CODE)

  at('09:30:30')
  assertFailure(await login(service, owner.email), 'unauthorized', REQUIRED, 'second_factor_required')
  const signedIn = await login(service, owner.email, { code: codeNow(secret) })
  assert.equal(signedIn.status, 200)
  const { members } = (await service.get(`${ME}/team`, signedIn.body.data.accessToken)).body.data
  assert.equal(members[0].secondFactor, true)
  const events = (await auditEventsOf(service, owner.partnerId)).map(({ action }) => action)
  assert.deepEqual(events.slice(2), [
    'second_factor_begun',
    'signed_in',
    'second_factor_activated',
    'signed_in',
  ])
})

test('a second factor is begun only with the password of the account', async () => {
  const { token, email } = await newOwner(service)
  assertFailure(
    await begin(token, 'Wrong-Day-7'),
    'invalid',
    'password is not the password of your account; check it.',
  )
  assertFailure(await service.post(FACTOR, {}, token), 'invalid', 'password is required.')
  assertFailure(await confirm(token, '123456'), 'refused', NOT_BEGUN, 'second_factor_not_begun')
  assert.equal((await login(service, email)).status, 200)
})

test('beginning again replaces a secret that was not confirmed', async () => {
  at('09:30:00')
  const { token } = await newOwner(service)
  const [first, later] = [(await begin(token)).body.data.secret, (await begin(token)).body.data.secret]

  assert.notEqual(first, later)
  assertFailure(await confirm(token, codeNow(first)), 'invalid', WRONG)
  assert.equal((await confirm(token, codeNow(later))).status, 200)
})

test('an active second factor is neither begun nor confirmed again', async () => {
  const { member, secret } = await protectedOwner()
  at('09:31:00')
  assertFailure(await begin(member.token), 'refused', ACTIVE, 'second_factor_active')
  assertFailure(await confirm(member.token, codeNow(secret)), 'refused', ACTIVE, 'second_factor_active')
})

test('of several confirmations at once, over two processes, one activates and shows its recovery codes', async () => {
  at('09:30:00')
  const { token } = await newOwner(service)
  const { secret } = (await begin(token)).body.data
  const answers = await atOnce(6, [service, second], (api) => confirm(token, codeNow(secret), api))

  for (const answer of allRefusedBut(1, answers))
    assertFailure(answer, 'refused', ACTIVE, 'second_factor_active')
})

test('a wrong password hides whether the code was right; a right password reveals a wrong code', async () => {
  const { member, secret } = await protectedOwner()
  at('09:31:00')
  const code = codeNow(secret)
  const LOGIN_WRONG =
    'The email or the password is wrong for this ecosystem; check both, or reset the password.'

  for (const given of [{ code }, { code: wrong(code) }, {}])
    assertFailure(
      await login(service, member.email, { password: 'Wrong-1-Pass', ...given }),
      'unauthorized',
      LOGIN_WRONG,
    )
  assertFailure(await login(service, member.email, { code: wrong(code) }), 'unauthorized', WRONG)
  assertFailure(await login(service, member.email, { code: 'aaaa-bbbb-cccc-dddd' }), 'unauthorized', WRONG)
  assertFailure(
    await login(service, member.email, { code: '12345' }),
    'invalid',
    'code must be the 6 digits of your app, or a recovery code.',
  )
  const failed = (await auditEventsOf(service, member.partnerId)).filter(
    ({ action }) => action === 'sign_in_failed',
  )
  assert.deepEqual(
    failed.map(({ detail }) => detail),
    [...Array(3).fill({ wrong: 'password' }), ...Array(2).fill({ wrong: 'code' })],
  )
  assert.equal((await login(service, member.email, { code })).status, 200)
})

test('a code is valid one step early and one step late, and no more', async () => {
  for (const [steps, status] of [
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ] as const) {
    const { member, secret } = await protectedOwner()
    at('09:40:00')
    assert.equal(
      (await login(service, member.email, { code: codeNow(secret, steps) })).status,
      status,
      `${steps} steps away`,
    )
  }
})

test('a code is taken once, and none of an earlier step after it', async () => {
  const { member, secret } = await protectedOwner()
  assertFailure(await login(service, member.email, { code: codeNow(secret) }), 'unauthorized', WRONG)

  at('09:31:00')
  assert.equal((await login(service, member.email, { code: codeNow(secret) })).status, 200)
  assertFailure(await login(service, member.email, { code: codeNow(secret) }), 'unauthorized', WRONG)
  assertFailure(await login(service, member.email, { code: codeNow(secret, -1) }), 'unauthorized', WRONG)
  assert.equal((await login(service, member.email, { code: codeNow(secret, 1) })).status, 200)
})

test('of several logins with one code at once, over two processes, one succeeds', async () => {
  const { member, secret, recoveryCodes } = await protectedOwner()
  at('09:31:00')
  for (const code of [codeNow(secret), recoveryCodes[0] as string]) {
    const answers = await atOnce(6, [service, second], (api) => login(api, member.email, { code }))
    for (const answer of allRefusedBut(1, answers)) assertFailure(answer, 'unauthorized', WRONG)
  }
})

test('a recovery code works once in the place of a code, however it is written', async () => {
  const { member, recoveryCodes } = await protectedOwner()
  const [first, other] = recoveryCodes as [string, string]

  assert.equal((await login(service, member.email, { code: first })).status, 200)
  assertFailure(await login(service, member.email, { code: first }), 'unauthorized', WRONG)
  assert.equal(
    (await login(service, member.email, { code: other.toUpperCase().replaceAll('-', ' ') })).status,
    200,
  )
  const used = (await auditEventsOf(service, member.partnerId)).filter(
    ({ action }) => action === 'recovery_code_used',
  )
  assert.equal(used.length, 2)
})

test('codes of the app can be tried ten times an hour, from anywhere; a recovery code still works', async () => {
  const { member, secret, recoveryCodes } = await protectedOwner()
  // An hour later, so that the try which activated it is forgotten; the member is signed in anew.
  at('10:30:00')
  const { token } = await signIn(service, member.email, { code: codeNow(secret) })
  const bad = wrong(codeNow(secret, 2))
  for (let tries = 0; tries < 10; tries += 1)
    assertFailure(await replace(token, bad, tries % 2 ? second : service), 'invalid', WRONG)
  const answer = await replace(token, codeNow(secret, 1))

  assertFailure(answer, 'tooMany', 'Too many codes were tried; try again in 3600 s, or use a recovery code.')
  assert.equal(answer.headers.get('retry-after'), '3600')
  const refused = await login(service, member.email, { code: codeNow(secret, 1) })
  assertFailure(refused, 'tooMany', 'Too many codes were tried; try again in 3600 s, or use a recovery code.')
  assert.equal((await login(service, member.email, { code: recoveryCodes[0] as string })).status, 200)
  at('11:30:00')
  assert.equal((await login(service, member.email, { code: codeNow(secret) })).status, 200)
})

test('tries at the same time do not get around their limit', async () => {
  const { member, secret } = await protectedOwner()
  at('10:30:00')
  const { token } = await signIn(service, member.email, { code: codeNow(secret) })
  const bad = wrong(codeNow(secret))
  const answers = await atOnce(16, [service, second], (api) => replace(token, bad, api))

  assert.equal(answers.filter((answer) => answer.status === 400).length, 10)
  assert.equal(answers.filter((answer) => answer.status === 429).length, 6)
})

test('new recovery codes replace the old ones', async () => {
  const { member, secret, recoveryCodes } = await protectedOwner()
  at('09:31:00')
  const code = codeNow(secret)
  assertFailure(await replace(member.token, wrong(code)), 'invalid', WRONG)
  const answer = await replace(member.token, code)

  const fresh = answer.body.data.recoveryCodes
  assertSuccess(answer, 200, 'Recovery codes replaced', { recoveryCodes: fresh })
  assert.equal(new Set([...fresh, ...recoveryCodes]).size, 20)
  assertFailure(
    await login(service, member.email, { code: recoveryCodes[0] as string }),
    'unauthorized',
    WRONG,
  )
  assert.equal((await login(service, member.email, { code: fresh[0] })).status, 200)
})

test('a second factor is removed with password and code, and logins need none afterwards', async () => {
  const { member, secret } = await protectedOwner()
  at('09:31:00')
  const code = codeNow(secret)

  assertFailure(await remove(member.token, {}), 'invalid', 'password is required; code is required.')
  assertFailure(
    await remove(member.token, { password: 'Wrong-1-Pass', code }),
    'invalid',
    'password is not the password of your account; check it.',
  )
  assertFailure(await remove(member.token, { password: PASSWORD, code: wrong(code) }), 'invalid', WRONG)
  assertSuccess(await remove(member.token, { password: PASSWORD, code }), 200, 'Second factor removed', {
    secondFactor: false,
  })
  assert.equal((await login(service, member.email)).status, 200)
  for (const answer of [
    await remove(member.token, { password: PASSWORD, code }),
    await replace(member.token, code),
  ])
    assertFailure(answer, 'refused', INACTIVE, 'second_factor_inactive')
  assert.deepEqual(
    await service.query('select 1 from recovery_codes where team_member_id = $1', [member.id]),
    [],
  )
  assert.equal((await begin(member.token)).status, 200)
})

test('a password reset leaves the second factor in place', async () => {
  const { member, secret } = await protectedOwner()
  await service.post(`${PARTNERS}/forgot-password`, { email: member.email })
  const password = 'Rainy-Day-8'
  await resetPassword(service, await mailedToken(service, member.email), password)

  at('09:31:00')
  assertFailure(
    await login(service, member.email, { password }),
    'unauthorized',
    REQUIRED,
    'second_factor_required',
  )
  assert.equal((await login(service, member.email, { password, code: codeNow(secret) })).status, 200)
})

test("an owner takes off a member's second factor, which signs the member out", async () => {
  at('09:30:00')
  const owner = await newOwner(service)
  const support = await addMember(service, owner, 'support')
  const takeOff = (id: string) =>
    service.request('DELETE', `${ME}/team/${id}/second-factor`, { token: owner.token })
  assertFailure(await takeOff(support.id), 'refused', INACTIVE, 'second_factor_inactive')
  const { secret } = (await begin(support.token)).body.data
  await confirm(support.token, codeNow(secret))

  assertSuccess(await takeOff(support.id), 200, 'Second factor removed', {
    id: support.id,
    email: support.email,
    role: 'support',
    secondFactor: false,
    alarmMails: false,
    createdAt: '2026-03-01T09:30:00.000Z',
  })
  await assertSignedOut([service, second], support)
  assert.equal((await login(service, support.email)).status, 200)
  const stranger = await protectedOwner()
  assertFailure(await takeOff(stranger.member.id), 'notFound', 'Team member was not found.')
})

test("an owner's token alone does not take off the owner's own second factor", async () => {
  at('09:30:00')
  const { member, secret } = await protectedOwner()
  for (const id of [member.id, member.id.toUpperCase()])
    assertFailure(
      await service.request('DELETE', `${ME}/team/${id}/second-factor`, { token: member.token }),
      'refused',
      'Your own second factor is taken off by DELETE partners/me/second-factor, with the password and a code.',
      'own_second_factor',
    )
  at('09:31:00')
  assert.equal((await login(service, member.email)).status, 401)
  assert.equal((await login(service, member.email, { code: codeNow(secret) })).status, 200)
})

test('under another ecosystem there is no second factor', async () => {
  at('09:30:00')
  const { token } = await newOwner(service)
  const code = '123456'
  const password = PASSWORD
  for (const [method, path, body] of [
    ['POST', '', { password }],
    ['POST', '/confirm', { code }],
    ['POST', '/recovery-codes', { code }],
    ['DELETE', '', { password, code }],
  ] as const)
    assertFailure(
      await service.request(method, `/api/v1/another-eco/partners/me/second-factor${path}`, { token, body }),
      'notFound',
      NO_SUCH_PARTNER,
    )
})
