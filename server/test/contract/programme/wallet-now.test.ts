import assert from 'node:assert/strict'
import { suite, type TestContext, test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { openTimedShop } from '../../support/coins-in-time.ts'
import { lockLedgers } from '../../support/database.ts'
import { newOauthShop } from '../../support/oauth.ts'
import { ME, newRuleBody } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'

const { service } = await useClockService()

type Shop = Awaited<ReturnType<typeof openTimedShop>>

const pathOf = ({ userId }: Shop) => `/api/v1/laas/users/${userId}`

/** The amounts and moments of a wallet as the partner reads it. */
async function walletOf(shop: Shop) {
  const { id: _, ...wallet } = (await dataOf(service.get(pathOf(shop), shop.token()))).wallet
  return wallet
}

/** Keeps everything that is due from being written, until the test ends. */
async function keepUnwritten(t: TestContext, shop: { partnerId: string }): Promise<void> {
  const locked = await lockLedgers(service, shop)
  t.after(() => locked.letGo())
}

const wallet = (coins: string, changes: Record<string, unknown> = {}) => ({
  coins,
  available: coins,
  pending: '0',
  held: '0',
  points: '0',
  owed: '0',
  pendingUntil: [],
  expiring: [],
  ...changes,
})

suite('a wallet that is read', () => {
  test('has no coins that expired, from the very moment on, though nothing was written', async (t) => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z')
    await shop.award(10)
    const expiring = [{ coins: '10', at: '2026-05-03T00:00:00.000Z' }]
    assert.deepEqual(await walletOf(shop), wallet('10', { points: '10', expiring }))
    await shop.moveTo('2026-05-02T23:59:59.999Z')
    await keepUnwritten(t, shop)
    assert.deepEqual(await walletOf(shop), wallet('10', { points: '10', expiring }))
    await shop.moveTo('2026-05-03T00:00:00Z')
    assert.deepEqual(await walletOf(shop), wallet('0', { points: '10' }))
    assert.equal((await shop.stored()).balance, 10)
    const { data } = await dataOf(service.get('/api/v1/laas/users', shop.token()))
    assert.equal(data[0].wallet.coins, '10')
    assert.equal('expiring' in data[0].wallet, false)
  })

  test('lets pending coins be spent from the start of their day', async (t) => {
    const shop = await openTimedShop(service, '2026-01-01T14:00:00Z', { rule: { pendingDays: 14 } })
    await shop.award(10)
    const expiring = [{ coins: '10', at: '2026-04-16T00:00:00.000Z' }]
    const pendingUntil = [{ coins: '10', at: '2026-01-15T00:00:00.000Z' }]
    const pending = wallet('10', { available: '0', pending: '10', points: '10', pendingUntil, expiring })
    assert.deepEqual(await walletOf(shop), pending)
    await keepUnwritten(t, shop)
    await shop.moveTo('2026-01-14T23:59:59.999Z')
    assert.deepEqual(await walletOf(shop), pending)
    await shop.moveTo('2026-01-15T00:00:00Z')
    assert.deepEqual(await walletOf(shop), wallet('10', { points: '10', expiring }))
    assert.equal((await shop.stored()).pending, 10)
  })

  test('gets the coins of a hold back in the second it ends, and settles what is owed', async (t) => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z', { settings: {} })
    const awardId = await shop.award(10)
    const id = await shop.hold(8, { expiresIn: 60 })
    await dataOf(shop.reverse(awardId, { coins: 5, shortfall: 'owe' }))
    await keepUnwritten(t, shop)
    service.clock.now = new Date('2026-02-01T10:00:59.999Z')
    const held = wallet('8', { available: '0', held: '8', points: '5', owed: '3' })
    assert.deepEqual(await walletOf(shop), held)
    service.clock.now = new Date('2026-02-01T10:01:00Z')
    assert.deepEqual(await walletOf(shop), wallet('5', { points: '5' }))
    assert.equal((await shop.readHold(id)).status, 'expired')
    assert.equal((await shop.stored()).held, 8)
  })

  test('loses held coins whose expiry passed when the hold ends', async (t) => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z')
    await shop.award(10)
    await shop.moveTo('2026-05-02T23:59:00Z')
    await shop.hold(10, { expiresIn: 120 })
    await keepUnwritten(t, shop)
    service.clock.now = new Date('2026-05-03T00:00:59Z')
    assert.deepEqual(await walletOf(shop), wallet('10', { available: '0', held: '10', points: '10' }))
    service.clock.now = new Date('2026-05-03T00:01:00Z')
    assert.deepEqual(await walletOf(shop), wallet('0', { points: '10' }))
  })

  test('names the next twelve moments, with the coins of lots that share one', async () => {
    const shop = await openTimedShop(service, '2026-01-31T10:00:00Z', {
      settings: { coinExpiry: { after: 'P1M', until: 'month' } },
    })
    const later = await shop.addRule({
      coinValue: '2',
      pendingDays: 7,
      coinExpiry: { after: 'P21D', until: 'day' },
    })
    await shop.award(1)
    await dataOf(shop.post('/rules/award', { userId: shop.userId, ruleName: later.name }))
    const { expiring, pendingUntil } = await walletOf(shop)
    assert.deepEqual(pendingUntil, [{ coins: '2', at: '2026-02-07T00:00:00.000Z' }])
    assert.deepEqual(expiring, [{ coins: '3', at: '2026-03-01T00:00:00.000Z' }])
    for (let day = 1; day <= 13; day += 1) {
      const coinExpiry = { after: `P${day}D`, until: 'day' }
      await dataOf(shop.set({ coinExpiry }))
      await shop.award(day)
    }
    const moments = (await walletOf(shop)).expiring as { coins: string; at: string }[]
    assert.deepEqual(
      moments.map(({ coins }) => coins),
      ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'],
    )
    assert.equal(moments[0]?.at, '2026-02-02T00:00:00.000Z')
  })
})

suite('the ETag of a wallet', () => {
  test('holds until something is due, and no longer', async (t) => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z', { settings: {} })
    await shop.award(10)
    await shop.hold(4, { expiresIn: 60 })
    await keepUnwritten(t, shop)
    const read = (etag?: string) =>
      service.request('GET', pathOf(shop), {
        token: shop.token(),
        ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
      })
    const first = await read()
    const etag = first.headers.get('etag') ?? ''
    assert.equal(first.body.data.wallet.held, '4')
    assert.equal((await read(etag)).status, 304)
    service.clock.now = new Date('2026-02-01T10:00:59.999Z')
    assert.equal((await read(etag)).status, 304)
    service.clock.now = new Date('2026-02-01T10:01:00Z')
    const later = await read(etag)
    assert.equal(later.status, 200)
    assert.equal(later.body.data.wallet.held, '0')
    const laterEtag = later.headers.get('etag') ?? ''
    assert.notEqual(laterEtag, etag)
    assert.equal((await read(laterEtag)).status, 304)
    // Whoever invents a later moment deceives only itself.
    assert.equal((await read(`W/"t.${etag}"`)).status, 200)
  })

  test('changes with every write, also of a wallet that has nothing due', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z', { settings: {} })
    const etag = (await service.get(pathOf(shop), shop.token())).headers.get('etag') ?? ''
    const again = () =>
      service.request('GET', pathOf(shop), { token: shop.token(), headers: { 'if-none-match': etag } })
    assert.equal((await again()).status, 304)
    await shop.award(1)
    const changed = await again()
    assert.equal(changed.status, 200)
    assert.equal(changed.body.data.wallet.coins, '1')
  })
})

test('the ETag of a hold holds until its time is over, or something changes', async () => {
  const shop = await openTimedShop(service, '2026-02-01T10:00:00Z', { settings: {} })
  await shop.award(10)
  const id = await shop.hold(4, { expiresIn: 60 })
  const read = (etag = '') =>
    service.request('GET', `/api/v1/laas/coins/holds/${id}`, {
      token: shop.token(),
      headers: { 'if-none-match': etag },
    })
  const etagOf = async () => (await read()).headers.get('etag') ?? ''
  const etag = await etagOf()
  service.clock.now = new Date('2026-02-01T10:00:59.999Z')
  assert.equal((await read(etag)).status, 304)
  await dataOf(shop.extend(id, 120))
  assert.equal((await read(etag)).status, 200)
  const extended = await etagOf()
  // The clock of another process may be ahead, and its calls move the ledger on.
  await service.query(`update ledgers set last_at = '2026-02-01T10:02:59.998Z' where partner_id = $1`, [
    shop.partnerId,
  ])
  assert.equal((await read(extended)).status, 304)
  await service.query(`update ledgers set last_at = '2026-02-01T10:03:00Z' where partner_id = $1`, [
    shop.partnerId,
  ])
  assert.equal((await read(extended)).status, 200)
  service.clock.now = new Date('2026-02-01T10:02:59.999Z')
  const later = await read(extended)
  assert.equal(later.body.data.status, 'expired')
})

test("a user's own wallet is right at the moment of reading, and so is its ETag", async (t) => {
  service.clock.now = new Date('2026-01-14T23:59:30Z')
  const shop = await newOauthShop(service)
  const linked = await shop.link()
  const rule = newRuleBody({ coinValue: '3', pendingDays: 1 })
  await dataOf(service.post('/api/v1/laas/rules/create-rule', rule, shop.token))
  await dataOf(shop.award(linked.userId, rule.name))
  await dataOf(service.request('PATCH', ME, { token: shop.token, body: { timeZone: 'Asia/Tokyo' } }))
  const read = (etag?: string) =>
    service.request('GET', '/api/v1/laas/me/wallet', {
      token: linked.token,
      ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
    })
  const first = await read()
  assert.deepEqual(first.body.data, {
    userId: linked.userId,
    partnerId: shop.partnerId,
    ...wallet('3', {
      available: '0',
      pending: '3',
      points: '3',
      // A later change of the zone moves no lot.
      pendingUntil: [{ coins: '3', at: '2026-01-15T00:00:00.000Z' }],
    }),
  })
  await keepUnwritten(t, shop)
  const etag = first.headers.get('etag') ?? ''
  assert.equal((await read(etag)).status, 304)
  service.clock.now = new Date('2026-01-15T00:00:00Z')
  const later = await read(etag)
  assert.equal(later.status, 200)
  assert.equal(later.body.data.available, '3')
  assert.deepEqual(later.body.data.pendingUntil, [])
})

suite('the wallet of a response', () => {
  const held = { coins: '10', points: '10', available: '6', pending: '0', held: '4' }

  test('has its parts with every call, live and as a dry run, and coins and points alone when it is replayed', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z', { settings: {} })
    await shop.award(10)
    const send = (query: string, headers: Record<string, string> = {}) =>
      service.request('POST', `/api/v1/laas/coins/holds${query}`, {
        token: shop.token(),
        body: { userId: shop.userId, coins: 4 },
        headers,
      })
    assert.deepEqual((await dataOf(send('?dryRun=true'))).wallet, held)
    const keyed = { 'idempotency-key': shop.userId }
    assert.deepEqual((await dataOf(send('?expand=wallet', keyed))).wallet, held)
    assert.deepEqual((await dataOf(send('?expand=wallet', keyed))).wallet, { coins: '10', points: '10' })
    const refused = await shop.post('/coins/transfer-from-user-wallet?expand=wallet', {
      userId: shop.userId,
      coins: 7,
    })
    assert.equal(refused.body.data.appErrorCode, 'insufficient_coins')
    assert.deepEqual(refused.body.data.wallet, held)
  })

  test('follows an award, its reversal, a transfer, a refund, an adjustment, a return and an activity', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z', { rule: { pendingDays: 14 } })
    const { userId } = shop
    const walletAfter = async (path: string, body: Record<string, unknown>) => {
      const data = await dataOf(shop.post(`${path}?expand=wallet`, body))
      return { id: data.id, wallet: data.wallet }
    }
    const award = await walletAfter('/rules/award', { userId, ruleName: shop.rule.name, units: 10 })
    assert.deepEqual(award.wallet, { coins: '10', points: '10', available: '0', pending: '10', held: '0' })
    const reversed = await walletAfter(`/rules/award/${award.id}/reverse`, { coins: 4 })
    assert.deepEqual(reversed.wallet, { coins: '6', points: '6', available: '0', pending: '6', held: '0' })
    const adjusted = await walletAfter('/coins/adjust', { userId, coins: 5, reason: 'A test' })
    assert.deepEqual(adjusted.wallet, { coins: '11', points: '6', available: '5', pending: '6', held: '0' })
    const transfer = await walletAfter('/coins/transfer-from-user-wallet', {
      userId,
      coins: 3,
      reference: 'order-1',
    })
    assert.deepEqual(transfer.wallet, { coins: '8', points: '6', available: '2', pending: '6', held: '0' })
    const refund = await walletAfter(`/coins/transactions/${transfer.id}/refund`, { coins: 1 })
    assert.deepEqual(refund.wallet, { coins: '9', points: '6', available: '3', pending: '6', held: '0' })
    const returned = await walletAfter('/returns', { reference: 'order-1', share: 1 })
    assert.deepEqual(returned.wallet, { coins: '11', points: '6', available: '5', pending: '6', held: '0' })
    await shop.addRule({ activityType: 'visit', coinValue: '2', pendingDays: 3 })
    const activity = await walletAfter('/activities', { userId, type: 'visit' })
    assert.deepEqual(activity.wallet, { coins: '13', points: '8', available: '5', pending: '8', held: '0' })
  })
})
