import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Event, Laurel, type Return } from '@laurel/sdk'
import { runInProcess } from '../support/command-line.ts'
import { parseCsv } from '../support/csv.ts'
import type { ApiEvent } from '../support/events.ts'
import { look } from '../support/model-look.ts'
import { decimal, hundredths } from '../support/model-wire.ts'
import { replay } from '../support/replay.ts'
import { doneOf, onboardWithSdk, reasonOf } from '../support/sdk.ts'
import { startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const MORNING = new Date('2027-03-13T08:00:00Z')
const BEFORE_MIDNIGHT = new Date('2027-03-13T22:59:59.999Z')
const MIDNIGHT_IN_LAGOS = new Date('2027-03-13T23:00:00Z')
const CUSTOMERS = Array.from({ length: 20 }, (_, index) => `customer-${index + 1}`)
const [ADA, BEN, ...OTHERS] = CUSTOMERS as [string, string, ...string[]]
const RUSH_ORDERS = 200

const service = await startTestService()
const second = await service.startAnother()
type Shop = Awaited<ReturnType<typeof openShop>>

test('a day of a shop: wallets, boards, budgets, events, decisions and CSV agree to the hundredth', async () => {
  service.clock.now = MORNING
  const shop = await openShop()
  await payPartlyWithCoins(shop)
  await returnInParts(shop)
  await oweAndSettle(shop)
  await adjustByHand(shop)
  const rush = await runOutOfBudget(shop)
  await endAtMidnight(shop)

  const log = await shop.laurel().events.list().all()
  assert.equal(log.filter(({ type }) => type === 'rule.exhausted').length, 1)
  assert.equal((await shop.rule('rush'))?.budgetUsed, '1.23', 'a new day has a new budget')
  assert.deepEqual(await shop.wallet(ADA), { coins: '108.5', points: '105', owed: '0' })
  assert.deepEqual(await shop.wallet(BEN), { coins: '14.9', points: '40', owed: '0' })
  await agree(shop, log)

  const total = (await Promise.all(OTHERS.map((customer) => shop.wallet(customer))))
    .map(({ coins }) => hundredths(coins))
    .reduce((sum, coins) => sum + coins)
  assert.equal(total, BigInt(123 * (rush.paid + 1)))
  const audit = await runInProcess(['audit'], { DATABASE_URL: service.connectionString })
  assert.match(audit.stdout, /^All invariants hold\.$/m)
  assert.equal(audit.code, 0)
})

/** A shop whose backend has a client secret, with its customers and three rules. */
async function openShop() {
  const { partnerId, owner, backend, credentials } = await onboardWithSdk(service)
  const clients = [backend, new Laurel({ baseUrl: second.url, ...credentials })]
  let calls = 0
  /** The shop's backend, at both processes in turn. */
  const laurel = () => {
    calls += 1
    return clients[calls % 2] as Laurel
  }

  const users = CUSTOMERS.map((externalId) => ({ externalId, fullname: `The ${externalId}` }))
  const userIds = new Map<string, string>()
  for (const made of await laurel().users.createMany(users)) {
    assert(made.ok, JSON.stringify(made))
    userIds.set(made.data.externalId ?? '', made.data.userId)
  }
  assert.deepEqual([...userIds.keys()], CUSTOMERS)

  const common = { condition: 'Paid an order', maxNumberOfParticipant: '1000' }
  const daily = { budgetPeriod: 'day', timeZone: 'Africa/Lagos' } as const
  const { rules } = laurel()
  await rules.create({ ...common, name: 'order', coinValue: '1', perUnit: true })
  await rules.create({
    ...common,
    ...daily,
    name: 'rush',
    coinValue: '0.1',
    perUnit: true,
    coinBudget: '100',
  })
  await rules.create({ ...common, name: 'spring', coinValue: '5', endsAt: MIDNIGHT_IN_LAGOS.toISOString() })

  return {
    partnerId,
    userIds,
    owner,
    laurel,
    order: (externalId: string, units: string, reference: string) =>
      doneOf(laurel().awards.grant({ externalId, ruleName: 'order', units, reference })),
    pay: (externalId: string, coins: string, reference: string) =>
      doneOf(laurel().coins.transfer({ externalId, coins, reference })),
    async wallet(externalId: string) {
      const { coins, points, owed } = (await laurel().users.read(userIds.get(externalId) ?? '')).wallet
      return { coins, points, owed }
    },
    rule: async (name: string) => (await laurel().rules.list({ search: name })).data[0],
  }
}

/** One coin per euro: 100 euros, then 59.98 of which 20.50 are paid with coins. */
async function payPartlyWithCoins({ order, pay, wallet }: Shop): Promise<void> {
  await order(ADA, '100', 'order-1')
  await pay(ADA, '20.5', 'order-2')
  await order(ADA, '39.48', 'order-2')
  assert.deepEqual(await wallet(ADA), { coins: '118.98', points: '139.48', owed: '0' })
}

/** Two of five things come back, then the rest. */
async function returnInParts({ laurel, wallet }: Shop): Promise<void> {
  const amounts = ({ refunds, reversals }: Return) =>
    [...refunds, ...reversals].map(({ coins }) => Number(coins))
  const first = await doneOf(laurel().returns.create({ reference: 'order-2', share: '0.4' }))
  assert.deepEqual(amounts(first), [8.2, 15.79])
  assert.deepEqual(await wallet(ADA), { coins: '111.39', points: '123.69', owed: '0' })
  const rest = await doneOf(laurel().returns.create({ reference: 'order-2', share: '0.6' }))
  assert.deepEqual(amounts(rest), [12.3, 23.69])
  assert.deepEqual(await wallet(ADA), { coins: '100', points: '100', owed: '0' })
  const more = laurel().returns.create({ reference: 'order-2', share: '0.000001' })
  assert.equal(await reasonOf(more), 'return_exceeds')
}

/** An order comes back after its coins were spent. */
async function oweAndSettle({ order, pay, laurel, wallet }: Shop): Promise<void> {
  await order(BEN, '30.25', 'order-3')
  await pay(BEN, '25.1', 'order-4')
  const order3 = { reference: 'order-3', share: 1 }
  assert.equal(await reasonOf(laurel().returns.create(order3)), 'insufficient_coins')
  await doneOf(laurel().returns.create({ ...order3, shortfall: 'owe' }))
  assert.deepEqual(await wallet(BEN), { coins: '0', points: '0', owed: '25.1' })
  await order(BEN, '40', 'order-5')
  assert.deepEqual(await wallet(BEN), { coins: '14.9', points: '40', owed: '0' })
}

/** By the owner, not by the backend. */
async function adjustByHand({ owner, wallet }: Shop): Promise<void> {
  const adjust = (coins: string, reason: string) => owner.coins.adjust({ externalId: ADA, coins, reason })
  await doneOf(adjust('5.55', 'Sorry for the late delivery'))
  await doneOf(adjust('-2.05', 'Counted twice'))
  assert.equal(await reasonOf(adjust('-103.51', 'Too much')), 'insufficient_coins')
  assert.deepEqual(await wallet(ADA), { coins: '103.5', points: '100', owed: '0' })
}

/** Each order of 12.34 pays 1.23 until what is left of 100 is less. */
async function runOutOfBudget({ laurel, rule }: Shop): Promise<{ paid: number }> {
  const results = await Promise.all(
    Array.from({ length: RUSH_ORDERS }, (_, index) => {
      const externalId = OTHERS[index % OTHERS.length] as string
      const key = `rush-${index}`
      const award = { externalId, ruleName: 'rush', units: '12.34', reference: key }
      return laurel().awards.grant(award, { idempotencyKey: key })
    }),
  )
  const paid = results.filter(({ ok }) => ok).length
  const refused = results.filter((result) => !result.ok && result.reason === 'budget_exhausted').length
  assert.deepEqual([paid, refused], [81, RUSH_ORDERS - 81])
  assert.equal((await rule('rush'))?.budgetUsed, '99.63')
  return { paid }
}

/** The tokens of the morning have ended by then. */
async function endAtMidnight({ laurel }: Shop): Promise<void> {
  service.clock.now = BEFORE_MIDNIGHT
  await doneOf(laurel().awards.grant({ externalId: ADA, ruleName: 'spring' }))
  service.clock.now = MIDNIGHT_IN_LAGOS
  assert.equal(await reasonOf(laurel().awards.grant({ externalId: BEN, ruleName: 'spring' })), 'rule_ended')
  const [first = ''] = OTHERS
  await doneOf(laurel().awards.grant({ externalId: first, ruleName: 'rush', units: '12.34' }))
  await waitUntil(async () => {
    const log = await laurel().events.list({ types: 'rule.ended' }).all()
    return log.some(({ type, data }) => type === 'rule.ended' && data.name === 'spring')
  }, 'the end of the campaign is told')
}

/** What the log says is what a model, every list and the export say. */
async function agree({ partnerId, userIds, laurel }: Shop, log: Event[]): Promise<void> {
  const names = new Map([...userIds].map(([externalId, id]) => [id, externalId]))
  const model = replay(log, (userId) => names.get(userId))
  model.now = MIDNIGHT_IN_LAGOS.getTime()
  const get = (path: string) => laurel().request('GET', `/api/v1/laas${path}`)
  await look(model, { service, partnerId, get, userIds, months: [] })

  const decisions = await laurel().decisions.list({ kind: 'all' }).all()
  const ofCoins = decisions.flatMap((each) =>
    each.kind === 'return' || each.kind === 'membership' ? [] : [decided(each)],
  )
  assert.deepEqual(ofCoins.reverse(), log.flatMap(decisionsOf))

  const exported = await laurel().transactions.export()
  const lines = parseCsv((await exported.text()).replace(/^\ufeff/, ''))
  assert.deepEqual(
    lines.map(({ id, coins, debitOrCredit, reference, actorName }) => ({
      id,
      coins,
      debitOrCredit,
      reference,
      actorName,
    })),
    log.flatMap(movementsOf).reverse(),
  )
  for (const [externalId, userId] of userIds) {
    const own = lines.filter((line) => line.userId === userId)
    const sum = own
      .map(({ coins, debitOrCredit }) => hundredths(coins ?? '') * (debitOrCredit === 'CR' ? 1n : -1n))
      .reduce((total, coins) => total + coins, 0n)
    assert.equal(decimal(sum), decimal(model.members.get(externalId)?.coins ?? -1n), externalId)
  }
}

type Decided = Record<'id' | 'userId' | 'coins' | 'balance' | 'points', string> & {
  reason?: string | null
  reference: string | null
  actor: object
}

const decided = ({ id, userId, coins, balance, points, reason, reference, actor }: Decided) => ({
  id,
  userId,
  coins: String(coins),
  balance,
  points,
  reference,
  actor,
  reason: reason ?? null,
})

/** What a call decided. Settlements follow from it. */
function decisionsOf({ type, data }: ApiEvent) {
  // The steps of a return are decisions, the return itself is not.
  const isDecision = !/^(rule|user|return)\.|^(coins\.settled|order\.returned)$/.test(type)
  return isDecision ? [decided({ ...data, id: data.reversalId ?? data.id })] : []
}

/** What an event moved in a wallet. */
function movementsOf({ type, data }: ApiEvent) {
  const { reference, actor } = data
  const common = { reference: reference ?? '', actorName: actor?.name }
  if (type === 'award.paid') return [{ id: data.id, coins: data.coins, debitOrCredit: 'CR', ...common }]
  if (type === 'award.reversed' && data.taken !== '0')
    return [{ id: data.reversalId, coins: data.taken, debitOrCredit: 'DE', ...common }]
  if (!type.startsWith('coins.')) return []
  return [{ id: data.id, coins: String(data.coins), debitOrCredit: data.debitOrCredit, ...common }]
}
