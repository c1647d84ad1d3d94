import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assertFailure, assertSuccess, TIMESTAMP, UUID } from '../../support/api-response.ts'
import { onboardTestPartner, unique } from '../../support/partner.ts'
import { useSharedService } from '../../support/service.ts'

const service = useSharedService()
const partner = await onboardTestPartner(service)

const PATH = '/api/v1/laas/coins/transfer-from-user-wallet'
const TRANSFERRED = 'Coins transferred successfully'
const COINS =
  'coins must be a coin amount above 0 and up to 1000000000, with at most 2 decimals, such as "10" or "2.5".'

async function userWith(coinValue: string, changes: Record<string, unknown> = {}): Promise<string> {
  const userId = await partner.addUser(changes)
  await partner.award(userId, (await partner.addRule({ coinValue })).name)
  return userId
}
const { memberOf } = partner

test('a transfer responds with the coin transaction with every documented field', async () => {
  const tag = unique('grace')
  const userId = await userWith('10', { tag, email: `${tag}@mail.example`, fullname: 'Grace Hopper' })
  const answer = await partner.transfer(userId, 4)

  const { id, to, createdAt } = answer.body.data
  assert.match(id, UUID)
  assert.match(to.id, UUID)
  assert.match(createdAt, TIMESTAMP)
  assertSuccess(answer, 201, TRANSFERRED, {
    id,
    userId,
    debitOrCredit: 'DE',
    coins: 4,
    claimed: true,
    transactionType: 'user_partner_transfer',
    narration: 'User to partner coin transfer',
    from: {
      id: (await memberOf(userId)).wallet.id,
      fullname_businessName: 'Grace Hopper',
      email: `${tag}@mail.example`,
      tag,
      userId,
    },
    to: {
      id: to.id,
      fullname_businessName: 'Acme',
      email: partner.email,
      tag: null,
      userId: partner.partnerId,
    },
    plan: {},
    paidWithGiftCard: false,
    giftCardLedger: {},
    'the service': false,
    charge: 0,
    refunded: false,
    createdAt,
    updatedAt: createdAt,
  })
  assert.equal((await memberOf(userId)).wallet.coins, '6')
})

test('all transfers of a partner enter the same spend account', async () => {
  const userId = await userWith('10')
  const first = await partner.transfer(userId, 1)
  const second = await partner.transfer(userId, 1)

  assert.equal(first.body.data.to.id, second.body.data.to.id)
  assert.notEqual(first.body.data.to.id, first.body.data.to.userId)
})

test('a narration is returned instead of the usual one', async () => {
  const userId = await userWith('10')
  const send = (narration: string) => service.post(PATH, { userId, coins: 1, narration }, partner.token)

  assert.equal((await send('Paid for a mug')).body.data.narration, 'Paid for a mug')
  assert.equal((await send('')).body.data.narration, 'User to partner coin transfer')
})

test('a numeric string is taken like a number, and both are returned as a number', async () => {
  const userId = await userWith('10')

  assert.equal((await partner.transfer(userId, '2.50')).body.data.coins, 2.5)
  assert.equal((await partner.transfer(userId, 2.5)).body.data.coins, 2.5)
  assert.equal((await partner.transfer(userId, 0.01)).body.data.coins, 0.01)
  assert.equal((await memberOf(userId)).wallet.coins, '4.99')
})

test('a wallet can be emptied to the last hundredth, and points stay', async () => {
  const userId = await userWith('0.03')

  assert.equal((await partner.transfer(userId, '0.03')).status, 201)
  assert.deepEqual((await memberOf(userId)).wallet, {
    id: (await memberOf(userId)).wallet.id,
    coins: '0',
    available: '0',
    pending: '0',
    held: '0',
    points: '0.03',
    owed: '0',
    pendingUntil: [],
    expiring: [],
  })
})

test('more than the wallet holds is refused with insufficient_coins, and nothing moves', async () => {
  const userId = await userWith('10')

  assertFailure(
    await partner.transfer(userId, '10.01'),
    'refused',
    'The wallet holds 10 coins; transfer at most that many.',
    'insufficient_coins',
  )
  assert.equal((await memberOf(userId)).wallet.coins, '10')
  const [decision] = await service.query(
    'select outcome, reason, balance::text, seq is not null as has_number from coin_transactions where user_id = $1',
    [userId],
  )
  assert.deepEqual(decision, {
    outcome: 'refused',
    reason: 'insufficient_coins',
    balance: '1000',
    has_number: true,
  })
})

test('an unknown user is not found, and neither is one of another partner or a membership', async () => {
  const other = await onboardTestPartner(service)
  const theirs = await other.addUser()
  const { id } = await memberOf(await userWith('10'))

  for (const userId of [randomUUID(), 'nobody', theirs, id])
    assertFailure(await partner.transfer(userId, 1), 'missing', 'User was not found.')
})

test('missing fields are named in one response', async () => {
  assertFailure(
    await service.post(PATH, {}, partner.token),
    'invalid',
    'userId is required; coins is required.',
  )
  assertFailure(await partner.transfer('', ''), 'invalid', 'userId is required; coins is required.')
})

for (const coins of [0, -1, 0.001, '1.234', 1e21, 1_000_000_000.01, 'ten', '1e2', '٣']) {
  test(`a transfer of ${JSON.stringify(coins)} coins is refused`, async () => {
    assertFailure(await partner.transfer(randomUUID(), coins), 'invalid', COINS)
  })
}
