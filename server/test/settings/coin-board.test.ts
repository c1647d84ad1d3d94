import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertFailure, assertSuccess } from '../support/api-response.ts'
import { publishBoards } from '../support/boards.ts'
import { MONTHS } from '../support/months.ts'
import { onboardTestPartner, signIn, type TestPartner } from '../support/partner.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()

const BOARD = '/api/v1/laas/coins/partner/ep-leaderboard'
const RETURNED = 'Leaderboard returned'
const NOBODY = { userId: '', amount: '0', position: 0 }
let partner: TestPartner
let token: string
let ada: string
let bea: string
let cid: string

async function moveTo(time: string): Promise<void> {
  service.clock.now = new Date(time)
  token = (await signIn(service, partner.email)).token
}

async function award(userId: string, coinValue: string): Promise<void> {
  const name = `pays ${coinValue}`
  const known = await service.post('/api/v1/laas/rules/award', { userId, ruleName: name }, token)
  if (known.status === 201) return
  const rule = { name, coinValue, maxNumberOfParticipant: '100', condition: 'Paid' }
  await service.post('/api/v1/laas/rules/create-rule', rule, token)
  const answer = await service.post('/api/v1/laas/rules/award', { userId, ruleName: name }, token)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
}

const board = async (query = '') => (await service.get(`${BOARD}?${query}`, token)).body.data

// Three users over the turn of a year; the tests read what happened, on 10 April 2026.
before(async () => {
  service.clock.now = new Date('2025-12-31T22:00:00.000Z')
  partner = await onboardTestPartner(service)
  ada = await partner.addUser()
  bea = await partner.addUser()
  cid = await partner.addUser()
  await moveTo('2025-12-31T23:59:59.999Z')
  await award(ada, '5')
  await moveTo('2026-01-01T00:00:00.000Z')
  await award(bea, '9')
  await award(ada, '7')
  await moveTo('2026-03-31T23:59:59.999Z')
  await award(ada, '1.5')
  for (const [userId, coins] of [
    [bea, 4],
    [ada, '0.25'],
  ]) {
    const answer = await service.post(
      '/api/v1/laas/coins/transfer-from-user-wallet',
      { userId, coins },
      token,
    )
    assert.equal(answer.status, 201)
  }
  await moveTo('2026-04-10T12:00:00.000Z')
})
after(() => {
  service.clock.now = undefined
})

test('the paged board responds with every documented field, with strings for coins, amounts and the count', async () => {
  const answer = await service.get(`${BOARD}?userId=${bea}&type=earner&limit=1`, token)

  assertSuccess(answer, 200, RETURNED, {
    userPosition: { userId: bea, amount: '9', position: 2 },
    data: [{ userId: ada, coins: '13.5' }],
    count: '2',
    currentpage: 1,
    nextpage: 2,
    prevpage: null,
    lastpage: 2,
  })
})

test('the yearly board responds with the year as a string and a list for every month up to now', async () => {
  const answer = await service.get(`${BOARD}?year=2026`, token)

  assertSuccess(answer, 200, RETURNED, {
    year: '2026',
    leaderboards: {
      January: [
        { userId: bea, coins: '9' },
        { userId: ada, coins: '7' },
      ],
      February: [],
      March: [{ userId: ada, coins: '1.5' }],
      April: [],
    },
  })
  assert.deepEqual(Object.keys(answer.body.data.leaderboards), MONTHS.slice(0, 4))
})

test('a past year has all twelve months, in their order', async () => {
  const { year, leaderboards } = await board('year=2025')

  assert.equal(year, '2025')
  assert.deepEqual(Object.keys(leaderboards), MONTHS)
  assert.deepEqual(leaderboards.December, [{ userId: ada, coins: '5' }])
  assert.deepEqual(leaderboards.November, [])
})

test('a year that has not begun has no months', async () => {
  assert.deepEqual(await board('year=2027'), { year: '2027', leaderboards: {} })
})

test('each month of a year shows its top, as many as limit says', async () => {
  const { leaderboards } = await board('year=2026&limit=1')

  assert.deepEqual(leaderboards.January, [{ userId: bea, coins: '9' }])
})

test('spenders are those who transferred coins to the partner', async () => {
  const { leaderboards } = await board('year=2026&type=spender')
  const spenders = [
    { userId: bea, coins: '4' },
    { userId: ada, coins: '0.25' },
  ]

  assert.deepEqual(leaderboards, { January: [], February: [], March: spenders, April: [] })
  assert.deepEqual((await board('type=spender')).data, spenders)
  assert.deepEqual(
    (await board('type=spender&previous=true')).data,
    spenders.map((entry, index) => ({ ...entry, previousPosition: index + 1 })),
  )
  assert.deepEqual((await board(`type=spender&userId=${ada}`)).userPosition, {
    userId: ada,
    amount: '0.25',
    position: 2,
  })
})

test('a month is a number or an English name in any case, of this year unless year says otherwise', async () => {
  const january = [
    { userId: bea, coins: '9' },
    { userId: ada, coins: '7' },
  ]
  for (const month of ['1', '01', 'January', 'january', 'JANUARY'])
    assert.deepEqual((await board(`month=${month}`)).data, january, month)
  assert.deepEqual((await board('month=3')).data, [{ userId: ada, coins: '1.5' }])
  assert.deepEqual((await board('month=December&year=2025')).data, [{ userId: ada, coins: '5' }])
  assert.deepEqual((await board('month=current')).data, [])
})

test('the position in a month is that of the month', async () => {
  assert.deepEqual((await board(`month=1&userId=${ada}`)).userPosition, {
    userId: ada,
    amount: '7',
    position: 2,
  })
  assert.deepEqual((await board(`month=2&userId=${ada}`)).userPosition, {
    userId: ada,
    amount: '0',
    position: 0,
  })
})

test('a board lists only users with a movement of its type in the period', async () => {
  const { data, count, userPosition } = await board(`userId=${cid}`)

  assert.deepEqual(
    data.map((entry: { userId: string }) => entry.userId),
    [ada, bea],
  )
  assert.equal(count, '2')
  assert.deepEqual(userPosition, { userId: cid, amount: '0', position: 0 })
  assert.deepEqual(await board('month=12'), {
    userPosition: NOBODY,
    data: [],
    count: '0',
    currentpage: 1,
    nextpage: null,
    prevpage: null,
    lastpage: 1,
  })
})

test('a page past the end is empty', async () => {
  assert.deepEqual(await board('page=5&limit=1'), {
    userPosition: NOBODY,
    data: [],
    count: '2',
    currentpage: 5,
    nextpage: null,
    prevpage: 2,
    lastpage: 2,
  })
})

for (const [query, error] of [
  ['page=0', 'page must be a whole number from 1 to 1000000000.'],
  ['limit=101', 'limit must be a whole number from 1 to 100.'],
  ['month=13', 'month must be a number from 1 to 12, an English month name or current.'],
  ['month=0', 'month must be a number from 1 to 12, an English month name or current.'],
  ['month=Januar', 'month must be a number from 1 to 12, an English month name or current.'],
  ['month=Current', 'month must be a number from 1 to 12, an English month name or current.'],
  ['month=current&year=2026', 'year is not for month=current; leave it out.'],
  ['year=26', 'year must be a year from 1970 to 9999.'],
  ['year=soon', 'year must be a year from 1970 to 9999.'],
  ['type=loser', 'type must be earner or spender.'],
  [
    'page=x&limit=0&month=x&year=x&type=x',
    'page must be a whole number from 1 to 1000000000; limit must be a whole number from 1 to 100; month must be a number from 1 to 12, an English month name or current; year must be a year from 1970 to 9999; type must be earner or spender.',
  ],
] as const) {
  test(`a coin board with ${query} is refused, naming the parameter`, async () => {
    assertFailure(await service.get(`${BOARD}?${query}`, token), 'invalid', error)
  })
}

test('the board of another partner is forbidden, and one that is not public needs a token', async () => {
  const other = await onboardTestPartner(service)

  assertFailure(
    await service.get(`${BOARD}?partnerId=${other.partnerId}`, token),
    'forbidden',
    'The boards of another partner are not yours to read; leave partnerId out for your own.',
  )
  assertFailure(
    await service.get(`${BOARD}?partnerId=${other.partnerId}`),
    'unauthorized',
    "These boards are not public; send the partner's access token in the header Authorization: Bearer <ACCESS_TOKEN>.",
  )
  assertFailure(
    await service.get(BOARD),
    'unauthorized',
    'The access token is missing; send it in the header Authorization: Bearer <ACCESS_TOKEN>, or name a partner with public boards in partnerId.',
  )
})

test('a public board is read without a token, from any website', async () => {
  const own = await service.get(BOARD, token)
  await publishBoards(service, { token })
  const answer = await service.get(`${BOARD}?partnerId=${partner.partnerId}`)
  const yearly = await service.get(`${BOARD}?partnerId=${partner.partnerId}&year=2026`)

  assert.deepEqual(answer.body, own.body)
  assert.equal(own.headers.get('access-control-allow-origin'), null)
  for (const { status, headers } of [answer, yearly]) {
    assert.equal(status, 200)
    assert.equal(headers.get('access-control-allow-origin'), '*')
  }
})
