import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUp } from '../../support/account.ts'
import { dataOf } from '../../support/api.ts'
import { assertFailure, assertSuccess } from '../../support/api-response.ts'
import { mailedCode, mailedToken, mailsTo } from '../../support/mailbox.ts'
import {
  login,
  ME,
  newEmail,
  newOwner,
  newPartnerBody,
  newUserBody,
  PARTNERS,
  PASSWORD,
  type SignedInMember,
} from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import {
  addMember,
  forgotPassword,
  invite,
  newUnverifiedOwner,
  resetPassword,
  setEmailVerified,
} from '../../support/team.ts'

const { service, second } = await useClockService()
const AT = new Date('2026-03-01T09:30:00Z')

const tooManyTo = (email: string) => `Too many mails were sent to ${email}; try again in 86400 s.`
const forgot = (email: string) => forgotPassword(service, email)
const count = async (email: string) => (await mailsTo(service, email)).length

/** Lets ten strangers send mails to an address, which is at least what it gets unrequested in a day. */
async function useUp(email: string): Promise<SignedInMember[]> {
  const owners = await Promise.all(Array.from({ length: 10 }, () => newOwner(service)))
  for (const { token } of owners) await invite(service, token, email)
  return owners
}

test('an address gets ten mails a day that others cause, from all partners and of all kinds', async () => {
  service.clock.now = AT
  const email = newEmail()
  const [owner] = (await useUp(email)) as [SignedInMember]
  assert.equal(await count(email), 10)

  const other = await newOwner(service)
  const withSuffix = email.replace('@', '+prize@')
  for (const address of [email, email.toUpperCase(), withSuffix])
    assertFailure(await invite(service, other.token, address), 'tooMany', tooManyTo(address))
  assertFailure(
    await service.post(`${ME}/email`, { email, password: PASSWORD }, owner.token),
    'tooMany',
    tooManyTo(email),
  )
  assert.deepEqual((await dataOf(service.get(`${ME}/team`, other.token))).invitations, [])
  const user = newUserBody({ email })
  assert.equal((await service.post('/api/v1/user', user, other.token)).status, 201)
  assert.equal((await service.post(PARTNERS, newPartnerBody({ email }))).status, 201)
  assert.equal(await count(email), 10)

  service.clock.now = new Date(AT.getTime() + 24 * 3600 * 1000)
  assert.equal((await login(service, email)).status, 200)
  const again = await newOwner(service)
  assert.equal((await invite(service, again.token, email)).status, 201)
  assert.equal(await count(email), 11)
})

test('invitations at the same time, over two processes, do not get around the limit', async () => {
  const owners = await Promise.all(Array.from({ length: 16 }, () => newOwner(service)))
  const email = newEmail()
  const answers = await Promise.all(
    owners.map(({ token }, index) => invite(index % 2 ? second : service, token, email)),
  )

  assert.equal(answers.filter(({ status }) => status === 201).length, 10)
  assert.equal(answers.filter(({ status }) => status === 429).length, 6)
  assert.equal(await count(email), 10)
})

test('what strangers send leaves room for what the recipient asks for', async () => {
  const { email } = await newOwner(service)
  const user = await signUp(service)
  const registered = newEmail()
  for (const address of [email, user.email, registered]) await useUp(address)
  await dataOf(service.post(PARTNERS, newPartnerBody({ email: registered })))
  await setEmailVerified(service, registered, false)

  const before = await count(email)
  assert.equal((await forgot(email)).status, 200)
  assert.equal(await count(email), before + 1)
  assert.equal((await mailsTo(service, email))[0]?.subject, 'Set a new password')
  assert.equal((await forgot(registered)).status, 200)
  assert.equal((await mailsTo(service, registered))[0]?.subject, 'Set a new password')
  await dataOf(service.post(`${PARTNERS}/resend-code`, { email: registered }))
  const code = await mailedCode(service, registered)
  assert.equal((await service.post(`${PARTNERS}/verify-email`, { email: registered, code })).status, 200)
})

test('an unverified address gets twenty requested codes a day, and no response tells', async () => {
  service.clock.now = AT
  const email = newEmail()
  await dataOf(service.post(PARTNERS, newPartnerBody({ email })))
  await setEmailVerified(service, email, false)
  const user = newUserBody({ email })
  await dataOf(service.post('/api/v1/user', user))
  assert.equal(await count(email), 2)
  const ask = async (address: string) => {
    const answers = [
      await service.post(`${PARTNERS}/resend-code`, { email: address }),
      await service.post('/api/v1/user/resend-otp', { email: address }),
    ]
    return answers.map(({ status, body }) => [status, body.message, body.data])
  }
  for (let hour = 0; hour < 2; hour += 1) {
    service.clock.now = new Date(AT.getTime() + hour * 3_600_000)
    for (let times = 0; times < 5; times += 1) await ask(email)
  }

  assert.equal(await count(email), 22)
  const code = await mailedCode(service, email)
  service.clock.now = new Date(AT.getTime() + 2 * 3_600_000)
  const [known, unknown] = [await ask(email), await ask(newEmail())]
  assert.deepEqual(
    known.map(([status, message]) => [status, message]),
    unknown.map(([status, message]) => [status, message]),
  )
  assert.equal(await count(email), 22)
  assertFailure(
    await service.post('/api/v1/user/verify-email', { email, code }),
    'invalid',
    'The code is wrong or expired; check it, or ask for a new one.',
  )
})

test('the password links of an unverified address arrive, whoever asks for codes and in whatever ecosystem', async () => {
  service.clock.now = AT
  const { email } = await newUnverifiedOwner(service)
  for (let hour = 0; hour < 4; hour += 1) {
    service.clock.now = new Date(AT.getTime() + hour * 3_600_000)
    const strangers = Array.from({ length: 5 }, () => service.post(`${PARTNERS}/resend-code`, { email }))
    await Promise.all(strangers.map(dataOf))
  }
  for (let times = 0; times < 5; times += 1)
    await dataOf(service.post('/api/v1/another-eco/partners/forgot-password', { email }))
  assert.equal(await count(email), 21)

  for (let links = 1; links <= 5; links += 1) {
    await dataOf(forgot(email))
    assert.equal(await count(email), 21 + links)
  }
  await dataOf(resetPassword(service, await mailedToken(service, email), PASSWORD))
})

test('a code that is not mailed does not exist, so that it cannot be guessed', async () => {
  const email = newEmail()
  await useUp(email)
  const body = newUserBody({ email })
  await dataOf(service.post('/api/v1/user', body))
  await dataOf(service.post(PARTNERS, newPartnerBody({ email })))

  const codes = await service.query(
    `select account_id from email_codes
     where user_id in (select id from users where email = $1)
       or team_member_id in (select id from team_members where email = $1)`,
    [email],
  )
  assert.deepEqual(codes, [])
})

test('others cannot keep the mails of a verified address away for more than an hour', async () => {
  service.clock.now = AT
  const { email } = await newOwner(service)
  const before = await count(email)
  for (let times = 0; times < 5; times += 1) assert.equal((await forgot(email)).status, 200)
  assert.equal((await forgot(email)).status, 429)
  service.clock.now = new Date(AT.getTime() + 3_600_000)
  assertSuccess(await forgot(email), 200, 'If there is such an account, a mail was sent to it', { email })

  assert.equal(await count(email), before + 6)
})

test('a partner decides neither length nor links of an invitation', async () => {
  const partnerName = `Prize! https://evil.example/claim or evil.example ${'now '.repeat(12)}`
  const owner = await newOwner(service, { partnerName })
  const email = newEmail()
  assert.equal((await invite(service, owner.token, email)).status, 201)
  const [mail] = await mailsTo(service, email)

  assert.equal(mail?.subject, 'You are invited to the team of Prize! or evil… now now now now now now…')
  assert.match(
    mail?.text ?? '',
    /^Prize! or evil… now now now now now now… invites you to its team as support\./,
  )
  const member = await addMember(service, owner, 'support')
  const other = await newOwner(service, { partnerName })
  await invite(service, other.token, member.email)
  const [inUse] = await mailsTo(service, member.email)
  assert.match(inUse?.text ?? '', /^Prize! or evil… now now now now now now… invites you to its team, but/)
  for (const text of [mail?.text, inUse?.text]) assert.ok(!text?.includes('evil.example'))
})

test('the tag of a user puts no link into a mail', async () => {
  const { token } = await newOwner(service)
  const tag = `${newUserBody().tag}.evil.example`.slice(-30)
  const body = newUserBody({ tag })
  await dataOf(service.post('/api/v1/user', body, token))
  const [mail] = await mailsTo(service, body.email)

  assert.ok(mail?.text.includes(`It is for the account @${tag.split('.')[0]}….`), mail?.text)
  assert.ok(!mail?.text.includes('evil'))
})
