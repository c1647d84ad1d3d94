import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf } from './support/api.ts'
import type { ApiResponse } from './support/api-response.ts'
import { parseCsv } from './support/csv.ts'
import { type ApiEvent, allEvents } from './support/events.ts'
import { look } from './support/model-look.ts'
import { decimal, hundredths } from './support/model-wire.ts'
import { ME, newPartnerBody, PARTNERS, signIn } from './support/partner.ts'
import { runCommand } from './support/process.ts'
import { replay } from './support/replay.ts'
import { startTestService } from './support/service.ts'
import { waitUntil } from './support/wait-until.ts'

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

  const log = await allEvents(service, shop.token())
  assert.equal(log.filter(({ type }) => type === 'rule.exhausted').length, 1)
  assert.equal((await shop.rule('rush')).budgetUsed, '1.23', 'a new day has a new budget')
  assert.deepEqual(await shop.wallet(ADA), { coins: '108.5', points: '105', owed: '0' })
  assert.deepEqual(await shop.wallet(BEN), { coins: '14.9', points: '40', owed: '0' })
  await agree(shop, log)

  const total = (await Promise.all(OTHERS.map((customer) => shop.wallet(customer))))
    .map(({ coins }) => hundredths(coins))
    .reduce((sum, coins) => sum + coins)
  assert.equal(total, BigInt(123 * (rush.paid + 1)))
  const audit = await runCommand(['audit'], { DATABASE_URL: service.connectionString })
  assert.match(audit.said, /^All invariants hold\.$/m)
  assert.equal(audit.code, 0)
})

/** A shop whose backend has a client secret, with its customers and three rules. */
async function openShop() {
  const body = newPartnerBody({ partnerName: 'Ada’s shop' })
  const { partnerId } = await dataOf(service.post(PARTNERS, body))
  let owner = await signIn(service, body.email)
  const { clientId } = await dataOf(service.get(ME, owner.token))
  const { secret } = await dataOf(service.post(`${ME}/secrets`, { name: 'shop backend' }, owner.token))
  let token = await clientToken(clientId, secret)
  let calls = 0

  /** As the shop's backend, at both processes in turn. */
  const request = (method: string, path: string, sent?: unknown, key?: string): Promise<ApiResponse> => {
    calls += 1
    return [service, second][calls % 2]?.request(method, `/api/v1/laas${path}`, {
      token,
      ...(sent !== undefined && { body: sent }),
      ...(key && { headers: { 'idempotency-key': key } }),
    }) as Promise<ApiResponse>
  }
  const get = (path: string) => dataOf(request('GET', path))
  const post = (path: string, sent: unknown) => dataOf(request('POST', path, sent))

  const users = CUSTOMERS.map((externalId) => ({ externalId, fullname: `The ${externalId}` }))
  const { results } = await post('/users/bulk', { users })
  const userIds = new Map<string, string>()
  for (const { status, data } of results) {
    assert.equal(status, 'success', JSON.stringify(data))
    userIds.set(data.externalId, data.userId)
  }
  assert.deepEqual([...userIds.keys()], CUSTOMERS)

  const addRule = (rule: object) =>
    post('/rules/create-rule', { condition: 'Paid an order', maxNumberOfParticipant: '1000', ...rule })
  await addRule({ name: 'order', coinValue: '1', perUnit: true })
  const daily = { budgetPeriod: 'day', timeZone: 'Africa/Lagos' }
  await addRule({ name: 'rush', coinValue: '0.1', perUnit: true, coinBudget: '100', ...daily })
  await addRule({ name: 'spring', coinValue: '5', endsAt: MIDNIGHT_IN_LAGOS })

  return {
    partnerId,
    userIds,
    request,
    get,
    post,
    token: () => token,
    owner: () => owner,
    /** Tokens do not last a day. */
    async signInAgain() {
      owner = await signIn(service, body.email)
      token = await clientToken(clientId, secret)
    },
    order: (externalId: string, units: string, reference: string) =>
      post('/rules/award', { externalId, ruleName: 'order', units, reference }),
    pay: (externalId: string, coins: string, reference: string) =>
      post('/coins/transfer-from-user-wallet', { externalId, coins, reference }),
    async wallet(externalId: string) {
      const { wallet } = await get(`/users/${userIds.get(externalId)}`)
      return { coins: wallet.coins, points: wallet.points, owed: wallet.owed }
    },
    async rule(name: string) {
      const { data } = await get('/rules?limit=100')
      return data.find((rule: { name: string }) => rule.name === name)
    },
  }
}

async function clientToken(client_id: string, client_secret: string): Promise<string> {
  const response = await fetch(`${service.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}

/** One coin per euro: 100 euros, then 59.98 of which 20.50 are paid with coins. */
async function payPartlyWithCoins({ order, pay, wallet }: Shop): Promise<void> {
  await order(ADA, '100', 'order-1')
  await pay(ADA, '20.5', 'order-2')
  await order(ADA, '39.48', 'order-2')
  assert.deepEqual(await wallet(ADA), { coins: '118.98', points: '139.48', owed: '0' })
}

/** Two of five things come back, then the rest. */
async function returnInParts({ post, request, wallet }: Shop): Promise<void> {
  const amounts = (data: { refunds: { coins: number }[]; reversals: { coins: string }[] }) =>
    [...data.refunds, ...data.reversals].map(({ coins }) => Number(coins))
  const first = await post('/returns', { reference: 'order-2', share: '0.4' })
  assert.deepEqual(amounts(first), [8.2, 15.79])
  assert.deepEqual(await wallet(ADA), { coins: '111.39', points: '123.69', owed: '0' })
  const rest = await post('/returns', { reference: 'order-2', share: '0.6' })
  assert.deepEqual(amounts(rest), [12.3, 23.69])
  assert.deepEqual(await wallet(ADA), { coins: '100', points: '100', owed: '0' })
  const { status, body } = await request('POST', '/returns', { reference: 'order-2', share: '0.000001' })
  assert.deepEqual([status, body.data.appErrorCode], [400, 'return_exceeds'])
}

/** An order comes back after its coins were spent. */
async function oweAndSettle({ order, pay, post, request, wallet }: Shop): Promise<void> {
  await order(BEN, '30.25', 'order-3')
  await pay(BEN, '25.1', 'order-4')
  const order3 = { reference: 'order-3', share: 1 }
  const { body } = await request('POST', '/returns', order3)
  assert.equal(body.data.appErrorCode, 'insufficient_coins')
  await post('/returns', { ...order3, shortfall: 'owe' })
  assert.deepEqual(await wallet(BEN), { coins: '0', points: '0', owed: '25.1' })
  await order(BEN, '40', 'order-5')
  assert.deepEqual(await wallet(BEN), { coins: '14.9', points: '40', owed: '0' })
}

/** By the owner, not by the backend. */
async function adjustByHand({ owner, wallet }: Shop): Promise<void> {
  const adjust = (coins: string, reason: string) =>
    service.post('/api/v1/laas/coins/adjust', { externalId: ADA, coins, reason }, owner().token)
  await dataOf(adjust('5.55', 'Sorry for the late delivery'))
  await dataOf(adjust('-2.05', 'Counted twice'))
  const { body } = await adjust('-103.51', 'Too much')
  assert.equal(body.data.appErrorCode, 'insufficient_coins')
  assert.deepEqual(await wallet(ADA), { coins: '103.5', points: '100', owed: '0' })
}

/** Each order of 12.34 pays 1.23 until what is left of 100 is less. */
async function runOutOfBudget({ request, rule }: Shop): Promise<{ paid: number }> {
  const responses = await Promise.all(
    Array.from({ length: RUSH_ORDERS }, (_, index) => {
      const externalId = OTHERS[index % OTHERS.length]
      const sent = { externalId, ruleName: 'rush', units: '12.34', reference: `rush-${index}` }
      return request('POST', '/rules/award', sent, `rush-${index}`)
    }),
  )
  const paid = responses.filter(({ status }) => status === 201).length
  const refused = responses.filter(({ body }) => body.data.appErrorCode === 'budget_exhausted').length
  assert.deepEqual([paid, refused], [81, RUSH_ORDERS - 81])
  assert.equal((await rule('rush')).budgetUsed, '99.63')
  return { paid }
}

async function endAtMidnight(shop: Shop): Promise<void> {
  service.clock.now = BEFORE_MIDNIGHT
  await shop.signInAgain()
  await shop.post('/rules/award', { externalId: ADA, ruleName: 'spring' })
  service.clock.now = MIDNIGHT_IN_LAGOS
  const { body } = await shop.request('POST', '/rules/award', { externalId: BEN, ruleName: 'spring' })
  assert.equal(body.data.appErrorCode, 'rule_ended')
  await shop.post('/rules/award', { externalId: OTHERS[0], ruleName: 'rush', units: '12.34' })
  await waitUntil(async () => {
    const log = await allEvents(service, shop.token())
    return log.some(({ type, data }) => type === 'rule.ended' && data.name === 'spring')
  }, 'the end of the campaign is told')
}

/** What the log says is what a model, every list and the export say. */
async function agree({ partnerId, userIds, get, token }: Shop, log: ApiEvent[]): Promise<void> {
  const names = new Map([...userIds].map(([externalId, id]) => [id, externalId]))
  const model = replay(log, (userId) => names.get(userId))
  model.now = MIDNIGHT_IN_LAGOS.getTime()
  await look(model, { service, partnerId, get, userIds, months: [] })

  const decisions: Decided[] = []
  for (let before = ''; ; ) {
    const page = await get(`/decisions?kind=all&limit=100${before}`)
    decisions.push(...page.decisions)
    if (page.next === null) break
    before = `&before=${page.next}`
  }
  assert.deepEqual(decisions.map(decided).reverse(), log.flatMap(decisionsOf))

  const exported = await fetch(`${service.url}/api/v1/laas/coins/transactions/export`, {
    headers: { authorization: `Bearer ${token()}` },
  })
  const lines = parseCsv((await exported.text()).replace(/^\ufeff/, ''))
  assert.deepEqual(
    lines.map(({ id, coins, debitOrCredit, reference, actorName }) => ({
      ...{ id, coins, debitOrCredit, reference, actorName },
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
  ...{ id, userId, coins: String(coins), balance, points, reference, actor },
  reason: reason ?? null,
})

/** What a call decided. Settlements follow from it. */
function decisionsOf({ type, data }: ApiEvent) {
  const isCall = !/^(rule|user)\.|^coins\.settled$/.test(type)
  return isCall ? [decided({ ...data, id: data.reversalId ?? data.id })] : []
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
