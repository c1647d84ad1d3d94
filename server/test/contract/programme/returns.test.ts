import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { type ApiResponse, assertFailure, TIMESTAMP, UUID } from '../../support/api-response.ts'
import { brokenInvariants } from '../../support/broken-invariants.ts'
import { rowsOf } from '../../support/database.ts'
import type { ApiEvent } from '../../support/events.ts'
import { onboardTestPartner, unique } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'

const { service, second } = await useClockService()

const PATH = '/api/v1/laas/returns'
const SHARE = 'share must be a share above 0 and up to 1, with at most 6 decimals, such as "0.25" or "1".'

const partner = await onboardTestPartner(service)
const { name: wealth } = await partner.addRule({ coinValue: '100' })
const { name: perEuro } = await partner.addRule({ coinValue: '1', perUnit: true })

type Options = { key?: string; api?: typeof service }
const post = (path: string, body: object, { key, api = service }: Options = {}): Promise<ApiResponse> =>
  api.request('POST', path, {
    token: partner.token,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const giveBack = (body: object, options?: Options) => post(PATH, body, options)
const award = (userId: string, reference: string, units: string) =>
  dataOf(post('/api/v1/laas/rules/award', { userId, ruleName: perEuro, units, reference }))
const transfer = (userId: string, reference: string, coins: number | string) =>
  dataOf(post('/api/v1/laas/coins/transfer-from-user-wallet', { userId, coins, reference }))
const walletOf = async (userId: string) => {
  const { coins, points, owed } = (await partner.memberOf(userId)).wallet
  return { coins, points, owed }
}
const coinsIn = (entries: { coins: unknown }[]) => entries.map(({ coins }) => coins)

/** What a refused return must leave as it was. */
const everything = () => rowsOf(service, partner, ['wallets', 'rule_progress', 'rules', 'movements'])

/** An order of 19.99 euros, of which 7.77 were paid with coins, by a user with a hundred coins. */
async function placeOrder() {
  const userId = await partner.addUser()
  await dataOf(partner.award(userId, wealth))
  const reference = unique('order-')
  const paid = await transfer(userId, reference, '7.77')
  const earned = await award(userId, reference, '19.99')
  return { userId, reference, paid, earned }
}

test('a return refunds and reverses its share, and the next ones add up to the whole', async () => {
  const { userId, reference, paid, earned } = await placeOrder()
  assert.deepEqual(await walletOf(userId), { coins: '112.22', points: '119.99', owed: '0' })

  const first = await dataOf(giveBack({ reference, share: '0.333333' }))
  assert.match(first.id, UUID)
  assert.match(first.createdAt, TIMESTAMP)
  assert.deepEqual(Object.keys(first), [
    'id',
    'reference',
    'share',
    'shareTotal',
    'narration',
    'refunds',
    'reversals',
    'createdAt',
  ])
  assert.deepEqual([first.reference, first.share, first.shareTotal], [reference, '0.333333', '0.333333'])
  const [refund] = first.refunds
  assert.deepEqual(
    [refund.coins, refund.transactionType, refund.debitOrCredit, refund.originalId, refund.refunded],
    [2.58, 'partner_user_refund', 'CR', paid.id, false],
  )
  const [reversal] = first.reversals
  assert.deepEqual(
    [reversal.id, reversal.awarded, reversal.coins, reversal.taken, reversal.left],
    [earned.id, true, '6.66', '6.66', '13.33'],
  )
  assert.deepEqual(await walletOf(userId), { coins: '108.14', points: '113.33', owed: '0' })

  const again = await dataOf(giveBack({ reference, share: 0.333333 }))
  assert.deepEqual(
    [again.shareTotal, coinsIn(again.refunds), coinsIn(again.reversals)],
    ['0.666666', [2.59], ['6.66']],
  )
  const last = await dataOf(giveBack({ reference, share: '0.333334' }))
  assert.deepEqual([last.shareTotal, coinsIn(last.refunds), coinsIn(last.reversals)], ['1', [2.6], ['6.67']])
  assert.deepEqual(
    [last.reversals[0].awarded, await walletOf(userId)],
    [false, { coins: '100', points: '100', owed: '0' }],
  )
})

test('shares that add up to more than 1 are refused with return_exceeds', async () => {
  const { reference } = await placeOrder()
  await dataOf(giveBack({ reference, share: 0.4 }))
  const before = await everything()
  assertFailure(
    await giveBack({ reference, share: '0.600001' }),
    'refused',
    'Of the order, 0.4 was returned before; return at most 0.6 of it.',
    'return_exceeds',
  )
  assert.deepEqual(await everything(), before)
  await dataOf(giveBack({ reference, share: 0.6 }))
  assertFailure(
    await giveBack({ reference, share: '0.000001' }),
    'refused',
    'The whole order was returned before; nothing of it is left.',
    'return_exceeds',
  )
})

test('what was refunded and reversed one by one counts, and what would be zero is left out', async () => {
  const { userId, reference, paid, earned } = await placeOrder()
  await dataOf(post(`/api/v1/laas/coins/transactions/${paid.id}/refund`, {}))
  await dataOf(post(`/api/v1/laas/rules/award/${earned.id}/reverse`, { coins: '19.98' }))
  const tiny = await dataOf(giveBack({ reference, share: '0.000001' }))
  assert.deepEqual([tiny.refunds, tiny.reversals], [[], []])
  const half = await dataOf(giveBack({ reference, share: '0.499999' }))
  assert.deepEqual([half.refunds, coinsIn(half.reversals)], [[], ['0.01']])
  const rest = await dataOf(giveBack({ reference, share: '0.5' }))
  assert.deepEqual([rest.refunds, rest.reversals], [[], []])
  assert.deepEqual(await walletOf(userId), { coins: '100', points: '100', owed: '0' })
})

test('a return is done whole or not at all: one wallet with too few coins refuses it, or owes', async () => {
  const reference = unique('order-')
  const [rich, poor] = (await partner.addUsers(2)) as [string, string]
  await dataOf(partner.award(rich, wealth))
  await transfer(rich, reference, 5)
  await award(rich, reference, '10')
  const shared = await award(poor, reference, '10')
  await dataOf(partner.transfer(poor, 7))
  const before = await everything()
  assertFailure(
    await giveBack({ reference, share: 0.5 }),
    'refused',
    `Too few coins can be taken back for the share of award ${shared.id}; send a shortfall of available or owe.`,
    'insufficient_coins',
  )
  assert.deepEqual(await everything(), before)

  const part = await dataOf(giveBack({ reference, share: 0.5, shortfall: 'available' }))
  assert.deepEqual(
    part.reversals.map(({ taken, owed, writtenOff }: Record<string, string>) => [taken, owed, writtenOff]),
    [
      ['5', '0', '0'],
      ['3', '0', '2'],
    ],
  )
  const rest = await dataOf(giveBack({ reference, share: 0.5, shortfall: 'owe' }))
  assert.deepEqual(
    rest.reversals.map(({ taken, owed, writtenOff }: Record<string, string>) => [taken, owed, writtenOff]),
    [
      ['5', '0', '0'],
      ['0', '5', '0'],
    ],
  )
  assert.deepEqual(await walletOf(rich), { coins: '100', points: '100', owed: '0' })
  assert.deepEqual(await walletOf(poor), { coins: '0', points: '0', owed: '5' })
  await dataOf(partner.award(poor, wealth))
  assert.deepEqual(await walletOf(poor), { coins: '95', points: '100', owed: '0' })
})

test('refunds settle what is owed, and their coins pay for the reversals of the same return', async () => {
  const userId = await partner.addUser()
  const reference = unique('order-')
  await award(userId, reference, '10')
  await transfer(userId, reference, 10)
  const { refunds, reversals } = await dataOf(giveBack({ reference, share: 1 }))
  assert.deepEqual([coinsIn(refunds), coinsIn(reversals)], [[10], ['10']])
  assert.deepEqual(await walletOf(userId), { coins: '0', points: '0', owed: '0' })
})

test('a return to the end takes completions back that no payment used, and leaves the others', async () => {
  const userId = await partner.addUser()
  const { name } = await partner.addRule({ type: 'batched', completionNumber: '2' })
  const complete = (reference: string) =>
    dataOf(post('/api/v1/laas/rules/award', { userId, ruleName: name, reference }))
  const [used, open] = [unique('order-'), unique('order-')]
  await complete(used)
  assert.equal((await complete(unique('order-'))).awarded, true)
  const counted = await complete(open)
  assert.deepEqual((await dataOf(giveBack({ reference: used, share: 1 }))).reversals, [])
  assert.deepEqual((await dataOf(giveBack({ reference: open, share: 0.9 }))).reversals, [])
  const { reversals } = await dataOf(giveBack({ reference: open, share: 0.1 }))
  assert.deepEqual(
    reversals.map(({ id, coins, awarded }: Record<string, unknown>) => [id, coins, awarded]),
    [[counted.id, '0', false]],
  )
  assert.equal((await complete(unique('order-'))).awarded, false)
})

test('orders of users who left are returned too', async () => {
  const { userId, reference } = await placeOrder()
  await service.request('DELETE', `/api/v1/laas/users/${userId}`, { token: partner.token })
  const { refunds, reversals } = await dataOf(giveBack({ reference, share: 1 }))
  assert.deepEqual([coinsIn(refunds), coinsIn(reversals)], [[7.77], ['19.99']])
})

test('of two returns of one order that reach two processes at once, exactly one is done', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { userId, reference } = await placeOrder()
    const answers = await Promise.all(
      [service, second].map((api) => giveBack({ reference, share: 0.6 }, { api })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400])
    const refused = answers.find(({ status }) => status === 400) as ApiResponse
    assert.equal(refused.body.data.appErrorCode, 'return_exceeds')
    assert.deepEqual(await walletOf(userId), { coins: '104.89', points: '108', owed: '0' })
  }
})

/** The latest events, the newest last. */
const latestEvents = async (limit: number): Promise<ApiEvent[]> => {
  const path = `/api/v1/laas/events?before=9007199254740991&limit=${limit}`
  return (await dataOf(service.get(path, partner.token))).events.reverse()
}

test('a return is an event, and so is each refund and reversal, which name it', async () => {
  const { reference } = await placeOrder()
  const { id, decision } = await dataOf(
    post(`${PATH}?expand=decision`, { reference, share: 1, shortfall: 'owe' }),
  )
  const [returned, ...steps] = await latestEvents(3)
  assert.deepEqual(
    [returned?.seq, returned?.type, returned?.data],
    [
      decision.seq,
      'order.returned',
      {
        id,
        reference,
        share: '1',
        shareTotal: '1',
        narration: null,
        shortfall: 'owe',
        actor: returned?.data.actor,
      },
    ],
  )
  assert.equal(returned?.data.actor.kind, 'team')
  assert.deepEqual(
    steps.map(({ type, data }) => [type, data.returnId, data.reference]),
    [
      ['coins.refunded', id, reference],
      ['award.reversed', id, reference],
    ],
  )
})

test('a return that gives nothing and one that is refused are events too', async () => {
  const { reference } = await placeOrder()
  const key = randomUUID()
  const tiny = () => post(`${PATH}?expand=decision`, { reference, share: '0.000001' }, { key })
  const { id, decision } = await dataOf(tiny())
  await giveBack({ reference, share: 1 })
  const [returned, refused] = await latestEvents(2)
  const actor = returned?.data.actor
  assert.deepEqual(
    [returned?.seq, returned?.type, returned?.data],
    [
      decision.seq,
      'order.returned',
      {
        id,
        reference,
        share: '0.000001',
        shareTotal: '0.000001',
        narration: null,
        shortfall: 'refuse',
        actor,
      },
    ],
  )
  assert.equal(refused?.type, 'return.refused')
  assert.deepEqual(refused?.data, {
    id: refused?.data.id,
    reference,
    share: '1',
    shareTotal: '0.000001',
    narration: null,
    shortfall: 'refuse',
    actor,
    reason: 'return_exceeds',
  })
  const path = '/api/v1/laas/events?types=order.returned,return.refused&limit=1000'
  const { events } = await dataOf(service.get(path, partner.token))
  assert.deepEqual(events.slice(-2), [returned, refused])
  assert.deepEqual((await dataOf(tiny())).decision, decision, 'a retry names the same event')
})

test('a wrong share, shortfall or reference is refused, naming it', async () => {
  const { reference, userId } = await placeOrder()
  for (const share of [0, '0', 1.000001, '1.1', -0.5, '0.1234567890', 1e-7, 'half', '1e-1'])
    assertFailure(await giveBack({ reference, share }), 'invalid', SHARE)
  assertFailure(await giveBack({ share: 1, reference: '' }), 'invalid', 'reference is required.')
  assertFailure(await giveBack({}), 'invalid', 'reference is required; share is required.')
  assertFailure(
    await giveBack({ reference, share: 1, shortfall: 'forgive' }),
    'invalid',
    'shortfall must be one of refuse, available, owe.',
  )
  assertFailure(
    await giveBack({ reference: unique('order-'), share: 1 }),
    'missing',
    'Reference was not found.',
  )
  const other = await onboardTestPartner(service)
  assertFailure(
    await service.post(PATH, { reference, share: 1 }, other.token),
    'missing',
    'Reference was not found.',
  )
  assert.equal((await walletOf(userId)).coins, '112.22')
})

test('an order of a thousand awards and transfers is returned, and a larger one is refused', async () => {
  const userId = await partner.addUser()
  const reference = unique('order-')
  const awards = Array.from({ length: 999 }, () => ({ userId, ruleName: perEuro, units: '0.05', reference }))
  const { results } = await dataOf(post('/api/v1/laas/rules/award/bulk', { awards }))
  assert(results.every(({ status }: { status: string }) => status === 'success'))
  await transfer(userId, reference, '1')
  const half = await dataOf(giveBack({ reference, share: 0.5 }))
  assert.deepEqual([half.refunds.length, half.reversals.length], [1, 999])
  assert.deepEqual(await walletOf(userId), { coins: '29.47', points: '29.97', owed: '0' })
  await award(userId, reference, '1')
  const before = await everything()
  assertFailure(
    await giveBack({ reference, share: 0.5 }),
    'invalid',
    'reference must be shared by at most 1000 awards and transfers; refund and reverse larger orders one by one.',
  )
  assert.deepEqual(await everything(), before)
  assert.deepEqual(await brokenInvariants(service), [])
})
