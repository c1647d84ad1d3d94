import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import {
  askForPasswordLink,
  createVisitor,
  setPasswordByMail,
  signUp,
  type Visit,
} from '../../support/account.ts'
import { dataOf } from '../../support/api.ts'
import { assertFailure } from '../../support/api-response.ts'
import { mailedCode, mailedLink, mailsTo } from '../../support/mailbox.ts'
import { newOauthShop } from '../../support/oauth.ts'
import { newUserBody, onboardTestPartner, PASSWORD, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { startUserDetails } from '../../support/user-details.ts'
import { waitUntil } from '../../support/wait-until.ts'

const service = useSharedService()
const ATTACKERS = 'Stormy-Night-6'
const partner = await newOauthShop(service)

/** What a person types into the form. */
function newPerson(changes: Record<string, string> = {}) {
  const { tag, fullname, email } = newUserBody()
  return { tag, fullname, email, ...changes }
}

type Visitor = ReturnType<typeof createVisitor>

/** Fills in the form in a new browser. */
async function signUpOnPage(
  person: Record<string, string>,
  password = PASSWORD,
): Promise<{ visitor: Visitor; answer: Visit }> {
  const visitor = createVisitor(service)
  await visitor.visit('/account/sign-up')
  return { visitor, answer: await visitor.send('/account/sign-up', { ...person, password }) }
}

async function enterCode(visitor: Visitor, email: string, code?: string): Promise<Visit> {
  await visitor.visit('/account/verify')
  return visitor.send('/account/verify', { email, code: code ?? (await mailedCode(service, email)) })
}

const opens = async (login: string, password: string) =>
  (await createVisitor(service).signIn(login, password)).status === 303

type Row = {
  id: string
  tag: string
  fullname: string
  phone: string | null
  password: boolean
  referred: string
}
const rowsOf = (email: string) =>
  service.query<Row>(
    'select id, tag, fullname, phone, password_hash is not null as password, referred_by as referred from users where email = $1',
    [email],
  )
async function rowOf(email: string): Promise<Row> {
  const [row, second] = await rowsOf(email)
  assert(row && !second)
  return row
}

/** Has a password link mailed that must ask for a name, and sets a password with it. */
async function setPasswordWithName(email: string, fullname: string): Promise<void> {
  const { open, setPassword } = await askForPasswordLink(service, email)
  assert.match((await open()).text, /<label for="fullname">Name<\/label>/)
  const nameless = await setPassword()
  assert.equal(nameless.status, 400)
  assert.match(nameless.text, /Enter your name, in at most 200 characters\./)
  assert.equal((await setPassword({ fullname })).status, 303)
}

test('a code entered in another browser leaves nothing of a stranger’s sign-up, and the coins go to the owner', async () => {
  const person = newPerson({ fullname: 'Mallory' })
  const friend = await signUp(service)
  const { userId: memberId } = await partner.addCustomer(person.email)
  const attack = await signUpOnPage({ ...person, referralCode: friend.tag }, ATTACKERS)
  assert.equal((await rowOf(person.email)).referred, friend.userId)

  const verified = await enterCode(createVisitor(service), person.email)
  assert.equal(verified.location, '/account/sign-in?done=verified')
  const { tag: _, id, ...cleared } = await rowOf(person.email)
  assert.deepEqual(cleared, { fullname: '', phone: null, password: false, referred: null })
  assert.equal(await opens(person.email, ATTACKERS), false)
  assert.equal(await opens(person.tag, ATTACKERS), false)
  assert.doesNotMatch((await attack.visitor.visit('/account/verify')).text, new RegExp(person.email))

  await setPasswordByMail(service, person.email, { fullname: 'Grace Hopper' })
  assert.equal(await opens(person.email, ATTACKERS), false)
  const owner = { userId: id, tag: person.tag, email: person.email, password: PASSWORD }
  assert.equal((await partner.link(owner)).userId, memberId)
  assert.equal((await rowOf(person.email)).fullname, 'Grace Hopper')
})

test('a code sent to the API proves the mailbox alone, so the password of the sign-up does not count', async () => {
  const friend = await signUp(service)
  for (const isResent of [false, true]) {
    const body = newUserBody({ referralCode: friend.tag })
    await dataOf(service.post('/api/v1/user', body))
    if (isResent) await service.post('/api/v1/user/resend-otp', { email: body.email })
    const code = await mailedCode(service, body.email)
    await dataOf(service.post('/api/v1/user/verify-email', { email: body.email, code }))
    const { fullname, phone, password, referred } = await rowOf(body.email)
    assert.deepEqual([fullname, phone, password, referred], ['', null, false, null])
    assert.equal(await opens(body.email, PASSWORD), false)
  }
})

test('a mailed password link asks for a name, and removes that of an unverified sign-up', async () => {
  const person = newPerson({ fullname: 'Mallory' })
  const friend = await signUp(service)
  const { visitor } = await signUpOnPage({ ...person, referralCode: friend.tag }, ATTACKERS)
  await setPasswordWithName(person.email, 'Grace')
  const { fullname, phone, password, referred } = await rowOf(person.email)
  assert.deepEqual([fullname, phone, password, referred], ['Grace', null, true, null])
  assert.equal(await opens(person.email, PASSWORD), true)
  assert.equal(visitor.session(), undefined)

  const again = await askForPasswordLink(service, person.email)
  assert.doesNotMatch((await again.open()).text, /name="fullname"/)
})

test('a new sign-up replaces one that was never verified: the newest mail and its browser win', async () => {
  const person = newPerson()
  const attack = await signUpOnPage({ ...person, fullname: 'Mallory' }, ATTACKERS)
  const first = await rowOf(person.email)
  const oldCode = await mailedCode(service, person.email)
  const own = await signUpOnPage({ ...person, email: person.email.toUpperCase() })
  assert.equal(own.answer.location, '/account/verify')
  assert.deepEqual(await rowsOf(person.email), [])
  const second = await rowOf(person.email.toUpperCase())
  assert.equal(second.id, first.id)
  assert.deepEqual([second.tag, second.fullname], [person.tag, person.fullname])

  const newCode = await mailedCode(service, person.email)
  if (oldCode !== newCode) assert.equal((await enterCode(attack.visitor, person.email, oldCode)).status, 400)
  assert.equal((await enterCode(own.visitor, person.email)).location, '/account')
  assert.ok(own.visitor.session())
  assert.equal(await opens(person.tag, ATTACKERS), false)
  assert.equal(await opens(person.tag, PASSWORD), true)
  assert.equal((await rowOf(person.email.toUpperCase())).fullname, person.fullname)
})

test('a stranger who signs up after the owner gains nothing, even when the owner enters the newest code', async () => {
  const person = newPerson()
  const own = await signUpOnPage(person)
  const attack = await signUpOnPage(newPerson({ email: person.email, fullname: 'Mallory' }), ATTACKERS)
  assert.equal(attack.answer.location, '/account/verify')
  assert.equal((await enterCode(own.visitor, person.email)).location, '/account/sign-in?done=verified')
  assert.equal(own.visitor.session(), undefined)
  assert.equal((await rowOf(person.email)).password, false)
  assert.equal(await opens(person.email, ATTACKERS), false)
  assert.equal((await attack.visitor.visit('/account')).location, '/account/sign-in')
})

test('the account of a member keeps id and memberships, and the owner’s name and tag replace the partner’s', async () => {
  const body = newUserBody()
  const { id } = await dataOf(service.post('/api/v1/user', body, partner.token))
  const person = newPerson({ email: body.email, fullname: 'Mallory' })
  const attack = await signUpOnPage(person, ATTACKERS)
  assert.equal(attack.answer.location, '/account/verify')
  assert.match((await mailsTo(service, body.email))[0]?.text ?? '', new RegExp(`@${body.tag}, for which`))
  const owner = newPerson({ email: body.email, fullname: 'Grace Hopper' })
  const own = await signUpOnPage(owner)
  assert.equal((await rowOf(body.email)).tag, body.tag)
  assert.equal((await enterCode(own.visitor, body.email)).location, '/account')
  assert.deepEqual(await rowOf(body.email), {
    id,
    tag: owner.tag,
    fullname: 'Grace Hopper',
    phone: body.phone,
    password: true,
    referred: null,
  })
  assert.equal(await opens(owner.tag as string, ATTACKERS), false)
  assert.equal(await opens(owner.tag as string, PASSWORD), true)
  assert.equal(await opens(body.tag, PASSWORD), false)
  assert.match((await own.visitor.visit('/account')).text, /Acme/)
  const member = await dataOf(service.get(`/api/v1/laas/users/${id}`, partner.token))
  assert.deepEqual([member.userData.tag, member.userData.fullname], [body.tag, body.fullname])

  const other = newUserBody()
  await dataOf(service.post('/api/v1/user', other, partner.token))
  await signUpOnPage(newPerson({ email: other.email }), ATTACKERS)
  await enterCode(createVisitor(service), other.email)
  const cleared = await rowOf(other.email)
  assert.deepEqual([cleared.tag, cleared.fullname, cleared.password], [other.tag, '', false])
})

test('a mailed password link of an account that a partner made asks for a name', async () => {
  for (const isVerifiedFirst of [false, true]) {
    const body = newUserBody({ fullname: 'Mallory' })
    await dataOf(service.post('/api/v1/user', body, partner.token))
    if (isVerifiedFirst) await enterCode(createVisitor(service), body.email)
    await setPasswordWithName(body.email, 'Grace')
    assert.equal((await rowOf(body.email)).fullname, 'Grace')
  }
})

const isTagWaiting = async () =>
  (
    await service.query(
      `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%tag = sign_up_tag%'`,
    )
  ).length > 0

test('a tag that was taken since the sign-up leaves the account of a member its own, at any time', async () => {
  for (const isConcurrent of [false, true]) {
    const body = newUserBody()
    await dataOf(service.post('/api/v1/user', body, partner.token))
    const person = newPerson({ email: body.email })
    const own = await signUpOnPage(person)
    const code = await mailedCode(service, body.email)
    const client = new pg.Client({ connectionString: service.connectionString })
    await client.connect()
    await client.query('begin')
    await client.query(
      `insert into users (id, tag, fullname, created_at, updated_at)
      values (gen_random_uuid(), $1, 'Ada', now(), now())`,
      [person.tag],
    )
    if (!isConcurrent) await client.query('commit')
    const entered = enterCode(own.visitor, body.email, code)
    if (isConcurrent) {
      await waitUntil(isTagWaiting, 'the code waits for the tag')
      await client.query('commit')
    }
    await client.end()
    assert.equal((await entered).location, '/account')
    const row = await rowOf(body.email)
    assert.deepEqual([row.tag, row.fullname, row.password], [body.tag, person.fullname, true])
  }
})

test('a link and a code that reached the owner stay valid when a stranger signs up until no mail goes out', async () => {
  for (const way of ['link', 'code']) {
    const { email, fullname } = newPerson()
    const attack = () => signUpOnPage(newPerson({ email, fullname: 'Mallory' }), ATTACKERS)
    for (let count = 0; count < 11; count += 1)
      assert.equal((await attack()).answer.location, '/account/verify')
    const owner = createVisitor(service)
    await owner.visit('/account/forgot-password')
    for (let count = 0; count < 5; count += 1) {
      await owner.send('/account/forgot-password', { email })
      await service.post('/api/v1/user/resend-otp', { email })
    }
    const { length: mailCount } = await mailsTo(service, email)
    const last = await attack()
    assert.equal((await mailsTo(service, email)).length, mailCount)

    if (way === 'code') {
      assert.equal((await enterCode(owner, email)).location, '/account/sign-in?done=verified')
      assert.equal((await rowOf(email)).password, false)
    } else {
      const link = await mailedLink(service, email)
      const token = new URL(link, service.url).searchParams.get('token') ?? ''
      const fields = { token, fullname, password: PASSWORD, confirmPassword: PASSWORD }
      assert.equal((await owner.send('/account/reset-password', fields)).status, 303)
      assert.equal(await opens(email, PASSWORD), true)
    }
    assert.equal(await opens(email, ATTACKERS), false)
    assert.equal((await last.visitor.visit('/account')).location, '/account/sign-in')
  }
})

test('gender, date of birth and picture of a sign-up leave with it, and the age with one that replaces it', async () => {
  const shop = await onboardTestPartner(service, { userDetailsUrl: await startUserDetails() })
  const look = async (email: string) => {
    const [user] = await service.query(
      'select id, is_adult, date_of_birth, gender, avatar from users where email = $1',
      [email],
    )
    const { id, ...shown } = user as { id: string }
    const [member] = await service.query(
      'select bool_and(is_hidden) as is_hidden from memberships where account_id = $1',
      [id],
    )
    return { ...shown, ...member }
  }
  const cleared = { is_adult: false, date_of_birth: null, gender: null, avatar: null, is_hidden: true }
  const details = { isAdult: true, dateOfBirth: '1990-12-10' }
  const person = newUserBody(details)
  const replaced = newUserBody(details)
  for (const body of [person, replaced]) {
    const { id } = await dataOf(service.post('/api/v1/user', body))
    await service.query(
      `update users set gender = 'female', avatar = 'https://a.example/a.png' where id = $1`,
      [id],
    )
    await dataOf(service.post('/api/v1/laas/users/onboard', { tag: body.tag }, shop.token))
  }
  await enterCode(createVisitor(service), person.email)
  assert.deepEqual(await look(person.email), { ...cleared, is_adult: true, is_hidden: false })

  await signUpOnPage(newPerson({ email: replaced.email }))
  assert.deepEqual(await look(replaced.email), cleared)

  const ofPartner = newUserBody(details)
  await dataOf(service.post('/api/v1/user', ofPartner, partner.token))
  await signUpOnPage(newPerson({ email: ofPartner.email }))
  await enterCode(createVisitor(service), ofPartner.email)
  const kept = { is_adult: true, date_of_birth: '1990-12-10', gender: null, avatar: null, is_hidden: false }
  assert.deepEqual(await look(ofPartner.email), kept)
})

test('sign-up tells only of verified addresses, and a tag is taken alike whatever the address is', async () => {
  const verified = await signUp(service)
  const unverified = newUserBody()
  await dataOf(service.post('/api/v1/user', unverified))
  const member = newUserBody()
  await dataOf(service.post('/api/v1/user', member, partner.token))
  const unknown = newUserBody()

  const seen = async (email: string, changes: Record<string, string> = {}) => {
    const { answer } = await signUpOnPage(newPerson({ email, ...changes }))
    const { status, location, text } = answer
    return { status, location, isTagTaken: text.includes('tag is already') }
  }
  const done = { status: 303, location: '/account/verify', isTagTaken: false }
  const taken = { status: 400, location: null, isTagTaken: true }
  for (const { email } of [unknown, unverified, member]) {
    const tag = unique('tag')
    assert.deepEqual(
      {
        fresh: await seen(email, { tag }),
        sameAgain: await seen(email, { tag }),
        ofAnother: await seen(newPerson().email, { tag }),
        ofMember: await seen(email, { tag: member.tag }),
        fromApi: (await service.post('/api/v1/user', newUserBody({ tag }))).status,
      },
      { fresh: done, sameAgain: done, ofAnother: taken, ofMember: taken, fromApi: 400 },
      email,
    )
  }
  assert.equal((await seen(verified.email)).status, 400)
  const again = newUserBody({ email: unverified.email })
  assertFailure(
    await service.post('/api/v1/user', again),
    'taken',
    `The email ${unverified.email} is already taken; choose another one.`,
  )
})

test('sign-ups with one address at the same time leave one account, and none of them fails', async () => {
  const { email } = newPerson()
  const made = await Promise.all(Array.from({ length: 14 }, () => signUpOnPage(newPerson({ email }))))
  for (const { answer } of made) assert.equal(answer.location, '/account/verify')
  const { id } = await rowOf(email)
  const outcomes = []
  const code = await mailedCode(service, email)
  for (const { visitor } of made) {
    const { text } = await visitor.visit('/account/verify')
    outcomes.push(text.includes(email))
  }
  assert.equal(outcomes.filter(Boolean).length, 1)
  const winner = made[outcomes.indexOf(true)]?.visitor as Visitor
  assert.equal((await enterCode(winner, email, code)).location, '/account')
  assert.equal((await rowOf(email)).id, id)
})
