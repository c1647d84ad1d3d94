import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { type ApiResponse, assertFailure, assertSuccess } from '../../support/api-response.ts'
import { brokenInvariants } from '../../support/broken-invariants.ts'
import { onboardTestPartner, signIn, type TestPartner } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'

const { service, second } = await useClockService()

const REFUNDED = 'Coins refunded successfully'
const NOT_REFUNDABLE = 'Only a transfer that moved coins can be refunded; send the id of one.'
const ALREADY = 'All coins of the transfer were refunded before; nothing of it is left to refund.'
const EXCEEDS = 'Less is left of the transfer than you want to refund; send fewer coins, or none for all.'
const COIN_BOARD = '/api/v1/laas/coins/partner/ep-leaderboard'

const partner = await onboardTestPartner(service)
const { name: pays100 } = await partner.addRule({ coinValue: '100' })

type Given = { coins?: unknown; narration?: string }
const refund = (
  id: string,
  body?: Given,
  { token = partner.token, api = service }: { token?: string; api?: typeof service } = {},
): Promise<ApiResponse> =>
  api.request('POST', `/api/v1/laas/coins/transactions/${id}/refund`, {
    token,
    ...(body && { body }),
  })

/** A user with a hundred coins, of which some are transferred. */
async function spend(coins: number | string, who: TestPartner = partner) {
  const userId = await who.addUser()
  await dataOf(who.award(userId, pays100))
  const transfer = await dataOf(who.transfer(userId, coins))
  return { userId, transfer }
}

const listed = async (id: string) => {
  const { data } = await dataOf(service.get('/api/v1/laas/coins/transactions?limit=100', partner.token))
  return data.find((each: { id: string }) => each.id === id)
}

test('a refund gives all coins of a transfer back, as a coin transaction with both parties', async () => {
  const { userId, transfer } = await spend('40.5')
  const answer = await refund(transfer.id)
  const { id, createdAt } = answer.body.data
  assertSuccess(answer, 201, REFUNDED, {
    ...transfer,
    id,
    debitOrCredit: 'CR',
    coins: 40.5,
    transactionType: 'partner_user_refund',
    narration: 'Refund of a coin transfer',
    from: transfer.to,
    to: transfer.from,
    createdAt,
    updatedAt: createdAt,
  })
  assert.equal(await partner.coinsOf(userId), '100')
  const original = await listed(transfer.id)
  assert.deepEqual([original.refunded, original.updatedAt], [true, createdAt])
  const { originalId, refunded } = await listed(id)
  assert.deepEqual([originalId, refunded], [transfer.id, false])
})

test('a transfer is refunded in parts, and is refunded only with the last of them', async () => {
  const { userId, transfer } = await spend(40)
  assert.equal((await refund(transfer.id, { coins: '15.25', narration: 'One mug' })).body.data.coins, 15.25)
  assert.equal((await listed(transfer.id)).refunded, false)
  assertFailure(await refund(transfer.id, { coins: 24.76 }), 'refused', EXCEEDS, 'refund_exceeds')
  assert.equal(await partner.coinsOf(userId), '75.25')
  const last = await refund(transfer.id, {})
  assert.deepEqual([last.body.data.coins, last.body.data.narration], [24.75, 'Refund of a coin transfer'])
  assert.equal((await listed(transfer.id)).refunded, true)
  assertFailure(await refund(transfer.id), 'refused', ALREADY, 'already_refunded')
  assertFailure(await refund(transfer.id, { coins: 1 }), 'refused', ALREADY, 'already_refunded')
  assert.equal(await partner.coinsOf(userId), '100')
})

test('what is no transfer is not refundable: an award, a reversal, a refund, a refused transfer', async () => {
  const { userId, transfer } = await spend(10)
  const award = await dataOf(partner.award(userId, pays100))
  const { reversalId } = await dataOf(partner.reverse(award.id))
  const refunded = await dataOf(refund(transfer.id, { coins: 1 }))
  await partner.transfer(userId, 1_000)
  const [refused] = await service.query<{ id: string }>(
    `select id from coin_transactions where user_id = $1 and outcome = 'refused'`,
    [userId],
  )
  for (const id of [award.id, reversalId, refunded.id, refused?.id as string])
    for (const body of [{}, { coins: 1 }])
      assertFailure(await refund(id, body), 'refused', NOT_REFUNDABLE, 'not_refundable')
  assert.equal(await partner.coinsOf(userId), '91')
})

test('an unknown transaction is 404, and so is one of another partner', async () => {
  const other = await onboardTestPartner(service)
  const { transfer } = await spend(10)
  assertFailure(await refund(randomUUID()), 'notFound', 'Transaction was not found.')
  assertFailure(
    await refund(transfer.id, {}, { token: other.token }),
    'notFound',
    'Transaction was not found.',
  )
  assertFailure(
    await refund('last'),
    'invalid',
    'id must be an identifier such as 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55.',
  )
})

test('of refunds for the last coin that reach two processes at once, exactly one gives it', async () => {
  const { userId, transfer } = await spend(10)
  await dataOf(refund(transfer.id, { coins: 9 }))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      refund(transfer.id, { coins: 1 }, { api: index % 2 === 0 ? service : second }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  for (const answer of answers.filter(({ status }) => status !== 201))
    assertFailure(answer, 'refused', ALREADY, 'already_refunded')
  assert.equal(await partner.coinsOf(userId), '100')
})

test('a transfer of a user who left is refunded into the wallet that is kept', async () => {
  const { userId, transfer } = await spend(30)
  await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: partner.token })
  assert.equal((await refund(transfer.id, { coins: 20 })).status, 201)
  const [wallet] = await service.query<{ balance: string; spent: string }>(
    'select balance::text, spent::text from wallets where user_id = $1',
    [userId],
  )
  assert.deepEqual(wallet, { balance: '9000', spent: '1000' })
  assert.deepEqual(await brokenInvariants(service), [])
})

test('the spender board of the month of the transfer falls, and a spender at 0 stays listed', async () => {
  const moveTo = async (time: string) => {
    service.clock.now = new Date(time)
    return (await signIn(service, who.email)).token
  }
  service.clock.now = new Date('2026-01-15T12:00:00.000Z')
  const who = await onboardTestPartner(service)
  const { name } = await who.addRule({ coinValue: '100' })
  const [ada, bea] = (await who.addUsers(2)) as [string, string]
  for (const userId of [ada, bea]) await dataOf(who.award(userId, name))
  const inJanuary = await dataOf(who.transfer(ada, 10))
  await dataOf(who.transfer(bea, 4))

  let token = await moveTo('2026-02-15T12:00:00.000Z')
  await dataOf(service.post('/api/v1/laas/coins/transfer-from-user-wallet', { userId: ada, coins: 3 }, token))
  token = await moveTo('2026-03-15T12:00:00.000Z')
  const entries = async (query: string) => {
    const { data } = await dataOf(service.get(`${COIN_BOARD}?type=spender&${query}`, token))
    return data.map(({ userId, coins }: Record<string, string>) => [userId, coins])
  }
  await dataOf(refund(inJanuary.id, { coins: 7 }, { token }))
  assert.deepEqual(await entries('month=1&year=2026'), [
    [bea, '4'],
    [ada, '3'],
  ])
  await dataOf(refund(inJanuary.id, {}, { token }))
  assert.deepEqual(await entries('month=1&year=2026'), [
    [bea, '4'],
    [ada, '0'],
  ])
  assert.deepEqual(await entries('month=2&year=2026'), [[ada, '3']])
  assert.deepEqual(await entries('month=3&year=2026'), [])
  assert.deepEqual(await entries(''), [
    [bea, '4'],
    [ada, '3'],
  ])
})

test('a refund is an event with its transfer, and a refused one too', async () => {
  const { userId, transfer } = await spend(10)
  const given = await dataOf(refund(transfer.id))
  await refund(transfer.id)
  const { next } = await dataOf(service.get('/api/v1/laas/events?after=0&limit=1', partner.token))
  assert.equal(next, 1)
  const { events } = await dataOf(
    service.get('/api/v1/laas/events?types=coins.refunded,refund.refused&limit=1000', partner.token),
  )
  const [refunded, refused] = events.slice(-2)
  assert.deepEqual([refunded.type, refused.type], ['coins.refunded', 'refund.refused'])
  const { balance, points, originalId, actor, ...rest } = refunded.data
  assert.deepEqual([balance, points, originalId, actor.kind], ['100', '100', transfer.id, 'team'])
  assert.deepEqual(rest, { ...given, returnId: null, reference: null, metadata: null })
  assert.deepEqual(
    [refused.data.reason, refused.data.userId, refused.data.originalId],
    ['already_refunded', userId, transfer.id],
  )
})
