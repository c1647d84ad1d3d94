import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure, assertSuccess, TIMESTAMP, UUID } from '../../support/api-response.ts'
import { newUserBody, onboardByTag, onboardTestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'
import { recordOf, startPartnerServer, tagOf } from '../../support/user-details.ts'

const service = useSharedService()

/** A partner's own server: knows the records given to it, and says 404 of everyone else. */
const records = new Map<string, Record<string, unknown>>()
const shop = await startPartnerServer()
shop.answerWith((request, response) => {
  const record = records.get(tagOf(request))
  response.writeHead(record ? 200 : 404, { 'content-type': 'application/json' })
  response.end(JSON.stringify(record ?? {}))
})
const partner = await onboardTestPartner(service, { userDetailsUrl: `${shop.address}?shop=7` })

const ONBOARDED = 'User onboarded'
const onboard = (tag: string, who = partner) => onboardByTag(service, who, tag)

function newRecord(changes: Record<string, unknown> = {}): string {
  const tag = unique('shopper')
  const known = { avatar: 'https://shop.example/grace.png', bvn: '22211133344', accountNumber: '0123456789' }
  records.set(tag, recordOf(tag, { id: `customer-${tag}`, ...known, ...changes }))
  return tag
}

test('a tag that the partner knows is onboarded with a new account, and only what its record said is shown', async () => {
  const tag = newRecord()
  const answer = await onboard(tag)

  const { id, userId, createdAt } = answer.body.data
  assert.match(id, UUID)
  assert.match(userId, UUID)
  assert.match(createdAt, TIMESTAMP)
  assertSuccess(answer, 201, ONBOARDED, {
    id,
    userId,
    userData: { tag, fullname: 'Grace Hopper', avatar: 'https://shop.example/grace.png' },
    createdAt,
    updatedAt: createdAt,
  })
  assert.equal(shop.asked.at(-1)?.url, `/users?shop=7&tag=${tag}`)
})

test('the new account is the partner’s making: no password, no verified address, and no bank or identity data', async () => {
  const tag = newRecord()
  const { userId } = (await onboard(tag)).body.data
  const [user] = await service.query('select * from users where id = $1', [userId])

  assert.equal(user?.password_hash, null)
  assert.equal(user?.email_verified_at, null)
  assert.equal(user?.from_partner, true)
  assert.equal(user?.fullname, 'Grace Hopper')
  for (const secret of ['22211133344', '0123456789']) assert.ok(!JSON.stringify(user).includes(secret))
})

test('onboarding the same tag again responds 200 with the same membership', async () => {
  const tag = newRecord()
  const first = await onboard(tag)

  assertSuccess(await onboard(tag.toUpperCase()), 200, ONBOARDED, first.body.data)
})

test('a user who is onboarded by tag has the attributes of the call, and keeps them', async () => {
  const tag = newRecord()
  const onboardWith = (attributes: unknown) =>
    service.post('/api/v1/laas/users/onboard', { tag, attributes }, partner.token)
  const wrong = await onboardWith({ 'two words': 1 })
  assertFailure(wrong, 'invalid', wrong.body.data.error)
  assert.match(wrong.body.data.error, /^attributes must have names of letters/)
  const first = await onboardWith({ tier: 'gold', city: 'Lagos', none: null })
  assert.equal(first.status, 201)
  const { userId } = first.body.data
  const attributes = { city: 'Lagos', tier: 'gold' }
  const read = () => dataOf(service.get(`/api/v1/laas/users/${userId}/attributes`, partner.token))
  assert.deepEqual(await read(), { userId, attributes })
  assertSuccess(await onboardWith({ city: 'Abuja' }), 200, ONBOARDED, first.body.data)
  assert.deepEqual(await read(), { userId, attributes })
})

test('what the partner says anew about a user is shown from then on', async () => {
  const tag = newRecord()
  const first = (await onboard(tag)).body.data
  records.set(tag, { ...records.get(tag), fullname: 'Rear Admiral Hopper', avatar: null })
  const answer = await onboard(tag)
  const { updatedAt } = answer.body.data

  assert.ok(updatedAt > first.updatedAt)
  assertSuccess(answer, 200, ONBOARDED, {
    ...first,
    userData: { tag, fullname: 'Rear Admiral Hopper', avatar: null },
    updatedAt,
  })
})

test('the id of the record is kept as the external id, unless it is unfit or another member has it', async () => {
  const externalIdOf = async (tag: string) => {
    const { userId } = (await onboard(tag)).body.data
    return (await service.get(`/api/v1/laas/users/${userId}`, partner.token)).body.data.externalId
  }
  const tag = newRecord()
  assert.equal(await externalIdOf(tag), `customer-${tag}`)
  assert.equal(await externalIdOf(newRecord({ id: `customer-${tag}` })), null)
  for (const id of ['two words', 'x'.repeat(101), 'a\u200bb'])
    assert.equal(await externalIdOf(newRecord({ id })), null, id)
  records.set(tag, { ...records.get(tag), id: 'another' })
  assert.equal(await externalIdOf(tag), `customer-${tag}`, 'the first one stays')
})

test('an account that exists is joined, and nothing of it is shown but what the partner said', async () => {
  const body = newUserBody({ fullname: 'Private Name' })
  const created = await service.post('/api/v1/user', body)
  records.set(body.tag, recordOf(body.tag, { email: '' }))
  const { data } = (await onboard(body.tag)).body
  const { name } = await partner.addRule()
  await partner.award(data.userId, name)
  const transfer = await partner.transfer(data.userId, 1)

  assert.equal(data.userId, created.body.data.id)
  assert.deepEqual(data.userData, { tag: body.tag, fullname: 'Grace Hopper', avatar: null })
  assert.deepEqual(transfer.body.data.from, {
    id: transfer.body.data.from.id,
    fullname_businessName: 'Grace Hopper',
    email: '',
    tag: body.tag,
    userId: data.userId,
  })
})

test('who left and joins again has the old membership, wallet, points, progress and counts', async () => {
  const tag = newRecord()
  const first = (await onboard(tag)).body.data
  const paid = await partner.addRule({ userLimitAward: '1' })
  const batched = await partner.addRule({ type: 'batched', completionNumber: '2' })
  await partner.award(first.userId, paid.name)
  await partner.award(first.userId, batched.name)
  await partner.transfer(first.userId, 4)
  await service.request('DELETE', `/api/v1/laas/users/${first.userId}`, { token: partner.token })
  const again = await onboard(tag)
  const member = await service.get(`/api/v1/laas/users/${first.userId}`, partner.token)
  const { updatedAt } = again.body.data

  assertSuccess(again, 200, ONBOARDED, { ...first, updatedAt })
  assert.deepEqual([member.body.data.wallet.coins, member.body.data.wallet.points], ['6', '10'])
  const refused = await partner.award(first.userId, paid.name)
  assert.equal(refused.body.data.appErrorCode, 'user_limit_reached')
  assert.equal((await partner.award(first.userId, batched.name)).body.data.awarded, true)
  for (const query of ['', 'type=spender', `month=${new Date().getUTCMonth() + 1}`]) {
    const { body } = await service.get(
      `/api/v1/laas/coins/partner/ep-leaderboard?${query}&userId=${first.userId}`,
      partner.token,
    )
    assert.notEqual(body.data.userPosition.position, 0)
  }
})

const erase = (userId: string) =>
  dataOf(service.post(`/api/v1/laas/users/${userId}/erase`, { forfeit: true }, partner.token))

test('an erased customer who comes back with an account is the same member, with the same limits', async () => {
  const { name } = await partner.addRule({ userLimitAward: '1' })
  const addErased = async (customer: { externalId: string; email?: string }) => {
    const { userId } = await dataOf(service.post('/api/v1/laas/users', customer, partner.token))
    assert.equal((await partner.award(userId, name)).status, 201)
    await erase(userId)
    return userId
  }
  const externalId = unique('customer-')
  const email = `${unique('grace')}@shop.example`
  const created = { ...newUserBody(), externalId: unique('customer-') }
  const byId = await addErased({ externalId })
  const byEmail = await addErased({ externalId: unique('customer-'), email })
  const byAccount = await addErased({ externalId: created.externalId })

  for (const [userId, tag] of [
    [byId, newRecord({ id: externalId })],
    [byEmail, newRecord({ email })],
  ] as const) {
    const back = await onboard(tag)
    assert.equal(back.status, 200, JSON.stringify(back.body))
    assert.deepEqual([back.body.data.userId, back.body.data.userData.tag], [userId, tag])
    assert.equal((await onboard(tag)).body.data.userId, userId)
  }
  const { id } = await dataOf(service.post('/api/v1/user', created, partner.token))
  assert.equal(id, byAccount)
  for (const userId of [byId, byEmail, byAccount])
    assert.equal((await partner.award(userId, name)).headers.get('laurel-refusal'), 'user_limit_reached')
  assert.equal((await partner.memberOf(byId)).externalId, externalId)
})

test('a known account is not an erased customer because a record gives it the address of that customer', async () => {
  const email = `${unique('grace')}@shop.example`
  const customer = { externalId: unique('customer-'), email }
  const { userId } = await dataOf(service.post('/api/v1/laas/users', customer, partner.token))
  await erase(userId)
  const known = newUserBody()
  const account = await dataOf(service.post('/api/v1/user', known))
  records.set(known.tag, { ...records.get(newRecord({ email })), tag: known.tag })
  assert.equal((await dataOf(onboard(known.tag))).userId, account.id)
})

test('an erased user who comes back is shown on public boards again, unless the account hides it', async () => {
  const isHidden = async (userId: string) => {
    const rows = await service.query('select is_hidden from memberships where user_id = $1', [userId])
    return rows[0]?.is_hidden
  }
  for (const isAdult of [true, false]) {
    const tag = newRecord({ isAdult })
    const { userId, id } = await dataOf(onboard(tag))
    assert.equal(await isHidden(userId), !isAdult)
    await erase(userId)
    assert.equal(await isHidden(userId), true)
    assert.equal((await dataOf(onboard(tag))).id, id)
    assert.equal(await isHidden(userId), !isAdult)
    await erase(userId)
    const externalId = `customer-${tag}`
    const back = await dataOf(service.post('/api/v1/laas/users', { externalId }, partner.token))
    assert.equal(back.id, id)
    assert.equal(await isHidden(userId), !isAdult)
  }
})

test('two partners can onboard the same tag, each with a membership and a wallet of its own', async () => {
  const other = await onboardTestPartner(service, { userDetailsUrl: shop.address })
  const tag = newRecord()
  const [mine, theirs] = [(await onboard(tag)).body.data, (await onboard(tag, other)).body.data]
  await partner.award(mine.userId, (await partner.addRule()).name)

  assert.equal(mine.userId, theirs.userId)
  assert.notEqual(mine.id, theirs.id)
  assert.equal((await other.transfer(theirs.userId, 1)).body.data.appErrorCode, 'insufficient_coins')
})

test('onboarding one tag many times at once makes one account and one membership', async () => {
  const tag = newRecord()
  const answers = await Promise.all(Array.from({ length: 8 }, () => onboard(tag)))

  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 200, 200, 200, 200, 200, 200, 201])
  assert.equal(new Set(answers.map((answer) => answer.body.data.id)).size, 1)
})

test('a tag that the partner does not know is not found, with 400', async () => {
  assertFailure(await onboard('nobody'), 'missing', 'A user with the tag nobody was not found.')
})

test('a free tag with a taken e-mail address is refused with user_details_conflict', async () => {
  const email = `${newRecord()}@shop.example`
  await service.post('/api/v1/user', newUserBody({ email }))

  assertFailure(
    await onboard(newRecord({ email: email.toUpperCase() })),
    'refused',
    'The email in the user record belongs to another tag; correct the record, or use that tag.',
    'user_details_conflict',
  )
})

test('a missing or wrong tag is named before anybody is asked', async () => {
  const { length: asked } = shop.asked
  assertFailure(
    await service.post('/api/v1/laas/users/onboard', {}, partner.token),
    'invalid',
    'tag is required.',
  )
  assertFailure(
    await onboard('no spaces'),
    'invalid',
    'tag must have 3 to 30 letters, digits, dots and underscores.',
  )
  assert.equal(shop.asked.length, asked)
})
