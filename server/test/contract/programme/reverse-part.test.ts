import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { type ApiResponse, assertFailure, assertSuccess } from '../../support/api-response.ts'
import { brokenInvariants } from '../../support/broken-invariants.ts'
import { onboardTestPartner, signIn } from '../../support/partner.ts'
import { RULE_FULL, USER_LIMIT } from '../../support/refusals.ts'
import { useClockService } from '../../support/service.ts'

const { service, second } = await useClockService()

const EXCEEDS = 'Less is left of the award than you want to take back; send fewer coins, or none for all.'
const ALREADY = 'The award was taken back before; it cannot be taken back twice.'
const USED = 'A payment has used this completion; reverse the award that paid instead.'
const COIN_BOARD = '/api/v1/laas/coins/partner/ep-leaderboard'

const partner = await onboardTestPartner(service)

type Given = { coins?: unknown; shortfall?: string }
const reverse = (
  id: string,
  body: Given = {},
  { token = partner.token, api = service }: { token?: string; api?: typeof service } = {},
): Promise<ApiResponse> => api.post(`/api/v1/laas/rules/award/${id}/reverse`, body, token)
const walletOf = async (userId: string) => {
  const { coins, points, owed } = (await partner.memberOf(userId)).wallet
  return { coins, points, owed }
}
/** What a reversal of so many coins says, where the wallet had them and nothing of the award is left. */
const parts = (coins: string, changes: object = {}) => ({
  ...{ awarded: false, coins, taken: coins, owed: '0', writtenOff: '0', left: '0' },
  ...changes,
})
const partsOf = async (response: Promise<ApiResponse>) => {
  const { awarded, coins, taken, owed, writtenOff, left } = await dataOf(response)
  return { awarded, coins, taken, owed, writtenOff, left }
}
const adjust = (userId: string, coins: number) =>
  dataOf(service.post('/api/v1/laas/coins/adjust', { userId, coins, reason: 'Goodwill' }, partner.token))

/** A user with an award of ten coins, of which some are spent. */
async function awardAndSpend(spent: number, changes: Record<string, unknown> = {}) {
  const userId = await partner.addUser()
  const rule = await partner.addRule({ coinValue: '10', ...changes })
  const award = await dataOf(partner.award(userId, rule.name))
  const transfer = spent > 0 ? await dataOf(partner.transfer(userId, spent)) : undefined
  return { userId, rule, award, transfer }
}

test('an award is taken back in parts, and stays awarded until the last of them', async () => {
  const { userId, award } = await awardAndSpend(0)
  const first = await reverse(award.id, { coins: '2.5' })
  const { reversalId } = first.body.data
  const reversal = {
    ...award,
    reversalId,
    ...parts('2.5', { awarded: true, left: '7.5' }),
    narration: null,
  }
  assertSuccess(first, 201, 'Award reversed successfully', reversal)
  assert.deepEqual(await walletOf(userId), { coins: '7.5', points: '7.5', owed: '0' })
  assertFailure(await reverse(award.id, { coins: 7.51 }), 'refused', EXCEEDS, 'reversal_exceeds')
  assert.deepEqual(await partsOf(reverse(award.id)), parts('7.5'))
  assertFailure(await reverse(award.id, { coins: 1 }), 'refused', ALREADY, 'already_reversed')
  assert.deepEqual(await walletOf(userId), { coins: '0', points: '0', owed: '0' })
})

test('the participant slot and the count of the user return with the last part', async () => {
  const { userId, rule, award } = await awardAndSpend(0, { maxNumberOfParticipant: '1', userLimitAward: '1' })
  const other = await partner.addUser()
  await dataOf(reverse(award.id, { coins: 9.99 }))
  assertFailure(await partner.award(other, rule.name), 'refused', RULE_FULL, 'rule_full')
  assertFailure(await partner.award(userId, rule.name), 'refused', USER_LIMIT, 'user_limit_reached')
  await dataOf(reverse(award.id))
  await dataOf(partner.award(other, rule.name))
})

test('a part that was written off keeps the participant slot and the count of the user', async () => {
  const limits = { maxNumberOfParticipant: '1', userLimitAward: '1' }
  for (const parts of [
    [{ shortfall: 'available' }],
    [{ coins: 4, shortfall: 'available' }, { shortfall: 'owe' }],
    [
      { coins: 2, shortfall: 'owe' },
      { coins: 8, shortfall: 'available' },
    ],
  ]) {
    const { userId, rule, award } = await awardAndSpend(9, limits)
    for (const part of parts) await dataOf(reverse(award.id, part))
    assertFailure(await partner.award(userId, rule.name), 'refused', USER_LIMIT, 'user_limit_reached')
    const other = await partner.addUser()
    assertFailure(await partner.award(other, rule.name), 'refused', RULE_FULL, 'rule_full')
    const { participants } = await dataOf(service.get(`/api/v1/laas/rules/${rule.id}`, partner.token))
    assert.equal(participants, '1')
  }
  const { userId, rule, award } = await awardAndSpend(9, limits)
  await dataOf(reverse(award.id, { shortfall: 'owe' }))
  await dataOf(partner.award(userId, rule.name))
  assert.deepEqual(await brokenInvariants(service, partner.partnerId), [])
})

test('a wallet with too few coins refuses, gives what is available, or owes the rest, as asked', async () => {
  const { userId, award } = await awardAndSpend(7)
  assertFailure(
    await reverse(award.id, { coins: 5 }),
    'refused',
    'The wallet holds only 3 coins, fewer than the 5 to take back.',
    'insufficient_coins',
  )
  assert.deepEqual(
    await partsOf(reverse(award.id, { coins: 5, shortfall: 'available' })),
    parts('5', { awarded: true, taken: '3', writtenOff: '2', left: '5' }),
  )
  assert.deepEqual(await walletOf(userId), { coins: '0', points: '5', owed: '0' })
  assert.deepEqual(
    await partsOf(reverse(award.id, { shortfall: 'owe' })),
    parts('5', { taken: '0', owed: '5' }),
  )
  assert.deepEqual(await walletOf(userId), { coins: '0', points: '0', owed: '5' })
  const { data: members } = await dataOf(service.get('/api/v1/laas/users?limit=100', partner.token))
  assert.equal(members.find((each: { userId: string }) => each.userId === userId).wallet.owed, '5')
})

test('awards, refunds and adjustments settle what is owed, each as a movement of its own', async () => {
  const { userId, rule, award, transfer } = await awardAndSpend(10)
  await dataOf(reverse(award.id, { shortfall: 'owe' }))
  assert.deepEqual(await walletOf(userId), { coins: '0', points: '0', owed: '10' })

  const adjusted = await adjust(userId, 2.5)
  assert.deepEqual(await walletOf(userId), { coins: '0', points: '0', owed: '7.5' })
  const refunded = await dataOf(
    service.post(`/api/v1/laas/coins/transactions/${transfer.id}/refund`, { coins: 4 }, partner.token),
  )
  assert.deepEqual(await walletOf(userId), { coins: '0', points: '0', owed: '3.5' })
  const awarded = await dataOf(partner.award(userId, rule.name))
  assert.deepEqual(await walletOf(userId), { coins: '6.5', points: '10', owed: '0' })
  await adjust(userId, 1)

  const { events } = await dataOf(
    service.get('/api/v1/laas/events?types=coins.settled&limit=1000', partner.token),
  )
  const own = events.filter(({ data }: { data: { userId: string } }) => data.userId === userId)
  assert.deepEqual(
    own.map(({ data }: { data: Record<string, unknown> }) => [data.originalId, data.coins, data.balance]),
    [
      [adjusted.id, 2.5, '0'],
      [refunded.id, 4, '0'],
      [awarded.id, 3.5, '6.5'],
    ],
  )
  const { data: listed } = await dataOf(
    service.get(
      `/api/v1/laas/coins/transactions?userId=${userId}&type=user_partner_settlement`,
      partner.token,
    ),
  )
  assert.deepEqual(
    listed.map(({ coins, debitOrCredit }: Record<string, unknown>) => [coins, debitOrCredit]),
    [
      [3.5, 'DE'],
      [4, 'DE'],
      [2.5, 'DE'],
    ],
  )
})

test('a counted completion is taken back: progress falls, and the call does not count again', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ type: 'batched', completionNumber: '3' })
  const call = () => dataOf(partner.award(userId, name))
  const [first, second_] = [await call(), await call()]
  assert.deepEqual(await partsOf(reverse(second_.id)), parts('0'))
  assertFailure(await reverse(second_.id), 'refused', ALREADY, 'already_reversed')
  assertFailure(await reverse(first.id, { coins: 1 }), 'refused', EXCEEDS, 'reversal_exceeds')
  assert.equal((await call()).awarded, false)
  const paid = await call()
  assert.equal(paid.awarded, true)
  assertFailure(await reverse(first.id), 'refused', USED, 'completion_used')
  await dataOf(reverse(paid.id))
  assertFailure(await reverse(first.id), 'refused', USED, 'completion_used')
})

test('a sub-rule whose completion is taken back is open again', async () => {
  const userId = await partner.addUser()
  const { parts } = await partner.addCombinedRule(2)
  const done = await dataOf(partner.award(userId, parts[0]))
  await dataOf(reverse(done.id))
  assert.equal((await dataOf(partner.award(userId, parts[0]))).awarded, false)
  assert.equal((await dataOf(partner.award(userId, parts[1]))).awarded, true)
})

test('order, refund and repeat earns nothing', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ type: 'batched', completionNumber: '2' })
  for (let times = 0; times < 4; times += 1) {
    const order = await dataOf(partner.award(userId, name))
    assert.equal(order.awarded, false)
    await dataOf(reverse(order.id))
  }
  assert.deepEqual(await walletOf(userId), { coins: '0', points: '0', owed: '0' })
})

test('the earner board of the month of the award falls by all that is taken back, also what is owed', async () => {
  service.clock.now = new Date('2026-01-15T12:00:00.000Z')
  const who = await onboardTestPartner(service)
  const [ada] = (await who.addUsers(1)) as [string]
  const { name } = await who.addRule({ coinValue: '10' })
  const award = await dataOf(who.award(ada, name))
  await dataOf(who.transfer(ada, 8))
  service.clock.now = new Date('2026-02-15T12:00:00.000Z')
  const { token } = await signIn(service, who.email)
  await dataOf(reverse(award.id, { coins: 6, shortfall: 'owe' }, { token }))
  const { data } = await dataOf(service.get(`${COIN_BOARD}?month=1&year=2026`, token))
  assert.deepEqual(
    data.map(({ userId, coins }: Record<string, string>) => [userId, coins]),
    [[ada, '4']],
  )
})

test('of two parts that exceed the award together and reach two processes at once, one is taken', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { userId, award } = await awardAndSpend(0)
    const answers = await Promise.all(
      [service, second].map((api) => reverse(award.id, { coins: 6 }, { api })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400])
    const refused = answers.find(({ status }) => status === 400) as ApiResponse
    assertFailure(refused, 'refused', EXCEEDS, 'reversal_exceeds')
    assert.equal((await walletOf(userId)).coins, '4')
  }
})
