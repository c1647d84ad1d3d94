import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allRefusedBut, atOnce } from '../../support/api.ts'
import { assertFailure, assertSuccess } from '../../support/api-response.ts'
import { mailedToken, mailsTo } from '../../support/mailbox.ts'
import {
  login,
  ME,
  newEmail,
  newOwner,
  newPartnerBody,
  PARTNERS,
  PASSWORD,
  signIn,
} from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'
import {
  addMember,
  auditEventsOf,
  changePassword,
  NO_SUCH_PARTNER,
  resetPassword,
  TOKEN_SPENT,
} from '../../support/team.ts'

const { service, second } = await useClockService()
const ASKED = 'Confirm the change at both addresses'
const CONFIRMED = 'Address confirmed'

const ask = (token: string, email: string, password = PASSWORD) =>
  service.post(`${ME}/email`, { email, password }, token)
const confirm = (token: string, { eco = 'acme', at = service } = {}) =>
  at.post(`/api/v1/${eco}/partners/me/email/confirm`, { token })
const emailOf = async (token: string) => (await service.get(ME, token)).body.data.email

async function asked() {
  const owner = await newOwner(service)
  const email = newEmail()
  assert.equal((await ask(owner.token, email)).status, 200)
  return {
    owner,
    email,
    toOld: await mailedToken(service, owner.email),
    toNew: await mailedToken(service, email),
  }
}

test('an address changes when both mailboxes have confirmed it, in either order, and is used to sign in', async () => {
  for (const oldFirst of [true, false]) {
    const { owner, email, toOld, toNew } = await asked()
    assert.notEqual(toOld, toNew)
    const [first, last] = oldFirst ? [toOld, toNew] : [toNew, toOld]

    const [asFirst, asLast] = oldFirst ? ['current', 'new'] : ['new', 'current']
    assertSuccess(await confirm(first), 200, CONFIRMED, { address: asFirst, changed: false })
    assert.equal(await emailOf(owner.token), owner.email)
    assert.equal((await login(service, email)).status, 401)

    assertSuccess(await confirm(last), 200, CONFIRMED, { address: asLast, changed: true })
    assert.equal(await emailOf(owner.token), email)
    assert.equal((await login(service, owner.email)).status, 401)
    const again = await signIn(service, email)
    assert.equal(again.id, owner.id)
    const { members } = (await service.get(`${ME}/team`, again.token)).body.data
    assert.equal(members[0].email, email)
    const events = (await auditEventsOf(service, owner.partnerId)).map(({ action }) => action)
    assert.deepEqual(
      events.filter((action) => action.startsWith('email_')),
      ['email_change_asked', 'email_confirmed', 'email_confirmed', 'email_changed'],
    )
  }
})

test('asking responds with the new address and until when it can be confirmed', async () => {
  service.clock.now = new Date('2026-03-01T09:30:00.000Z')
  const owner = await newOwner(service)
  const email = newEmail()

  assertSuccess(await ask(owner.token, email), 200, ASKED, { email, expiresAt: '2026-03-02T09:30:00.000Z' })
})

test('a taken address gets the same response, and a mail without a token', async () => {
  const [owner, other] = [await newOwner(service), await newOwner(service)]
  service.clock.now = new Date('2026-03-01T09:30:00.000Z')
  const { token } = await signIn(service, owner.email)
  const email = other.email.toUpperCase()

  assertSuccess(await ask(token, email), 200, ASKED, { email, expiresAt: '2026-03-02T09:30:00.000Z' })
  const [mail] = await mailsTo(service, other.email)
  assert.equal(mail?.subject, 'This address is in use')
  assert.doesNotMatch(mail?.text ?? '', /token/)
  assertSuccess(await confirm(await mailedToken(service, owner.email)), 200, CONFIRMED, {
    address: 'current',
    changed: false,
  })
  assert.equal(await emailOf(token), owner.email)
})

test('an address that someone takes before the last confirmation stays theirs', async () => {
  const { owner, email, toOld, toNew } = await asked()
  assert.equal((await service.post(PARTNERS, newPartnerBody({ email }))).status, 201)
  assert.equal((await confirm(toOld)).status, 200)

  assertFailure(await confirm(toNew), 'taken', `The email ${email} is already taken; change to another one.`)
  assert.equal(await emailOf(owner.token), owner.email)
  assert.equal((await login(service, owner.email)).status, 200)
})

test('the letters of an own address may change their case', async () => {
  const owner = await newOwner(service)
  const email = owner.email.toUpperCase()
  await ask(owner.token, email)
  const mails = await mailsTo(service, email)
  const tokens = mails.slice(0, 2).map(({ text }) => /with the API: (\S+)$/m.exec(text)?.[1] ?? '')
  for (const token of tokens) assert.equal((await confirm(token)).status, 200)

  assert.equal(await emailOf(owner.token), email)
})

test('each token works once, also when it is used many times at once over two processes', async () => {
  const { owner, email, toOld, toNew } = await asked()
  for (const token of [toOld, toNew]) {
    const answers = await atOnce(10, [service, second], (at) => confirm(token, { at }))
    for (const answer of allRefusedBut(1, answers)) assertFailure(answer, 'invalid', TOKEN_SPENT)
  }
  assert.equal(await emailOf(owner.token), email)
})

test('both tokens used at the same moment change the address', async () => {
  const { owner, email, toOld, toNew } = await asked()
  const answers = await Promise.all([confirm(toOld), confirm(toNew, { at: second })])

  assert.deepEqual(answers.map((answer) => answer.body.data.changed).sort(), [false, true])
  assert.equal(await emailOf(owner.token), email)
})

test('asking again, or changing the password, makes the tokens void', async () => {
  const first = await asked()
  await ask(first.owner.token, newEmail())
  for (const token of [first.toOld, first.toNew]) assertFailure(await confirm(token), 'invalid', TOKEN_SPENT)

  const other = await asked()
  await changePassword(service, other.owner.token, PASSWORD, 'Rainy-Day-8')
  for (const token of [other.toOld, other.toNew]) assertFailure(await confirm(token), 'invalid', TOKEN_SPENT)
})

test('a changed address makes password resets void that the old one was mailed', async () => {
  const { owner, toOld, toNew } = await asked()
  await service.post(`${PARTNERS}/forgot-password`, { email: owner.email })
  const token = await mailedToken(service, owner.email)
  for (const each of [toOld, toNew]) await confirm(each)

  assertFailure(await resetPassword(service, token, 'Rainy-Day-8'), 'invalid', TOKEN_SPENT)
})

test('tokens are valid for a day, in their own ecosystem', async () => {
  service.clock.now = new Date('2026-03-01T09:30:00.000Z')
  const { toOld, toNew } = await asked()

  assertFailure(await confirm(toOld, { eco: 'another-eco' }), 'invalid', TOKEN_SPENT)
  service.clock.now = new Date('2026-03-02T09:29:59.999Z')
  assert.equal((await confirm(toOld)).status, 200)
  service.clock.now = new Date('2026-03-02T09:30:00.000Z')
  assertFailure(await confirm(toNew), 'invalid', TOKEN_SPENT)
})

test("another member's address changes alone, and the partner keeps its own", async () => {
  const owner = await newOwner(service)
  const manager = await addMember(service, owner, 'manager')
  const email = newEmail()
  assert.equal((await ask(manager.token, email)).status, 200)
  for (const address of [manager.email, email]) await confirm(await mailedToken(service, address))

  assert.equal(await emailOf(owner.token), owner.email)
  assert.equal((await login(service, email)).status, 200)
})

test('what is wrong with a change is said, and nothing is mailed', async () => {
  const owner = await newOwner(service)
  const email = newEmail()

  assertFailure(
    await ask(owner.token, email, 'Wrong-1-Pass'),
    'invalid',
    'password is not the password of your account; check it.',
  )
  assertFailure(
    await service.post(`${ME}/email`, {}, owner.token),
    'invalid',
    'email is required; password is required.',
  )
  assertFailure(
    await service.post('/api/v1/another-eco/partners/me/email', { email, password: PASSWORD }, owner.token),
    'notFound',
    NO_SUCH_PARTNER,
  )
  assertFailure(await confirm('nonsense'), 'invalid', TOKEN_SPENT)
  assertFailure(await service.post(`${ME}/email/confirm`, {}), 'invalid', 'token is required.')
  assert.deepEqual(await mailsTo(service, email), [])
})

test('a change can be asked for five times an hour', async () => {
  service.clock.now = new Date('2026-03-01T09:30:00Z')
  const owner = await newOwner(service)
  for (let count = 0; count < 5; count += 1) assert.equal((await ask(owner.token, newEmail())).status, 200)

  assertFailure(
    await ask(owner.token, newEmail()),
    'tooMany',
    'Too many changes were asked for; try again in 3600 s.',
  )
})
