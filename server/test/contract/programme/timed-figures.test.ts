import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { brokenInvariants } from '../../support/broken-invariants.ts'
import { openTimedShop } from '../../support/coins-in-time.ts'
import { useClockService } from '../../support/service.ts'

const { service } = await useClockService()

type Shop = Awaited<ReturnType<typeof openTimedShop>>

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
type Line = any

const read = (shop: Shop, path: string) => dataOf(service.get(`/api/v1/laas${path}`, shop.token()))
const linesOf = async (shop: Shop, query: string): Promise<Line[]> =>
  (await read(shop, `/decisions?${query}&limit=100`)).decisions

const FEBRUARY = '2026-02-01T10:00:00Z'
const NO_EXPIRY = { settings: {} }

/** 10 coins expired of 12, and 4 of them were taken back. */
async function openWithExpiry(): Promise<Shop> {
  const shop = await openTimedShop(service, FEBRUARY)
  const id = await shop.award(12)
  await dataOf(shop.transfer(2))
  await shop.moveTo('2026-06-01T10:00:00Z')
  await dataOf(shop.reverse(id, { coins: 4, shortfall: 'owe' }))
  return shop
}

test('a statement has what expired, and beside it what reversals took of that', async () => {
  const shop = await openWithExpiry()
  const { kinds, fromExpired, opening, closing, byRule } = await read(
    shop,
    '/coins/statement?from=2026-01-01&to=2026-06-30',
  )
  assert.deepEqual(
    kinds.filter(({ movements }: Line) => movements > 0),
    [
      { kind: 'issued', coins: '12', change: '12', movements: 1, value: null },
      { kind: 'spent', coins: '2', change: '-2', movements: 1, value: null },
      { kind: 'expired', coins: '10', change: '-10', movements: 1, value: null },
    ],
  )
  assert.deepEqual([opening, closing], ['0', '0'])
  assert.deepEqual(fromExpired, { coins: '4', movements: 1, value: null })
  const [rule] = byRule
  assert.deepEqual([rule.issued, rule.reversed, rule.fromExpired, rule.owed], ['12', '0', '4', '0'])

  const { totals } = await read(shop, '/overview?from=2026-06-01&to=2026-06-01')
  assert.deepEqual(
    [totals.opening, totals.expired, totals.fromExpired, totals.closing],
    ['10', '10', '4', '0'],
  )
  const results = await read(shop, `/rules/${shop.rule.id}/results?from=2026-06-01&to=2026-06-01`)
  assert.deepEqual([results.totals.fromExpired, results.totals.reversed], ['4', '0'])
  const { data: months } = await read(shop, '/periods')
  const expired = (month: Line) => month.kinds.find(({ kind }: Line) => kind === 'expired').coins
  assert.deepEqual(
    months.map((month: Line) => [month.month, expired(month)]),
    [
      ['2026-06', '10'],
      ['2026-05', '0'],
      ['2026-04', '0'],
      ['2026-03', '0'],
      ['2026-02', '0'],
    ],
  )
  const { coins, owed } = await read(shop, '/coins/liability')
  assert.deepEqual([coins, owed.coins], ['0', '0'])
  assert.deepEqual(await brokenInvariants(service, shop.partnerId), [])
})

test('the history lists coins that expired, and what a reversal took of them', async () => {
  const shop = await openWithExpiry()
  const [reversal, expiry, transfer, award] = await linesOf(shop, 'kind=all,expiry')
  assert.deepEqual(
    [reversal.kind, reversal.coins, reversal.taken, reversal.fromExpired, reversal.balanceAfter],
    ['reversal', '4', '0', '4', '0'],
  )
  const { id, seq: _, createdAt: __, ...shown } = expiry
  assert.deepEqual(shown, {
    kind: 'expiry',
    userId: shop.userId,
    partnerId: shop.partnerId,
    outcome: 'moved',
    reason: null,
    explanation: null,
    coins: '10',
    balance: '0',
    balanceAfter: '0',
    points: '12',
    parentId: null,
    actor: { kind: 'system', id: '', name: 'laurel' },
    reference: null,
    metadata: null,
    retryAt: null,
    debitOrCredit: 'DE',
    note: null,
    awardId: null,
    ruleName: null,
    ruleVersion: null,
    originalId: null,
    returnId: null,
    available: '0',
    holdId: null,
    expiresAt: '2026-05-03T00:00:00.000Z',
    taken: null,
    fromExpired: null,
    owed: null,
    writtenOff: null,
    left: null,
  })
  assert.equal(transfer.kind, 'transfer')
  assert.deepEqual([award.availableAt, award.expiresAt], [null, '2026-05-03T00:00:00.000Z'])
  assert.deepEqual(await linesOf(shop, 'kind=expiry'), [expiry])
  assert.deepEqual((await read(shop, `/decisions?id=${id}`)).decisions, [expiry])
  const { totals } = await read(shop, '/decisions?kind=expiry&sum=true')
  assert.deepEqual([totals.lines, totals.debited], [1, '10'])
})

test('an award says when its coins can be spent, and a refused one does not', async () => {
  const shop = await openTimedShop(service, FEBRUARY, {
    rule: { pendingDays: 14, maxNumberOfParticipant: '1' },
  })
  await shop.award(1)
  await shop.post('/rules/award', { userId: await shop.addUser(), ruleName: shop.rule.name, units: 1 })
  const times = (await linesOf(shop, 'kind=award')).map(({ outcome, availableAt, expiresAt }) => [
    outcome,
    availableAt,
    expiresAt,
  ])
  assert.deepEqual(times, [
    ['refused', null, null],
    ['paid', '2026-02-15T00:00:00.000Z', '2026-05-17T00:00:00.000Z'],
  ])
})

test('the history lists every decision on holds, with the hold that it is about', async () => {
  const shop = await openTimedShop(service, FEBRUARY, NO_EXPIRY)
  await shop.award(20)
  const captured = await shop.hold(6, { reference: 'order-1' })
  await dataOf(shop.extend(captured, 3_600))
  await shop.capture(captured, 7)
  const { transactionId } = await dataOf(shop.capture(captured, 4))
  const released = await shop.hold(2)
  await dataOf(shop.release(released))
  await shop.release(released)
  await shop.tryHold(100)
  const ended = await shop.hold(3, { expiresIn: 60 })
  await shop.moveTo('2026-02-01T10:01:00Z')
  await dataOf(shop.adjust(1))

  const lines = await linesOf(shop, 'kind=history')
  const held = lines.filter(({ kind }) => /hold|extension|capture|release|transfer/.test(kind))
  assert.deepEqual(
    held.map(({ kind, outcome, reason, coins, debitOrCredit, parentId, balanceAfter }) => [
      kind,
      reason ?? outcome,
      coins,
      debitOrCredit,
      parentId,
      balanceAfter,
    ]),
    [
      ['hold_expiry', 'moved', '3', null, ended, '16'],
      ['hold', 'moved', '3', null, null, '16'],
      ['hold', 'insufficient_coins', '100', null, null, '16'],
      ['release', 'hold_not_active', '2', null, released, '16'],
      ['release', 'moved', '2', null, released, '16'],
      ['hold', 'moved', '2', null, null, '16'],
      ['transfer', 'moved', '4', 'DE', captured, '16'],
      ['capture', 'capture_exceeds', '7', null, captured, '20'],
      ['extension', 'moved', '6', null, captured, '20'],
      ['hold', 'moved', '6', null, null, '20'],
    ],
  )
  const [transfer] = await linesOf(shop, 'kind=transfer')
  assert.deepEqual([transfer.id, transfer.holdId, transfer.reference], [transactionId, captured, 'order-1'])
  const [extension] = await linesOf(shop, 'kind=extension')
  assert.deepEqual([extension.holdId, extension.expiresAt], [captured, '2026-02-01T11:00:00.000Z'])
  const [refused] = await linesOf(shop, 'kind=hold&reason=insufficient_coins')
  assert.equal(refused.explanation, 'The wallet holds 16 coins; hold at most that many.')

  for (const [query, kinds] of [
    ['kind=hold_expiry', ['hold_expiry']],
    ['kind=all&reason=hold_not_active', ['release']],
    ['kind=all&reason=capture_exceeds', ['capture']],
    ['kind=all&reason=too_many_holds', []],
    ['kind=capture&outcome=moved', []],
    ['kind=hold,release,extension&debitOrCredit=DE', []],
    ['kind=history&reference=order-1', ['transfer', 'capture', 'extension', 'hold']],
  ] as const)
    assert.deepEqual(
      (await linesOf(shop, query)).map(({ kind }) => kind),
      kinds,
      query,
    )
  const { totals } = await read(shop, '/decisions?kind=hold,release,hold_expiry&sum=true')
  assert.deepEqual([totals.lines, totals.credited, totals.debited], [7, '0', '0'])
  const order = await read(shop, '/orders/order-1')
  assert.deepEqual([order.totals.lines, order.totals.debited], [4, '4'])
  assert.deepEqual(await brokenInvariants(service, shop.partnerId), [])
})

test('a settlement that follows the end of a hold is not in the balance after the line', async () => {
  const shop = await openTimedShop(service, FEBRUARY, NO_EXPIRY)
  const id = await shop.award(10)
  const hold = await shop.hold(10)
  await dataOf(shop.reverse(id, { coins: 7, shortfall: 'owe' }))
  await dataOf(shop.capture(hold, 4))
  const [settlement, transfer] = await linesOf(shop, 'kind=history')
  assert.deepEqual(
    [settlement.kind, settlement.coins, settlement.balanceAfter, settlement.parentId],
    ['settlement', '6', '0', transfer.id],
  )
  assert.deepEqual([transfer.kind, transfer.balance, transfer.balanceAfter], ['transfer', '0', '6'])
})

test('the forecast sums up what expires in this month and the eleven after it, and later', async () => {
  const shop = await openTimedShop(service, '2026-01-15T10:00:00Z')
  const nothing = await read(shop, '/coins/expiry')
  assert.equal(nothing.months.length, 12)
  assert.deepEqual([nothing.coins, nothing.value, nothing.coinValue], ['0', null, null])

  const other = await shop.addUser()
  const award = async (userId: string, units: number, coinExpiry: object | 'never') => {
    const { name } = await shop.addRule({ coinValue: '1', perUnit: true, coinExpiry })
    await dataOf(shop.post('/rules/award', { userId, ruleName: name, units }))
  }
  await award(shop.userId, 5, { after: 'P16D', until: 'day' })
  await award(shop.userId, 7, { after: 'P17D', until: 'day' })
  await award(other, 1, { after: 'P20D', until: 'month' })
  await award(other, 3, { after: 'P10M', until: 'year' })
  await award(other, 4, { after: 'P12M', until: 'day' })
  await award(other, 9, 'never')
  const value = { amount: '0.5', currency: 'EUR', since: '2026-01-01' }
  await dataOf(shop.set({ coinValue: value }))

  const { months, later, ...shown } = await read(shop, '/coins/expiry')
  assert.deepEqual(shown, {
    date: '2026-01-15',
    timeZone: 'UTC',
    coins: '20',
    value: '10',
    coinValue: { ...value, until: null },
  })
  assert.deepEqual(months[0], {
    month: '2026-01',
    from: '2026-01-01',
    to: '2026-01-31',
    coins: '5',
    members: 1,
    value: '2.5',
  })
  assert.deepEqual(
    months.map(({ month, coins, members }: Line) => `${month}: ${coins} of ${members}`),
    [
      '2026-01: 5 of 1',
      '2026-02: 8 of 2',
      ...['03', '04', '05', '06', '07', '08', '09', '10', '11'].map((month) => `2026-${month}: 0 of 0`),
      '2026-12: 3 of 1',
    ],
  )
  assert.deepEqual(later, { coins: '4', members: 1, value: '2' })

  // What is held or has expired is not ahead, whether or not it is written.
  await shop.hold(5)
  await shop.moveTo('2026-02-02T00:00:00Z')
  const next = await read(shop, '/coins/expiry')
  assert.deepEqual([next.months[0].month, next.months[0].coins, next.later.coins], ['2026-02', '1', '0'])
})
