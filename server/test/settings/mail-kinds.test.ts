import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createPartner } from '../../src/people/team/create-partner.ts'
import { createEncryption } from '../../src/runtime/crypto/encryption.ts'
import { readConfig } from '../../src/runtime/settings/config.ts'
import { openDatabase } from '../../src/storage/database/database.ts'
import { createVisitor, signUp } from '../support/account.ts'
import { dataOf } from '../support/api.ts'
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

const CODE = 'Verify your e-mail address'
const EMAIL_CODE = 'identity/accounts/email-code.ts'
const SET_PASSWORD = 'identity/accounts/set-password.ts'

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
  {
    mail: 'the code of a sign-up through the API',
    askedBy: 'anyone',
    counter: 'unrequested',
    file: EMAIL_CODE,
    subject: CODE,
    async prepare() {
      const body = newUserBody()
      return { to: body.email, post: () => service.post('/api/v1/user', body) }
    },
  },
  {
    mail: 'the code of a sign-up on the account pages',
    askedBy: 'anyone',
    counter: 'unrequested',
    file: EMAIL_CODE,
    subject: CODE,
    async prepare() {
      const { isAdult: _, dateOfBirth: __, ...fields } = newUserBody()
      const visitor = await visitorAt('/account/sign-up')
      return { to: fields.email, post: () => visitor.send('/account/sign-up', fields) }
    },
  },
  {
    mail: 'the code of a user whom a partner created',
    askedBy: 'a partner',
    counter: 'unrequested',
    file: EMAIL_CODE,
    subject: CODE,
    async prepare({ token }) {
      const body = newUserBody()
      return { to: body.email, post: () => service.post('/api/v1/user', body, token) }
    },
  },
  {
    mail: 'the code of a user again',
    askedBy: 'the recipient',
    counter: 'requested',
    file: EMAIL_CODE,
    subject: CODE,
    async prepare() {
      const email = await unverifiedUser()
      return { to: email, post: () => service.post('/api/v1/user/resend-otp', { email }) }
    },
  },
  {
    mail: 'the password link of an unverified user',
    askedBy: 'the recipient',
    counter: 'passwordLink',
    file: SET_PASSWORD,
    subject: 'Set your password',
    async prepare() {
      const email = await unverifiedUser()
      const visitor = await visitorAt('/account/forgot-password')
      return { to: email, post: () => visitor.send('/account/forgot-password', { email }) }
    },
  },
  {
    mail: 'the password link of a user',
    askedBy: 'the recipient',
    counter: 'verified',
    file: SET_PASSWORD,
    subject: 'Set your password',
    async prepare() {
      const { email } = await signUp(service)
      const visitor = await visitorAt('/account/forgot-password')
      return { to: email, post: () => visitor.send('/account/forgot-password', { email }) }
    },
  },
  {
    mail: 'the notice of a new password',
    askedBy: 'the recipient',
    counter: 'verified',
    file: 'people/users/user-password.ts',
    subject: 'Your password was set',
    async prepare() {
      const { email } = await signUp(service)
      const visitor = createVisitor(service)
      await visitor.signIn(email)
      await visitor.visit('/account/security')
      const password = 'Rainy-Day-8'
      const fields = { currentPassword: PASSWORD, password, confirmPassword: password }
      return { to: email, post: () => visitor.send('/account/security/password', fields) }
    },
  },
  {
    mail: 'the code of a registered partner',
    askedBy: 'anyone',
    counter: 'unrequested',
    file: EMAIL_CODE,
    subject: CODE,
    async prepare() {
      const body = newPartnerBody()
      return { to: body.email, post: () => service.post(PARTNERS, body) }
    },
  },
  {
    mail: 'the code of a partner again',
    askedBy: 'the recipient',
    counter: 'requested',
    file: EMAIL_CODE,
    subject: CODE,
    async prepare() {
      const { email } = await newUnverifiedOwner(service)
      return { to: email, post: () => service.post(`${PARTNERS}/resend-code`, { email }) }
    },
  },
  {
    mail: 'the password link of an unverified partner',
    askedBy: 'the recipient',
    counter: 'passwordLink',
    file: SET_PASSWORD,
    subject: 'Set a new password',
    async prepare() {
      const { email } = await newUnverifiedOwner(service)
      return { to: email, post: () => forgotPassword(service, email) }
    },
  },
  {
    mail: 'the password link of a team member',
    askedBy: 'the recipient',
    counter: 'verified',
    file: SET_PASSWORD,
    subject: 'Set a new password',
    prepare: async ({ email }) => ({ to: email, post: () => forgotPassword(service, email) }),
  },
  {
    mail: 'an invitation',
    askedBy: 'a partner',
    counter: 'unrequested',
    file: 'people/team/invite.ts',
    subject: 'You are invited to the team of Acme',
    async prepare({ token }) {
      const to = newEmail()
      return { to, post: () => invite(service, token, to) }
    },
  },
  {
    mail: 'a change of address, to the new one',
    askedBy: 'a partner',
    counter: 'unrequested',
    file: 'people/team/change-email.ts',
    subject: 'Confirm your new address',
    async prepare({ token }) {
      const to = newEmail()
      return { to, post: () => service.post(`${ME}/email`, { email: to, password: PASSWORD }, token) }
    },
  },
  {
    mail: 'a change of address, to the old one',
    askedBy: 'the recipient',
    counter: 'verified',
    file: 'people/team/change-email.ts',
    subject: 'Confirm that you leave this address',
    async prepare() {
      const { email, token } = await newOwner(service)
      const body = { email: newEmail(), password: PASSWORD }
      return { to: email, post: () => service.post(`${ME}/email`, body, token) }
    },
  },
  {
    mail: 'the link of a partner that an operator registered',
    askedBy: 'an operator',
    counter: 'unrequested',
    file: 'people/team/create-partner.ts',
    subject: 'Your account for Acme',
    async prepare() {
      const to = newEmail()
      const services = { config: readConfig({}), database, encryption, now: () => new Date() }
      const post = () =>
        createPartner(services, { ecosystem: 'acme', name: 'Acme', email: to }, { isMailed: true }).catch(
          ({ status }: { status?: number }) => assert.equal(status, 429),
        )
      return { to, post }
    },
  },
  {
    // webhooks/delivery.test.ts waits for it.
    mail: 'the notice of a webhook endpoint that was switched off',
    askedBy: 'the recipient',
    counter: 'verified',
    file: 'feed/webhooks/deliver.ts',
    subject: 'A webhook endpoint was switched off',
  },
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
  const answers = await Promise.all(
    strangers.map((body, index) => (index % 2 ? second : service).post('/api/v1/user', body, owner.token)),
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
  const answers = await Promise.all(
    bodies.map((body, index) => (index % 2 ? second : service).post('/api/v1/user', body, owner.token)),
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
  const signedIn = await dataOf(service.post(`${PARTNERS}/login`, { email: owner.email, password: PASSWORD }))
  assert.equal((await service.post('/api/v1/user', later, signedIn.accessToken)).status, 201)
  assert.equal(await countMails(later.email), 1)
})
