import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allRefusedBut, atOnce } from '../../support/api.ts'
import { assertFailure, assertSuccess, TIMESTAMP, TOKEN_BAD, UUID } from '../../support/api-response.ts'
import { mailedCode } from '../../support/mailbox.ts'
import { newUserBody, onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const create = (changes: Record<string, unknown> = {}) => service.post('/api/v1/user', newUserBody(changes))

const tagTaken = (tag: string) => `The tag ${tag} is already taken; choose another one.`
const CREATED = 'Account created and an OTP was sent to your e-mail'

test('creating a user responds with every documented field as documented', async () => {
  const body = newUserBody({ fullname: '  Ada LOVELACE Ó ' })
  const answer = await service.post('/api/v1/user', body)

  assert.match(answer.body.data.id, UUID)
  assert.match(answer.body.data.dateJoined, TIMESTAMP)
  assertSuccess(answer, 201, CREATED, {
    id: answer.body.data.id,
    fullname: 'ada lovelace ó',
    tag: body.tag,
    email: body.email,
    phone: '08012345678',
    referralCode: body.tag,
    countryCode: '+234',
    type: 'user',
    status: 'active',
    avatar: null,
    emailVerified: null,
    emailVerificationCode: null,
    emailCodeExpiresAt: null,
    emailVerifiedAt: null,
    referred: null,
    interest: null,
    dateOfBirth: null,
    token: null,
    otpExpiresAt: null,
    fcmToken: null,
    lastRewardDate: null,
    faceIdKey: null,
    gender: null,
    isEnterpisePartnerUser: null,
    accountLinked: null,
    numberOfAccountLinked: null,
    accountLinkingData: null,
    transactionPinCreated: false,
    bankAccountCreated: false,
    accountDeleted: false,
    isVerifiedUser: false,
    isAdult: true,
    isFirstLogin: true,
    tourCompleted: false,
    fromLAAS: false,
    laasUserAccountFullyActivated: false,
    kyc: {},
    earnings: [],
    dateJoined: answer.body.data.dateJoined,
  })
})

test('the date of birth is kept although the response shows null', async () => {
  const { body } = await create({ dateOfBirth: '2000-02-29' })
  const [user] = await service.query('select date_of_birth::text as date from users where id = $1', [
    body.data.id,
  ])

  assert.equal(body.data.dateOfBirth, null)
  assert.deepEqual(user, { date: '2000-02-29' })
})

test('isAdult is false and the date of birth unknown unless they are said', async () => {
  const { body } = await create({ isAdult: undefined, dateOfBirth: undefined })
  const [user] = await service.query('select date_of_birth, is_adult from users where id = $1', [
    body.data.id,
  ])

  assert.equal(body.data.isAdult, false)
  assert.deepEqual(user, { date_of_birth: null, is_adult: false })
})

test('a phone number is returned with one leading 0, however many were given', async () => {
  for (const phone of ['8012345678', '08012345678', '0008012345678'])
    assert.equal((await create({ phone })).body.data.phone, '08012345678')
})

test('a tag is kept in lower case', async () => {
  const { body } = await create({ tag: 'Ada.Love_1815' })

  assert.equal(body.data.tag, 'ada.love_1815')
  assert.equal(body.data.referralCode, 'ada.love_1815')
})

test('the one-time code is mailed, and kept only as a hash', async () => {
  const body = newUserBody()
  const created = await service.post('/api/v1/user', body)
  const code = await mailedCode(service, body.email)
  const [stored] = await service.query<{ hash: Buffer; tries: number }>(
    'select code_hash as hash, tries_left as tries from email_codes where user_id = $1',
    [created.body.data.id],
  )

  assert.equal(stored?.tries, 5)
  assert.equal(stored?.hash.length, 32)
  assert.ok(!stored?.hash.toString('latin1').includes(code))
  assert.ok(!JSON.stringify(created.body).includes(code))
})

test('a tag that is in use is refused with the documented failure', async () => {
  const { tag } = newUserBody()
  await create({ tag })

  for (const written of [tag, tag.toUpperCase()])
    assertFailure(await create({ tag: written }), 'taken', tagTaken(tag))
})

test('an e-mail address that is in use is refused, in whatever case it is written', async () => {
  const { email } = newUserBody()
  await create({ email })

  assertFailure(
    await create({ email: email.toUpperCase() }),
    'taken',
    `The email ${email.toUpperCase()} is already taken; choose another one.`,
  )
})

test('a tag and an e-mail address that are both in use are named together', async () => {
  const body = newUserBody()
  await service.post('/api/v1/user', body)

  assertFailure(
    await service.post('/api/v1/user', body),
    'taken',
    `The tag ${body.tag} is already taken; the email ${body.email} is already taken; choose another one.`,
  )
})

test('of several accounts created with one tag at the same time, one comes to be', async () => {
  const { tag } = newUserBody()
  const answers = await atOnce(4, [service], () => create({ tag }))

  for (const answer of allRefusedBut(1, answers)) assertFailure(answer, 'taken', tagTaken(tag))
})

test('every missing field is named in one response', async () => {
  assertFailure(
    await service.post('/api/v1/user', {}),
    'invalid',
    'email is required; fullname is required; password is required; confirmPassword is required; phone is required; tag is required; countryCode is required.',
  )
})

test('a field that is empty or null counts as missing', async () => {
  for (const field of ['email', 'fullname', 'confirmPassword', 'phone', 'tag', 'countryCode'])
    for (const value of ['', null])
      assertFailure(await create({ [field]: value }), 'invalid', `${field} is required.`)
})

test('a weak password and a confirmation that differs are refused together', async () => {
  assertFailure(
    await create({ password: 'sunny', confirmPassword: 'rainy' }),
    'invalid',
    'password must have 8 to 200 characters, with one uppercase letter, one number and one special character; confirmPassword must equal password.',
  )
})

test('wrong fields are refused, all of them in one response', async () => {
  assertFailure(
    await create({
      email: 'ada@',
      phone: '+2348012345678',
      tag: 'a!',
      countryCode: '234',
      isAdult: 'yes',
      dateOfBirth: '10.12.1990',
    }),
    'invalid',
    'email must be an e-mail address of at most 254 characters; phone must have 4 to 15 digits, and nothing but digits; tag must have 3 to 30 letters, digits, dots and underscores; countryCode must be + and 1 to 4 digits, such as +234; isAdult must be true or false; dateOfBirth must be a date such as 1990-12-31.',
  )
})

test('a date of birth that cannot be is refused', async () => {
  assertFailure(
    await create({ dateOfBirth: '2001-02-29' }),
    'invalid',
    'dateOfBirth must be a date such as 1990-12-31.',
  )
  for (const dateOfBirth of ['1899-12-31', '9999-01-01']) {
    assertFailure(
      await create({ dateOfBirth }),
      'invalid',
      'dateOfBirth must be a date from 1900-01-01 to today.',
    )
  }
})

test('a user created with a partner token joins that partner at once and cannot be signed in to', async () => {
  const partner = await onboardTestPartner(service)
  const body = newUserBody({ fullname: 'Grace Hopper' })
  const created = await service.post('/api/v1/user', body, partner.token)
  const members = await service.get('/api/v1/laas/users', partner.token)
  const [account] = await service.query('select password_hash, from_partner from users where id = $1', [
    created.body.data.id,
  ])

  assert.equal(created.status, 201)
  assert.deepEqual(members.body.data.data[0].userData, {
    tag: body.tag,
    fullname: 'Grace Hopper',
    avatar: null,
  })
  assert.equal(members.body.data.data[0].userId, created.body.data.id)
  assert.deepEqual(account, { password_hash: null, from_partner: true })
})

test('a user created without a token is no member of anybody', async () => {
  const { body } = await create()

  assert.deepEqual(await service.query('select id from memberships where user_id = $1', [body.data.id]), [])
})

test('a bad token is refused, not ignored', async () => {
  for (const authorization of ['Bearer nonsense', 'Bearer ', 'Basic YWRhOnB3', 'nonsense']) {
    assertFailure(
      await service.request('POST', '/api/v1/user', { body: newUserBody(), headers: { authorization } }),
      'unauthorized',
      TOKEN_BAD,
    )
  }
})

test('of two calls for the same new user, one with a key and one without, one makes the account', async () => {
  const partner = await onboardTestPartner(service)
  const make = (body: object, headers: Record<string, string>) =>
    service.request('POST', '/api/v1/user', { token: partner.token, body, headers })
  const pairs = Array.from({ length: 12 }, async () => {
    const body = newUserBody()
    const answers = await Promise.all([make(body, { 'idempotency-key': body.tag }), make(body, {})])
    return answers.map(({ status }) => status).toSorted()
  })
  for (const statuses of await Promise.all(pairs)) assert.deepEqual(statuses, [201, 400])
})

test('a referral code is the tag of another user, and shows as referred', async () => {
  const friend = newUserBody()
  assert.equal((await service.post('/api/v1/user', friend)).status, 201)
  const referred = await create({ referralCode: friend.tag.toUpperCase() })
  assert.deepEqual([referred.status, referred.body.data.referred], [201, friend.tag])
  const body = newUserBody()
  const must = 'referralCode must be the tag of a user.'
  for (const referralCode of [body.tag, 'no', 'not a tag!'])
    assertFailure(await service.post('/api/v1/user', { ...body, referralCode }), 'invalid', must)
})
