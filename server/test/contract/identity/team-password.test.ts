import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allRefusedBut, atOnce } from '../../support/api.ts'
import { assertFailure, assertSuccess } from '../../support/api-response.ts'
import { mailedToken, mailsTo } from '../../support/mailbox.ts'
import { login, ME, newEmail, newOwner, PARTNERS, PASSWORD, signIn } from '../../support/partner.ts'
import { startTestService, useClockService } from '../../support/service.ts'
import {
  addMember,
  assertAudited,
  assertSignedOut,
  changePassword,
  forgotPassword,
  lastAuditEvent,
  NO_SUCH_PARTNER,
  resetPassword,
  TOKEN_SPENT,
  worksWith,
} from '../../support/team.ts'

const { service, second } = await useClockService()
const NEW = 'Rainy-Day-8'
const SENT = 'If there is such an account, a mail was sent to it'

const forgot = (email: string, eco = 'acme') =>
  service.post(`/api/v1/${eco}/partners/forgot-password`, { email })
const reset = (token: string, { password = NEW, eco = 'acme' } = {}) =>
  service.post(`/api/v1/${eco}/partners/reset-password`, { token, password, confirmPassword: password })
const change = (token: string, currentPassword: string, password = NEW) =>
  changePassword(service, token, currentPassword, password)

/** Asks for a password link; resolves to the token in its mail. */
async function mailedReset(email: string): Promise<string> {
  await forgot(email)
  return mailedToken(service, email)
}

test('a forgotten password is replaced by the mailed token, and every session ends in every process', async () => {
  const owner = await newOwner(service)
  const elsewhere = await signIn(second, owner.email)

  assertSuccess(await forgot(owner.email.toUpperCase()), 200, SENT, { email: owner.email.toUpperCase() })
  assert.equal((await lastAuditEvent(service, owner.partnerId))?.action, 'password_reset_asked')
  assertSuccess(await reset(await mailedToken(service, owner.email)), 200, 'Password set', {
    email: owner.email,
  })

  await assertAudited(service, owner, 'password_reset')
  for (const session of [owner, elsewhere]) await assertSignedOut([service, second], session)
  assert.equal((await login(service, owner.email)).status, 401)
  assert.equal((await login(service, owner.email, { password: NEW })).status, 200)
})

test('logins with the old password that race a reset leave no token that works', async () => {
  for (let round = 0; round < 4; round += 1) {
    const owner = await newOwner(service)
    const token = await mailedReset(owner.email)
    const [done, logins] = await Promise.all([
      reset(token),
      atOnce(6, [service, second], (api) => login(api, owner.email)),
    ])
    assert.equal(done.status, 200)
    for (const answer of logins) {
      if (answer.status !== 200) continue
      const { accessToken, refreshToken } = answer.body.data
      await assertSignedOut([service, second], { ...owner, token: accessToken, refreshToken })
    }
  }
})

test('a reset ends the sessions of that member alone', async () => {
  const owner = await newOwner(service)
  const manager = await addMember(service, owner, 'manager')
  await reset(await mailedReset(manager.email))

  await assertSignedOut([service], manager)
  assert.ok(await worksWith(service, owner.token))
})

test('a reset request does not reveal whether there is an account, and an unknown address gets no mail', async () => {
  const owner = await newOwner(service)
  for (const [email, eco] of [
    ['nobody@acme.example', 'acme'],
    [owner.email, 'another-eco'],
  ] as const) {
    assertSuccess(await forgot(email, eco), 200, SENT, { email })
    const mails = await mailsTo(service, email)
    assert.ok(mails.every(({ subject }) => subject === 'Verify your e-mail address'))
  }
  assert.equal((await lastAuditEvent(service, owner.partnerId))?.action, 'signed_in')
})

test('a token works once, and the others that were mailed are void with it', async () => {
  const owner = await newOwner(service)
  const [first, later] = [await mailedReset(owner.email), await mailedReset(owner.email)]

  assert.notEqual(first, later)
  assert.equal((await reset(first)).status, 200)
  assertFailure(await reset(first), 'invalid', TOKEN_SPENT)
  assertFailure(await reset(later), 'invalid', TOKEN_SPENT)
})

test('of many uses of a token at once, over two processes, one succeeds', async () => {
  const owner = await newOwner(service)
  const token = await mailedReset(owner.email)
  const answers = await atOnce(12, [service, second], (api, index) =>
    resetPassword(api, token, `Rainy-Day-${index}`),
  )

  for (const answer of allRefusedBut(1, answers)) assertFailure(answer, 'invalid', TOKEN_SPENT)
  const winner = answers.findIndex((answer) => answer.status === 200)
  assert.equal((await login(service, owner.email, { password: `Rainy-Day-${winner}` })).status, 200)
})

test('a token is valid for an hour, in its own ecosystem', async () => {
  service.clock.now = new Date('2026-03-01T09:30:00.000Z')
  const owner = await newOwner(service)
  const token = await mailedReset(owner.email)

  assertFailure(await reset(token, { eco: 'another-eco' }), 'invalid', TOKEN_SPENT)
  service.clock.now = new Date('2026-03-01T10:30:00.000Z')
  assertFailure(await reset(token), 'invalid', TOKEN_SPENT)
  service.clock.now = new Date('2026-03-01T10:29:59.999Z')
  assert.equal((await reset(token)).status, 200)
})

test('what is wrong with a reset is named, and the token stays valid', async () => {
  const owner = await newOwner(service)
  const token = await mailedReset(owner.email)

  assertFailure(
    await service.post(`${PARTNERS}/reset-password`, {}),
    'invalid',
    'token is required; password is required; confirmPassword is required.',
  )
  assertFailure(
    await reset(token, { password: 'weak' }),
    'invalid',
    'password must have 8 to 200 characters, with one uppercase letter, one number and one special character.',
  )
  const differing = { token, password: NEW, confirmPassword: 'Rainy-Day-9' }
  const refused = await service.post(`${PARTNERS}/reset-password`, differing)
  assertFailure(refused, 'invalid', 'confirmPassword must equal password.')
  assertFailure(await reset('nonsense'), 'invalid', TOKEN_SPENT)
  assertFailure(await service.post(`${PARTNERS}/forgot-password`, {}), 'invalid', 'email is required.')
  assert.equal((await reset(token)).status, 200)
})

test('a reset can be asked for five times an hour for an account, whether or not it exists', async () => {
  service.clock.now = new Date('2026-03-01T09:30:00Z')
  const owner = await newOwner(service)
  for (const email of [owner.email, newEmail('stranger')]) {
    for (let count = 0; count < 5; count += 1)
      assert.equal((await forgotPassword(service, email)).status, 200)
    const answer = await forgotPassword(service, email.toUpperCase())
    assertFailure(answer, 'tooMany', 'Too many password resets were asked for; try again in 3600 s.')
    assert.equal(answer.headers.get('retry-after'), '3600')
  }
})

test('from one address, twenty resets can be asked for in an hour, for any accounts', async () => {
  const own = await startTestService()
  own.clock.now = new Date('2026-03-01T09:30:00Z')
  const ask = (count: number) =>
    own.post(`${PARTNERS}/forgot-password`, { email: `stranger${count}@acme.example` })
  for (let count = 0; count < 20; count += 1) assert.equal((await ask(count)).status, 200)

  assertFailure(await ask(20), 'tooMany', 'Too many password resets were asked for; try again in 3600 s.')
})

test('a changed password ends all other sessions and what was mailed, and keeps the own session', async () => {
  const owner = await newOwner(service)
  const [other, third] = [await signIn(service, owner.email), await signIn(second, owner.email)]
  const mailed = await mailedReset(owner.email)

  assertSuccess(await change(owner.token, PASSWORD), 200, 'Password changed', { sessionsEnded: 2 })
  assert.equal((await lastAuditEvent(service, owner.partnerId))?.action, 'password_changed')
  for (const session of [other, third]) await assertSignedOut([service, second], session)
  assert.ok(await worksWith(service, owner.token))
  assert.equal((await login(service, owner.email)).status, 401)
  assert.equal((await login(service, owner.email, { password: NEW })).status, 200)
  assertFailure(await reset(mailed), 'invalid', TOKEN_SPENT)
})

test('a change needs the current password and a strong new one', async () => {
  const owner = await newOwner(service)

  assertFailure(
    await change(owner.token, 'Wrong-1-Pass'),
    'invalid',
    'currentPassword is not the password of your account; check it.',
  )
  assertFailure(
    await service.post(`${ME}/password`, { password: 'weak', confirmPassword: 'other' }, owner.token),
    'invalid',
    'currentPassword is required; password must have 8 to 200 characters, with one uppercase letter, one number and one special character; confirmPassword must equal password.',
  )
  const body = { currentPassword: PASSWORD, password: NEW, confirmPassword: NEW }
  const elsewhere = await service.post('/api/v1/another-eco/partners/me/password', body, owner.token)
  assertFailure(elsewhere, 'notFound', NO_SUCH_PARTNER)
  assert.equal((await login(service, owner.email)).status, 200)
})

test('a stolen token does not let passwords be tried without end', async () => {
  service.clock.now = new Date('2026-03-01T09:30:00Z')
  const owner = await newOwner(service)
  for (let tries = 0; tries < 10; tries += 1)
    assert.equal((await change(owner.token, 'Wrong-1-Pass')).status, 400)

  assertFailure(
    await change(owner.token, PASSWORD),
    'tooMany',
    'Too many wrong passwords; try again in 900 s.',
  )
  service.clock.now = new Date('2026-03-01T09:45:00Z')
  assert.equal((await change(owner.token, PASSWORD)).status, 200)
})

test('of several changes with the same current password at once, one succeeds', async () => {
  const owner = await newOwner(service)
  const answers = await Promise.all([1, 2, 3, 4].map((n) => change(owner.token, PASSWORD, `Rainy-Day-${n}`)))

  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400])
})
