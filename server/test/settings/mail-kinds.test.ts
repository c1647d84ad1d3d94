import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { mailAlarms } from '../../src/feed/alarms/mail-alarms.ts'
import { createPartner } from '../../src/people/team/create-partner.ts'
import { createEncryption } from '../../src/runtime/crypto/encryption.ts'
import { readConfig } from '../../src/runtime/settings/config.ts'
import { openDatabase } from '../../src/storage/database/database.ts'
import { createVisitor, signUp } from '../support/account.ts'
import { atOnce, dataOf } from '../support/api.ts'
import { assertFailure } from '../support/api-response.ts'
import { mailedCode, mailsTo } from '../support/mailbox.ts'
import {
  ME,
  newEmail,
  newOwner,
  newPartnerBody,
  newUserBody,
  PARTNERS,
  PASSWORD,
  type SignedInMember,
  signIn,
} from '../support/partner.ts'
import { startTestService } from '../support/service.ts'
import { forgotPassword, invite, newUnverifiedOwner } from '../support/team.ts'

const MAILS_PER_HOUR = 12
const service = await startTestService({ partnerMailsPerHour: MAILS_PER_HOUR })
const second = await service.startAnother()
const encryption = createEncryption(service.secretKey)
const database = openDatabase({ connectionString: service.connectionString })
after(() => database.close())
const source = fileURLToPath(new URL('../../src', import.meta.url))

/** Each kind of mail: who asked for it, which limits hold it, which file posts it, and how it comes about. */
type Kind = {
  mail: string
  askedBy: 'a partner' | 'an operator' | 'anyone' | 'the recipient'
  /** The counter of the recipient. What a partner asked for is held by the partner's counter as well. */
  counter: 'unrequested' | 'requested' | 'passwordLink' | 'verified'
  file: string
  subject: string
  /** Prepares everything but the mail. Resolves to its recipient and what posts it. */
  prepare?: (owner: SignedInMember) => Promise<{ to: string; post: () => Promise<unknown> }>
}

type NewUser = ReturnType<typeof newUserBody>

/** Makes kinds of mails of what a file posts with a subject. */
const postedBy =
  (file: string, subject: string) =>
  (
    mail: string,
    askedBy: Kind['askedBy'],
    counter: Kind['counter'],
    prepare?: NonNullable<Kind['prepare']>,
  ): Kind => ({ mail, askedBy, counter, file, subject, ...(prepare && { prepare }) })

const code = postedBy('identity/accounts/email-code.ts', 'Verify your e-mail address')
const userLink = postedBy('identity/accounts/set-password.ts', 'Set your password')
const teamLink = postedBy('identity/accounts/set-password.ts', 'Set a new password')
const changed = postedBy('people/users/user-password.ts', 'Your password was set')
const invitation = postedBy('people/team/invite.ts', 'You are invited to the team of Acme')
const newAddress = postedBy('people/team/change-email.ts', 'Confirm your new address')
const oldAddress = postedBy('people/team/change-email.ts', 'Confirm that you leave this address')
const account = postedBy('people/team/create-partner.ts', 'Your account for Acme')
const alarm = postedBy('feed/alarms/mail-alarms.ts', 'Something needs your attention')
const switchedOff = postedBy('feed/webhooks/deliver.ts', 'A webhook endpoint was switched off')

async function visitorAt(path: string) {
  const visitor = createVisitor(service)
  await visitor.visit(path)
  return visitor
}

async function unverifiedUser(): Promise<string> {
  const body = newUserBody()
  await dataOf(service.post('/api/v1/user', body))
  return body.email
}

const KINDS: Kind[] = [
  code('the code of a sign-up through the API', 'anyone', 'unrequested', async () => {
    const body = newUserBody()
    return { to: body.email, post: () => service.post('/api/v1/user', body) }
  }),
  code('the code of a sign-up on the account pages', 'anyone', 'unrequested', async () => {
    const { isAdult: _, dateOfBirth: __, ...fields } = newUserBody()
    const visitor = await visitorAt('/account/sign-up')
    return { to: fields.email, post: () => visitor.send('/account/sign-up', fields) }
  }),
  code('the code of a user whom a partner created', 'a partner', 'unrequested', async ({ token }) => {
    const body = newUserBody()
    return { to: body.email, post: () => service.post('/api/v1/user', body, token) }
  }),
  code('the code of a user again', 'the recipient', 'requested', async () => {
    const email = await unverifiedUser()
    return { to: email, post: () => service.post('/api/v1/user/resend-otp', { email }) }
  }),
  userLink('the password link of an unverified user', 'the recipient', 'passwordLink', async () => {
    const email = await unverifiedUser()
    const visitor = await visitorAt('/account/forgot-password')
    return { to: email, post: () => visitor.send('/account/forgot-password', { email }) }
  }),
  userLink('the password link of a user', 'the recipient', 'verified', async () => {
    const { email } = await signUp(service)
    const visitor = await visitorAt('/account/forgot-password')
    return { to: email, post: () => visitor.send('/account/forgot-password', { email }) }
  }),
  changed('the notice of a new password', 'the recipient', 'verified', async () => {
    const { email } = await signUp(service)
    const visitor = createVisitor(service)
    await visitor.signIn(email)
    await visitor.visit('/account/security')
    const password = 'Rainy-Day-8'
    const fields = { currentPassword: PASSWORD, password, confirmPassword: password }
    return { to: email, post: () => visitor.send('/account/security/password', fields) }
  }),
  code('the code of a registered partner', 'anyone', 'unrequested', async () => {
    const body = newPartnerBody()
    return { to: body.email, post: () => service.post(PARTNERS, body) }
  }),
  code('the code of a partner again', 'the recipient', 'requested', async () => {
    const { email } = await newUnverifiedOwner(service)
    return { to: email, post: () => service.post(`${PARTNERS}/resend-code`, { email }) }
  }),
  teamLink('the password link of an unverified partner', 'the recipient', 'passwordLink', async () => {
    const { email } = await newUnverifiedOwner(service)
    return { to: email, post: () => forgotPassword(service, email) }
  }),
  teamLink('the password link of a team member', 'the recipient', 'verified', async ({ email }) => {
    return { to: email, post: () => forgotPassword(service, email) }
  }),
  invitation('an invitation', 'a partner', 'unrequested', async ({ token }) => {
    const to = newEmail()
    return { to, post: () => invite(service, token, to) }
  }),
  newAddress('a change of address, to the new one', 'a partner', 'unrequested', async ({ token }) => {
    const to = newEmail()
    return { to, post: () => service.post(`${ME}/email`, { email: to, password: PASSWORD }, token) }
  }),
  oldAddress('a change of address, to the old one', 'the recipient', 'verified', async () => {
    const { email, token } = await newOwner(service)
    const body = { email: newEmail(), password: PASSWORD }
    return { to: email, post: () => service.post(`${ME}/email`, body, token) }
  }),
  account('the link of a partner that an operator registered', 'an operator', 'unrequested', async () => {
    const to = newEmail()
    const services = { config: readConfig({}), database, encryption, now: () => new Date() }
    const post = () =>
      createPartner(services, { ecosystem: 'acme', name: 'Acme', email: to }, { isMailed: true }).catch(
        ({ status }: { status?: number }) => assert.equal(status, 429),
      )
    return { to, post }
  }),
  // The test of deliveries waits for it.
  switchedOff('the notice of a webhook endpoint that was switched off', 'the recipient', 'verified'),
  alarm('the notice of an alarm', 'the recipient', 'verified', async ({ token, email, partnerId }) => {
    await dataOf(service.request('PUT', `${ME}/alarm-mails`, { token, body: { enabled: true } }))
    await service.query(
      `insert into imports (partner_id, id, status, actor_id, lines, done, refused, created_at, finished_at)
      values ($1, gen_random_uuid(), 'finished', 0, 1, 1, 1, now(), now())`,
      [partnerId],
    )
    const services = { database, encryption, origin: 'https://laurel.example', now: () => new Date() }
    return { to: email, post: () => mailAlarms(services) }
  }),
]

const useUp = (purpose: string, name: string) =>
  service.query(
    `insert into rate_counters (keyed_hash, window_ends_at, count) values ($1, now() + interval '1 hour', 1000000)
     on conflict (keyed_hash) do update set count = 1000000`,
    [encryption.keyedHash(purpose, name)],
  )
const useUpPartner = (partnerId: string) => useUp('mails of partner', partnerId)

const countMails = async (to: string, subject?: string) =>
  (await mailsTo(service, to)).filter((mail) => subject === undefined || mail.subject === subject).length

/** How many mails of a kind arrive, when one is posted after something was used up. */
async function arriving(
  { prepare, subject }: Kind & Required<Pick<Kind, 'prepare'>>,
  usedUp: (owner: SignedInMember, to: string) => Promise<unknown>,
): Promise<number> {
  const owner = await newOwner(service)
  const { to, post } = await prepare(owner)
  await usedUp(owner, to)
  const before = await countMails(to, subject)
  await post()
  return (await countMails(to, subject)) - before
}

test('every file that posts a mail is in the table, and none gets around the limits', () => {
  const callersOf = (pattern: RegExp) =>
    globSync('**/*.ts', { cwd: source })
      .filter((file) => !file.endsWith('.test.ts') && pattern.test(readFileSync(`${source}/${file}`, 'utf8')))
      .sort()
  assert.deepEqual(callersOf(/\bpostMail\(/), [
    'identity/accounts/limited-mail.ts',
    'messages/mail/post-mail.ts',
  ])
  const posting = callersOf(/\b(?:postLimitedMail|postMailOrRefuse)\(/)
  const listed = ['identity/accounts/limited-mail.ts', ...KINDS.map(({ file }) => file)]
  assert.deepEqual(posting, [...new Set(listed)].sort())
})

for (const kind of KINDS) {
  const { mail, askedBy, counter, prepare } = kind
  if (!prepare) continue
  const byPartner = askedBy === 'a partner' ? ' and that of its partner' : ''
  test(`${mail}, asked for by ${askedBy}, is held by the limit "${counter}"${byPartner}`, async () => {
    const shown = { ...kind, prepare }
    assert.equal(await arriving(shown, async () => {}), 1)
    assert.equal(await arriving(shown, (_, to) => useUp(`${counter} mail`, to)), 0)
    const ofPartner = await arriving(shown, ({ partnerId }) => useUpPartner(partnerId))
    assert.equal(ofPartner, byPartner ? 0 : 1)
    const isStranger = askedBy === 'a partner' || askedBy === 'anyone' || askedBy === 'an operator'
    assert.equal(counter === 'unrequested', isStranger)
  })
}

test('an unverified partner creates and joins users, and nobody but its own address gets a mail', async () => {
  const owner = await newUnverifiedOwner(service)
  const strangers = Array.from({ length: 20 }, () => newUserBody())
  const answers = await atOnce(strangers.length, [service, second], (api, index) =>
    api.post('/api/v1/user', strangers[index], owner.token),
  )
  for (const { status, body } of answers)
    assert.deepEqual([status, body.message], [201, 'Account created and an OTP was sent to your e-mail'])
  for (const { email } of strangers) assert.equal(await countMails(email), 0)
  const { count } = await dataOf(service.get('/api/v1/laas/users', owner.token))
  assert.equal(count, strangers.length)

  const before = await countMails(owner.email)
  const own = newUserBody({ email: owner.email })
  assert.equal((await service.post('/api/v1/user', own, owner.token)).status, 201)
  assert.equal(await countMails(owner.email), before + 1)

  const [first, another] = strangers as [NewUser, NewUser, ...NewUser[]]
  await service.post('/api/v1/user/resend-otp', { email: first.email })
  const code = await mailedCode(service, first.email)
  assert.equal((await service.post('/api/v1/user/verify-email', { email: first.email, code })).status, 200)
  const visitor = await visitorAt('/account/verify')
  await visitor.send('/account/verify/resend', { email: another.email })
  assert.ok(await mailedCode(service, another.email))
})

test('a verified partner has a number of mails an hour, over all processes; users are created beyond it', async () => {
  service.clock.now = new Date('2026-03-01T09:30:00Z')
  const owner = await newOwner(service)
  const bodies = Array.from({ length: MAILS_PER_HOUR + 6 }, () => newUserBody())
  const answers = await atOnce(bodies.length, [service, second], (api, index) =>
    api.post('/api/v1/user', bodies[index], owner.token),
  )
  for (const { status } of answers) assert.equal(status, 201)
  const mailed = await Promise.all(bodies.map(({ email }) => countMails(email)))
  assert.equal(mailed.filter((count) => count === 1).length, MAILS_PER_HOUR)
  assert.equal(mailed.filter((count) => count === 0).length, 6)
  assertFailure(
    await invite(service, owner.token, newEmail()),
    'tooMany',
    'Too many mails were sent for you; try again in 3600 s.',
  )
  const other = await newOwner(service)
  assert.equal((await invite(service, other.token, newEmail())).status, 201)

  service.clock.now = new Date('2026-03-01T10:30:00Z')
  const later = newUserBody()
  const { token } = await signIn(service, owner.email)
  assert.equal((await service.post('/api/v1/user', later, token)).status, 201)
  assert.equal(await countMails(later.email), 1)
})
