import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assertFailure, assertSuccess, TIMESTAMP, UUID } from '../../support/api-response.ts'
import { onboardTestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const partner = await onboardTestPartner(service)

const read = (userId: string) => service.get(`/api/v1/laas/users/${userId}`, partner.token)
const remove = (userId: string) =>
  service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: partner.token })

test('a member is read with the wallet', async () => {
  const tag = unique('grace')
  const email = `${tag}@mail.example`
  const userId = await partner.addUser({ tag, email })
  await partner.award(userId, (await partner.addRule({ coinValue: '20' })).name)
  await partner.transfer(userId, '7.5')
  const answer = await read(userId)

  const { id, createdAt, wallet } = answer.body.data
  assert.match(id, UUID)
  assert.match(wallet.id, UUID)
  assert.match(createdAt, TIMESTAMP)
  assertSuccess(answer, 200, 'User returned', {
    id,
    userId,
    userData: { tag, fullname: 'Ada Lovelace', avatar: null },
    createdAt,
    updatedAt: createdAt,
    externalId: null,
    email,
    hasAccount: true,
    leftAt: null,
    leftBy: null,
    wallet: {
      id: wallet.id,
      coins: '12.5',
      available: '12.5',
      pending: '0',
      held: '0',
      points: '20',
      owed: '0',
      pendingUntil: [],
      expiring: [],
    },
  })
})

test('members are listed with their wallets, who joined last first', async () => {
  const other = await onboardTestPartner(service)
  const users: string[] = []
  for (let count = 0; count < 3; count += 1) users.unshift(await other.addUser())
  const list = (query: string) => service.get(`/api/v1/laas/users?${query}`, other.token)
  const { data, next, ...links } = (await list('limit=2')).body.data

  assert.deepEqual(
    data.map((member: { userId: string }) => member.userId),
    users.slice(0, 2),
  )
  assert.deepEqual(links, { count: 3, currentpage: 1, nextpage: 2, prevpage: null, lastpage: 2 })
  assert.equal((await list(`limit=2&cursor=${next}`)).body.data.data[0].userId, users[2])
  const one = (await service.get(`/api/v1/laas/users/${users[0]}`, other.token)).body.data
  assert.deepEqual({ ...data[0], wallet: { ...data[0].wallet, pendingUntil: [], expiring: [] } }, one)
  assertSuccess(await list('page=4'), 200, 'Users returned', {
    data: [],
    count: 3,
    currentpage: 4,
    nextpage: null,
    prevpage: 1,
    lastpage: 1,
    next: null,
  })
})

test('a walk by cursor meets every member once, while one leaves and another joins', async () => {
  const other = await onboardTestPartner(service)
  const users = await other.addUsers(5)
  const list = async (query: string) =>
    (await service.get(`/api/v1/laas/users?limit=2${query}`, other.token)).body.data
  const met: string[] = []
  let page = await list('')
  const [gone] = page.data
  await service.request('DELETE', `/api/v1/laas/users/${gone.userId}`, { token: other.token })
  await other.addUser()
  for (;;) {
    met.push(...page.data.map(({ userId }: { userId: string }) => userId))
    if (page.next === null) break
    page = await list(`&cursor=${page.next}`)
  }
  assert.deepEqual([met.length, new Set(met)], [5, new Set(users)])
  assert.deepEqual([page.currentpage, page.count], [3, 5])
})

test('a page beyond row 10,000 is refused, and says what goes on', async () => {
  for (const path of [
    '/api/v1/laas/users?limit=100&page=101',
    '/api/v1/laas/users?page=1001',
    '/api/v1/laas/rules?page=1001',
    '/api/v1/laas/coins/transactions?page=1001',
    '/api/v1/acme/partners/me/audit-events?page=1001',
    '/api/v1/acme/partners/me/sessions?page=1001',
  ]) {
    const answer = await service.get(path, partner.token)
    assertFailure(
      answer,
      'invalid',
      'page must not begin beyond row 10,000; go on with cursor, the `next` of a response.',
    )
  }
  assert.equal((await service.get('/api/v1/laas/users?limit=100&page=100', partner.token)).status, 200)
  assert.equal((await service.get('/api/v1/laas/leaderboard/new?page=1001', partner.token)).status, 200)
})

test('ending a membership returns it, and the user is then unknown to the partner', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule()
  await partner.award(userId, name)
  const {
    wallet: _,
    externalId: __,
    email: ___,
    hasAccount: ____,
    leftAt: _____,
    leftBy: ______,
    ...membership
  } = (await read(userId)).body.data
  const count = (await service.get('/api/v1/laas/users', partner.token)).body.data.count
  const answer = await remove(userId)
  const { updatedAt } = answer.body.data

  assert.ok(updatedAt > membership.updatedAt)
  assertSuccess(answer, 200, 'User left', { ...membership, updatedAt })
  assertFailure(await read(userId), 'notFound', 'User was not found.')
  assertFailure(await remove(userId), 'notFound', 'User was not found.')
  assertFailure(await partner.award(userId, name), 'missing', 'User was not found.')
  assertFailure(await partner.transfer(userId, 1), 'missing', 'User was not found.')
  const after = (await service.get('/api/v1/laas/users', partner.token)).body.data
  assert.equal(after.count, count - 1)
  assert.ok(!after.data.some((member: { userId: string }) => member.userId === userId))
})

test('a membership is ended by its id in upper case too, with coins of this month', async () => {
  const who = await onboardTestPartner(service)
  const userId = await who.addUser()
  const rule = await who.addRule()
  assert.equal((await who.award(userId, rule.name)).status, 201)
  const path = `/api/v1/laas/users/${userId.toUpperCase()}`
  assert.equal((await service.get(path, who.token)).body.data.userId, userId)
  const left = await service.request('DELETE', path, { token: who.token })
  assert.equal(left.status, 200, JSON.stringify(left.body))
  assertFailure(await who.award(userId, rule.name), 'missing', 'User was not found.')
})

test('a participant who left still takes a slot of the rule', async () => {
  const [first, second] = (await partner.addUsers(2)) as [string, string]
  const { name } = await partner.addRule({ maxNumberOfParticipant: '1' })
  await partner.award(first, name)
  await remove(first)

  assert.equal((await partner.award(second, name)).body.data.appErrorCode, 'rule_full')
})

test('a DELETE may announce JSON and send none', async () => {
  const userId = await partner.addUser()
  const answer = await service.request('DELETE', `/api/v1/laas/users/${userId}`, {
    token: partner.token,
    headers: { 'content-type': 'application/json' },
  })

  assert.equal(answer.status, 200)
})

test('an unknown user and a member of another partner are not found', async () => {
  const theirs = await (await onboardTestPartner(service)).addUser()

  for (const userId of [randomUUID(), theirs]) {
    assertFailure(await read(userId), 'notFound', 'User was not found.')
    assertFailure(await remove(userId), 'notFound', 'User was not found.')
  }
})

test('joining, leaving and every rule, award and transfer is an event in one gapless order', async () => {
  const other = await onboardTestPartner(service)
  const userId = await other.addUser()
  const rule = await other.addRule({ userLimitAward: '1' })
  await other.award(userId, rule.name)
  await other.award(userId, rule.name)
  await other.transfer(userId, 1)
  await other.transfer(userId, 1000)
  await service.request('PATCH', `/api/v1/laas/rules/${rule.id}`, {
    token: other.token,
    body: { status: 'inactive' },
  })
  await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: other.token })
  const events = await service.query<{ no: string; type: string }>(
    'select seq::text as no, type from events where partner_id = $1 order by seq',
    [other.partnerId],
  )

  assert.deepEqual(
    events.map(({ no, type }) => `${no} ${type}`),
    [
      '1 user.onboarded',
      '2 rule.created',
      '3 award.paid',
      '4 award.refused',
      '5 coins.transferred',
      '6 transfer.refused',
      '7 rule.updated',
      '8 user.left',
    ],
  )
})
