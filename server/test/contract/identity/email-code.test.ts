import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure, assertSuccess } from '../../support/api-response.ts'
import { mailsTo as allMailsTo, mailedCode } from '../../support/mailbox.ts'
import { newUserBody, onboardTestPartner } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'

const { service } = await useClockService()
const verify = (email: string, code: string) => service.post('/api/v1/user/verify-email', { email, code })
const mailsTo = (email: string) => allMailsTo(service, email)
const resend = (email: string) => service.post('/api/v1/user/resend-otp', { email })

const WRONG = 'The code is wrong or expired; check it, or ask for a new one.'
const SENT = 'If the address waits for a code, a new one was sent'

async function newUser(): Promise<string> {
  return (await dataOf(service.post('/api/v1/user', newUserBody()))).email
}

async function isVerified(email: string): Promise<boolean> {
  const [user] = await service.query<{ at: Date | null }>(
    'select email_verified_at as at from users where email = $1',
    [email],
  )
  return user?.at != null
}

/** A code that differs from the one that is right. */
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')

test('the mailed code verifies the address, once', async () => {
  const email = await newUser()
  const code = await mailedCode(service, email)

  assertSuccess(await verify(email, code), 200, 'E-mail verified', { email, emailVerified: true })
  assert.equal(await isVerified(email), true)
  assertFailure(await verify(email, code), 'invalid', WRONG)
})

for (const [what, isByPartner, about] of [
  [
    'what to do when someone else chose its password',
    false,
    ', for which someone has chosen a password. If it was you, enter the code in the browser in which you signed up. Entered anywhere else, it verifies the address and removes that password; then set one of your own with "Forgot your password" on the sign-in page.',
  ],
  ['speaks of no password if a partner made it, because there is none', true, '.'],
] as const) {
  test(`the mail says for which account the code is, and ${what}`, async () => {
    const { token } = await onboardTestPartner(service)
    const body = newUserBody()
    await service.post('/api/v1/user', body, isByPartner ? token : undefined)
    await resend(body.email)
    const mails = await mailsTo(body.email)

    assert.equal(mails.length, 2)
    for (const { subject, text } of mails) {
      assert.equal(subject, 'Verify your e-mail address')
      assert.equal(
        text.replace(/\d{6}/, '123456'),
        `Your code is 123456. It is valid for 10 minutes.

It is for the account @${body.tag}${about}

If you did not ask for the code, you can ignore this mail.
`,
      )
    }
  })
}

test('the address may be written in any case', async () => {
  const email = await newUser()

  assert.equal((await verify(email.toUpperCase(), await mailedCode(service, email))).status, 200)
})

test('a wrong code and an unknown address get the same response', async () => {
  const email = await newUser()

  assertFailure(await verify(email, wrongCode(await mailedCode(service, email))), 'invalid', WRONG)
  assertFailure(await verify('nobody@mail.example', '123456'), 'invalid', WRONG)
  assert.equal(await isVerified(email), false)
})

test('a code is valid for five tries', async () => {
  const [four, five] = [await newUser(), await newUser()]
  for (const [email, tries] of [
    [four, 4],
    [five, 5],
  ] as const) {
    const wrong = wrongCode(await mailedCode(service, email))
    for (let count = 0; count < tries; count += 1) assertFailure(await verify(email, wrong), 'invalid', WRONG)
  }

  assert.equal((await verify(four, await mailedCode(service, four))).status, 200)
  assertFailure(await verify(five, await mailedCode(service, five)), 'invalid', WRONG)
})

test('tries at the same time do not get around their limit', async () => {
  const email = await newUser()
  const code = await mailedCode(service, email)
  await Promise.all(Array.from({ length: 12 }, () => verify(email, wrongCode(code))))

  assertFailure(await verify(email, code), 'invalid', WRONG)
})

test('codes can be tried thirty times an hour, whether or not there is an account', async () => {
  service.clock.now = new Date('2026-03-01T09:30:00Z')
  for (const email of [await newUser(), 'stranger@mail.example']) {
    const wrong = email.startsWith('stranger') ? '123456' : wrongCode(await mailedCode(service, email))
    for (let count = 0; count < 30; count += 1) assertFailure(await verify(email, wrong), 'invalid', WRONG)
    const answer = await verify(email.toUpperCase(), wrong)
    assertFailure(answer, 'tooMany', 'Too many codes were tried; try again in 3600 s.')
    assert.equal(answer.headers.get('retry-after'), '3600')
  }
})

test('a code is valid for ten minutes', async () => {
  service.clock.now = new Date('2026-03-01T09:30:00.000Z')
  const [inTime, late] = [await newUser(), await newUser()]

  service.clock.now = new Date('2026-03-01T09:39:59.999Z')
  assert.equal((await verify(inTime, await mailedCode(service, inTime))).status, 200)
  service.clock.now = new Date('2026-03-01T09:40:00.000Z')
  assertFailure(await verify(late, await mailedCode(service, late)), 'invalid', WRONG)
})

test('a resent code works with fresh tries, and the one before is void', async () => {
  const email = await newUser()
  const first = await mailedCode(service, email)
  for (let count = 0; count < 5; count += 1) await verify(email, wrongCode(first))

  assertSuccess(await resend(email), 200, SENT, { email })
  const second = await mailedCode(service, email)
  if (second !== first) assertFailure(await verify(email, first), 'invalid', WRONG)
  assert.equal((await verify(email, second)).status, 200)
})

test('asking for a code does not reveal whether the address has an account or awaits verification', async () => {
  const verified = await newUser()
  await verify(verified, await mailedCode(service, verified))
  const before = await mailsTo(verified)

  for (const email of [verified, 'nobody@mail.example'])
    assertSuccess(await resend(email), 200, SENT, { email })
  assert.deepEqual(await mailsTo(verified), before)
  assert.deepEqual(await mailsTo('nobody@mail.example'), [])
})

test('a code can be asked for five times an hour, whether or not there is an account', async () => {
  service.clock.now = new Date('2026-03-01T09:30:00Z')
  for (const email of [await newUser(), 'stranger@mail.example']) {
    for (let count = 0; count < 5; count += 1) assert.equal((await resend(email)).status, 200)
    const answer = await resend(email.toUpperCase())
    assertFailure(answer, 'tooMany', 'Too many codes were asked for; try again in 3600 s.')
    assert.equal(answer.headers.get('retry-after'), '3600')
  }
})

test('a user whom a partner created verifies the same way', async () => {
  const partner = await onboardTestPartner(service)
  const body = newUserBody()
  await service.post('/api/v1/user', body, partner.token)

  assert.equal((await verify(body.email, await mailedCode(service, body.email))).status, 200)
})

test('missing and wrong fields are named', async () => {
  assertFailure(
    await service.post('/api/v1/user/verify-email', {}),
    'invalid',
    'email is required; code is required.',
  )
  assertFailure(
    await verify('ada@mail.example', '12345'),
    'invalid',
    'code must be the 6 digits of the mail.',
  )
  assertFailure(await service.post('/api/v1/user/resend-otp', {}), 'invalid', 'email is required.')
})
