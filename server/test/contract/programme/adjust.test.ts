import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { assertFailure, assertSuccess } from '../../support/api-response.ts'
import { onboardTestPartner } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()

const PATH = '/api/v1/laas/coins/adjust'
const COINS =
  'coins must be a coin amount up to 1000000000 to add, or from -1000000000 to take, with at most 2 decimals, such as "10" or "-2.5".'

const partner = await onboardTestPartner(service)
const adjust = (body: Record<string, unknown>) => service.post(PATH, body, partner.token)
const walletOf = async (userId: string) => (await partner.memberOf(userId)).wallet
const boardsOf = (userId: string) =>
  service.query('select points::text, has_earned, has_spent, month from wallets where user_id = $1', [userId])

test('an adjustment adds coins, as a coin transaction from the issuance account, and no board changes', async () => {
  const userId = await partner.addUser()
  const before = await boardsOf(userId)
  const body = {
    userId,
    coins: '5.5',
    reason: 'Sorry for the late delivery',
    reference: 'order-7',
    metadata: { shop: 'Lagos 3' },
  }
  const answer = await adjust(body)
  const { id, from, to, createdAt } = answer.body.data
  assertSuccess(answer, 201, 'Wallet adjusted successfully', {
    id,
    userId,
    debitOrCredit: 'CR',
    coins: 5.5,
    claimed: true,
    transactionType: 'partner_user_adjustment',
    narration: 'Sorry for the late delivery',
    from,
    to,
    plan: {},
    paidWithGiftCard: false,
    giftCardLedger: {},
    'the service': false,
    charge: 0,
    refunded: false,
    createdAt,
    updatedAt: createdAt,
  })
  assert.deepEqual([from.userId, to.userId], [partner.partnerId, userId])
  const { coins, points, owed } = await walletOf(userId)
  assert.deepEqual([coins, points, owed], ['5.5', '0', '0'])
  assert.deepEqual(await boardsOf(userId), before)
  const { data } = await dataOf(
    service.get('/api/v1/laas/coins/transactions?reference=order-7', partner.token),
  )
  assert.deepEqual(
    data.map((each: Record<string, unknown>) => [each.id, each.reference, each.metadata]),
    [[id, 'order-7', { shop: 'Lagos 3' }]],
  )
})

test('a negative adjustment takes coins, and not more than there are', async () => {
  const userId = await partner.addUser()
  await dataOf(adjust({ userId, coins: 10, reason: 'Goodwill' }))
  const { debitOrCredit, coins, transactionType } = await dataOf(
    adjust({ userId, coins: '-2.5', reason: 'Awarded twice' }),
  )
  assert.deepEqual([debitOrCredit, coins, transactionType], ['DE', 2.5, 'user_partner_adjustment'])
  assertFailure(
    await adjust({ userId, coins: -7.51, reason: 'Too much' }),
    'refused',
    'The wallet holds 7.5 coins; take at most that many.',
    'insufficient_coins',
  )
  assert.equal((await walletOf(userId)).coins, '7.5')
  await dataOf(adjust({ userId, coins: -7.5, reason: 'All of it' }))
  assert.equal((await walletOf(userId)).coins, '0')
})

test('a wallet that would hold too much is refused with balance_limit', async () => {
  const userId = await partner.addUser()
  const setBalance = (coins: string) =>
    service.query('update wallets set adjusted = $2, balance = $2 where user_id = $1', [userId, coins])
  await setBalance('6999999999999999')
  try {
    assertFailure(
      await adjust({ userId, coins: 0.02, reason: 'Goodwill' }),
      'refused',
      'The wallet would hold more than 70000000000000 coins; add fewer.',
      'balance_limit',
    )
  } finally {
    await setBalance('0')
  }
})

test('what is wrong is named, and nothing changes', async () => {
  const userId = await partner.addUser()
  const sound = { userId, coins: 1, reason: 'Goodwill' }
  assertFailure(await adjust({}), 'invalid', 'userId is required; coins is required; reason is required.')
  assertFailure(await adjust({ ...sound, reason: ' ' }), 'invalid', 'reason is required.')
  for (const coins of [0, '-0', '0.00', '--1', '+1', -0.001, '1e3', 1_000_000_000.01, -1_000_000_000.01])
    assertFailure(await adjust({ ...sound, coins }), 'invalid', COINS)
  assertFailure(
    await adjust({ ...sound, externalId: 'customer-1' }),
    'invalid',
    'externalId must be left out when userId is sent.',
  )
  const METADATA =
    'metadata must be an object of at most 20 texts without control characters, together at most 4096 bytes as JSON.'
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, 'v']))
  const controls = ['\u0000', '\t', '\n', '\r', '\u001f', '\u007f', '\u0085']
  const withControl = controls.flatMap((control) => [{ text: `a${control}b` }, { [`a${control}b`]: 'text' }])
  for (const metadata of [many, { text: 'x'.repeat(4_090) }, ...withControl, { text: '\ud800' }])
    assertFailure(await adjust({ ...sound, metadata }), 'invalid', METADATA)
  for (const metadata of [{ number: 1 }, []])
    assert.match((await adjust({ ...sound, metadata })).body.data.error, /^metadata/, METADATA)
  assertFailure(
    await adjust({ ...sound, reference: 'x'.repeat(101) }),
    'invalid',
    'reference must be one line of text of at most 100 characters.',
  )
  assert.equal((await walletOf(userId)).coins, '0')
})

test('the wallet of a user who left is adjusted, as it is refunded', async () => {
  const externalId = randomUUID()
  const created = await service.post('/api/v1/laas/users', { externalId }, partner.token)
  const { userId } = created.body.data
  await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: partner.token })
  const added = await adjust({ userId, coins: 5, reason: 'Goodwill' })
  assert.deepEqual([added.status, added.body.data.coins], [201, 5])
  const taken = await adjust({ externalId, coins: -2, reason: 'Twice' })
  assert.deepEqual([taken.status, taken.body.data.debitOrCredit], [201, 'DE'])
  assertFailure(
    await adjust({ userId, coins: -4, reason: 'Twice' }),
    'refused',
    'The wallet holds 3 coins; take at most that many.',
    'insufficient_coins',
  )
  assertFailure(await partner.transfer(userId, 1), 'missing', 'User was not found.')
  await service.post('/api/v1/laas/users', { externalId }, partner.token)
  assert.equal((await walletOf(userId)).coins, '3')
})

test('an unknown user and one of another partner are not found', async () => {
  const other = await onboardTestPartner(service)
  for (const userId of [randomUUID(), 'nobody', await other.addUser()])
    assertFailure(await adjust({ userId, coins: 1, reason: 'Goodwill' }), 'missing', 'User was not found.')
  assertFailure(
    await adjust({ externalId: 'unknown', coins: 1, reason: 'Goodwill' }),
    'missing',
    'User was not found.',
  )
})
