import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assertFailure, assertSuccess, TIMESTAMP, TOKEN_BAD, UUID } from '../../support/api-response.ts'
import { partnerWithScores, publishBoards } from '../../support/boards.ts'
import { onboardTestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()

const BOARD = '/api/v1/laas/leaderboard/new'
const RETURNED = 'Leaderboard returned'
const NOBODY = { userId: '', amount: 0, position: 0 }

type Entry = { points: number; user: { userId: string; userData: unknown } }

test('the points board responds with every documented field, with numbers for amounts and counts', async () => {
  const { partner, users } = await partnerWithScores(service, [12.5])
  const answer = await service.get(`${BOARD}?userId=${users[0]}`, partner.token)

  const [entry] = answer.body.data.data
  assert.match(entry.id, UUID)
  assert.match(entry.user.id, UUID)
  assert.equal(new Set([entry.id, entry.user.id, entry.user.userId]).size, 3)
  for (const time of [entry.createdAt, entry.updatedAt, entry.user.createdAt, entry.user.updatedAt])
    assert.match(time, TIMESTAMP)
  assert.ok(entry.updatedAt > entry.createdAt)
  const { tag } = entry.user.userData
  assertSuccess(answer, 200, RETURNED, {
    userPosition: { userId: users[0], amount: 12.5, position: 1 },
    data: [
      {
        id: entry.id,
        points: 12.5,
        createdAt: entry.createdAt,
        updatedAt: entry.updatedAt,
        user: {
          id: entry.user.id,
          userId: users[0],
          userData: { tag, fullname: 'Ada Lovelace', avatar: null },
          createdAt: entry.user.createdAt,
          updatedAt: entry.user.updatedAt,
        },
      },
    ],
    count: 1,
    currentpage: 1,
    nextpage: null,
    prevpage: null,
    lastpage: 1,
  })
})

test('a board without members is empty and has one page', async () => {
  const { partner } = await partnerWithScores(service, [])

  assertSuccess(await service.get(BOARD, partner.token), 200, RETURNED, {
    userPosition: NOBODY,
    data: [],
    count: 0,
    currentpage: 1,
    nextpage: null,
    prevpage: null,
    lastpage: 1,
  })
})

test('a page has ten entries unless take says otherwise, and at most a hundred', async () => {
  const { partner } = await partnerWithScores(
    service,
    Array.from({ length: 11 }, () => 0),
  )
  const page = async (query: string) => (await service.get(`${BOARD}?${query}`, partner.token)).body.data

  assert.equal((await page('')).data.length, 10)
  assert.equal((await page('')).lastpage, 2)
  assert.equal((await page('take=100')).data.length, 11)
})

for (const [query, error] of [
  ['page=0', 'page must be a whole number from 1 to 1000000000.'],
  ['page=1.5', 'page must be a whole number from 1 to 1000000000.'],
  ['take=0', 'take must be a whole number from 1 to 100.'],
  ['take=101', 'take must be a whole number from 1 to 100.'],
  [
    'page=x&take=-1',
    'page must be a whole number from 1 to 1000000000; take must be a whole number from 1 to 100.',
  ],
] as const) {
  test(`a points board with ${query} is refused, naming the parameter`, async () => {
    const { partner } = await partnerWithScores(service, [])

    assertFailure(await service.get(`${BOARD}?${query}`, partner.token), 'invalid', error)
  })
}

test('naming the own partner is the same as naming none', async () => {
  const { partner } = await partnerWithScores(service, [5])
  const own = await service.get(`${BOARD}?partnerId=${partner.partnerId.toUpperCase()}`, partner.token)

  assert.deepEqual(own.body, (await service.get(BOARD, partner.token)).body)
})

test('the board of another partner is forbidden, and an unknown partner gets the same response', async () => {
  const { partner } = await partnerWithScores(service, [])
  const other = await onboardTestPartner(service)
  for (const partnerId of [other.partnerId, randomUUID(), 'nobody']) {
    assertFailure(
      await service.get(`${BOARD}?partnerId=${partnerId}`, partner.token),
      'forbidden',
      'The boards of another partner are not yours to read; leave partnerId out for your own.',
    )
  }
})

test('a board that is not public needs a token', async () => {
  const { partner } = await partnerWithScores(service, [])

  assertFailure(
    await service.get(BOARD),
    'unauthorized',
    'The access token is missing; send it in the header Authorization: Bearer <ACCESS_TOKEN>, or name a partner with public boards in partnerId.',
  )
  for (const partnerId of [partner.partnerId, randomUUID()]) {
    assertFailure(
      await service.get(`${BOARD}?partnerId=${partnerId}`),
      'unauthorized',
      "These boards are not public; send the partner's access token in the header Authorization: Bearer <ACCESS_TOKEN>.",
    )
  }
})

test('a bad token is refused even where none is needed', async () => {
  const { partner } = await partnerWithScores(service, [])
  await publishBoards(service, partner)

  assertFailure(
    await service.get(`${BOARD}?partnerId=${partner.partnerId}`, 'not-a-token'),
    'unauthorized',
    TOKEN_BAD,
  )
})

test('a public board shows tags alone, nothing of users who are not adult or are hidden, and may be read from any website', async () => {
  const partner = await onboardTestPartner(service)
  const tags = [unique('adult'), unique('minor'), unique('hidden')] as const
  const users: string[] = []
  for (const tag of tags) users.push(await partner.addUser({ tag, isAdult: tag !== tags[1] }))
  await service.query('update memberships set is_hidden = true where tag = $1', [tags[2]])
  await publishBoards(service, partner)
  const path = `${BOARD}?partnerId=${partner.partnerId}&userId=${users[0]}`
  const own = await service.get(path, partner.token)
  const answer = await service.get(path)

  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  assert.deepEqual(answer.body.data.userPosition, { userId: users[0], amount: 0, position: 1 })
  assert.deepEqual(
    answer.body.data.data.map((entry: Entry) => entry.user.userData),
    [{ tag: tags[0], fullname: null, avatar: null }, null, null],
  )
  assert.equal(own.headers.get('access-control-allow-origin'), null)
  assert.deepEqual(
    own.body.data.data.map((entry: Entry) => entry.user.userData),
    tags.map((tag) => ({ tag, fullname: 'Ada Lovelace', avatar: null })),
  )
})

test('another partner sees a public board as the public does, until it is closed again', async () => {
  const { partner } = await partnerWithScores(service, [5])
  const other = await onboardTestPartner(service)
  const path = `${BOARD}?partnerId=${partner.partnerId}`
  await publishBoards(service, partner)
  const answer = await service.get(path, other.token)

  assert.equal(answer.status, 200)
  assert.equal(answer.body.data.data[0].user.userData.fullname, null)
  await publishBoards(service, partner, false)
  assert.equal((await service.get(path, other.token)).status, 403)
  assert.equal((await service.get(path)).status, 401)
  assert.equal((await service.get(path)).headers.get('access-control-allow-origin'), null)
})
