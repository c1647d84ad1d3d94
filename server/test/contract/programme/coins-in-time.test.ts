import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import { isReplay } from '../../support/api-response.ts'
import { amounts, openTimedShop } from '../../support/coins-in-time.ts'
import { useClockService } from '../../support/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const { service } = await useClockService()

const codeOf = async (response: ReturnType<typeof service.post>) => (await response).body.data.appErrorCode

test('expiry, pending coins, holds, arrears and erasure meet in one wallet', async () => {
  const shop = await openTimedShop(service, '2026-01-01T14:00:00Z', { rule: { pendingDays: 14 } })
  const awardId = await shop.award(120)
  assert.deepEqual(await shop.stored(), amounts({ balance: 120, pending: 120 }))
  assert.equal(await codeOf(shop.transfer(1)), 'insufficient_coins')
  await dataOf(shop.reverse(awardId, { coins: 50, shortfall: 'owe' }))
  assert.deepEqual(await shop.stored(), amounts({ balance: 70, pending: 70 }))

  await shop.moveTo('2026-01-15T00:00:00Z')
  const hold = await shop.hold(60)
  assert.deepEqual(await shop.stored(), amounts({ balance: 70, held: 60, available: 10 }))
  await dataOf(shop.reverse(awardId, { coins: 70, shortfall: 'owe' }))
  assert.deepEqual(await shop.stored(), amounts({ balance: 60, held: 60, owed: 60 }))
  const { transactionId } = await dataOf(shop.capture(hold, 40))
  assert.deepEqual(await shop.stored(), amounts({ owed: 40 }))
  await dataOf(shop.refund(transactionId))
  assert.deepEqual(await shop.stored(), amounts({}))

  await dataOf(shop.adjust(30))
  assert.deepEqual(await shop.stored(), amounts({ balance: 30, available: 30 }))
  await shop.moveTo('2026-04-16T00:00:00Z')
  assert.equal(await codeOf(shop.transfer(1)), 'insufficient_coins')
  assert.deepEqual(await shop.stored(), amounts({ expired: 30 }))
  await dataOf(shop.post(`/users/${shop.userId}/erase`, { forfeit: true }))
  assert.deepEqual(await shop.stored(), amounts({ expired: 30 }))
})

suite('expiry', () => {
  test('refuses from the moment on, not before it, and says so in an event', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z')
    await shop.award(10)
    await shop.moveTo('2026-05-02T23:59:59.999Z')
    await dataOf(shop.transfer(4))
    await shop.moveTo('2026-05-03T00:00:00Z')
    assert.equal(await codeOf(shop.transfer(1)), 'insufficient_coins')
    assert.deepEqual(await shop.stored(), amounts({ expired: 6 }))
    const expired = (await shop.events()).find(({ type }) => type === 'coins.expired')
    assert(expired)
    assert.equal(expired.data.coins, 6)
    assert.equal(expired.data.transactionType, 'user_partner_expiry')
    assert.equal(expired.data.expiresAt, '2026-05-03T00:00:00.000Z')
  })

  test('is written for wallets that no call touches', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z')
    await shop.award(10)
    await shop.moveTo('2026-05-03T00:00:00Z')
    await waitUntil(async () => (await shop.stored()).expired === 10, 'the job writes what expired')
    const nextDueAt = async () => {
      const [ledger] = await service.query('select next_due_at from ledgers where partner_id = $1', [
        shop.partnerId,
      ])
      return ledger?.next_due_at
    }
    await waitUntil(async () => (await nextDueAt()) === null, 'nothing else is due')
    assert.deepEqual(await shop.stored(), amounts({ expired: 10 }))
  })

  test('takes the coins that expire first, and those without expiry last', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z', { settings: {} })
    await shop.award(5)
    await dataOf(shop.set({ coinExpiry: { after: 'P60D', until: 'day' } }))
    await shop.award(7)
    await dataOf(shop.set({ coinExpiry: { after: 'P30D', until: 'day' } }))
    await shop.award(9)
    await dataOf(shop.transfer(10))
    await shop.moveTo('2026-03-10T00:00:00Z')
    await shop.award(1, {})
    assert.deepEqual(await shop.stored(), amounts({ balance: 12, available: 12 }))
    await shop.moveTo('2026-04-05T00:00:00Z')
    await dataOf(shop.transfer(1))
    assert.deepEqual(await shop.stored(), amounts({ balance: 5, available: 5, expired: 6 }))
  })

  test('announces what will expire once, with the coins that are left then', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z')
    await shop.award(10)
    await dataOf(shop.transfer(3))
    await shop.moveTo('2026-04-03T00:00:00Z')
    await shop.award(1)
    await shop.award(1)
    const announced = (await shop.events()).filter(({ type }) => type === 'coins.expiring')
    assert.deepEqual(
      announced.map(({ data }) => data),
      [{ userId: shop.userId, coins: '7', expiresAt: '2026-05-03T00:00:00.000Z' }],
    )
    const exported = await dataOf(service.get(`/api/v1/laas/users/${shop.userId}/export`, shop.token()))
    const about = exported.events.filter(({ type }: { type: string }) => type === 'coins.expiring')
    assert.deepEqual(about, announced)
  })

  test('is one movement for each lot, though two holds gave it coins back', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z')
    await shop.award(10)
    await shop.moveTo('2026-05-02T23:00:00Z')
    await shop.hold(4, { expiresIn: 600 })
    await shop.hold(6, { expiresIn: 1_200 })
    await shop.moveTo('2026-05-03T00:10:00Z')
    await dataOf(shop.adjust(1))
    const types = (await shop.events()).map(({ type, data }) => `${type} ${data.coins}`)
    assert.deepEqual(types.slice(-4), [
      'hold.expired 4',
      'hold.expired 6',
      'coins.expired 10',
      'coins.adjusted 1',
    ])
  })

  test('of coins that a refund brings back is at least thirty days later, once', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z')
    await shop.award(10)
    const { id } = await dataOf(shop.transfer(10))
    await shop.moveTo('2026-06-01T10:00:00Z')
    await dataOf(shop.refund(id, 4))
    assert.deepEqual(await shop.stored(), amounts({ balance: 4, available: 4 }))
    const again = await dataOf(shop.transfer(4))
    await shop.moveTo('2026-07-02T00:00:00Z')
    await dataOf(shop.refund(again.id))
    assert.deepEqual(await shop.stored(), amounts({ expired: 4 }))
  })

  test('of coins that a refund brings back late is announced, too', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z', {
      settings: { coinExpiry: { after: 'P90D', until: 'day' }, expiryNoticeDays: 7 },
    })
    await shop.award(10)
    const { id } = await dataOf(shop.transfer(10))
    await shop.moveTo('2026-06-01T10:00:00Z')
    await dataOf(shop.refund(id, 4))
    await shop.moveTo('2026-06-24T23:59:59Z')
    await dataOf(shop.adjust(1))
    const announced = async () =>
      (await shop.events()).filter(({ type }) => type === 'coins.expiring').map(({ data }) => data)
    assert.deepEqual(await announced(), [])
    await shop.moveTo('2026-06-25T00:00:00Z')
    await dataOf(shop.adjust(1))
    assert.deepEqual(await announced(), [
      { userId: shop.userId, coins: '4', expiresAt: '2026-07-02T00:00:00.000Z' },
    ])
  })

  test('of an award that is reversed later leaves nothing owed', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z')
    const id = await shop.award(10)
    await dataOf(shop.transfer(3))
    await shop.moveTo('2026-06-01T10:00:00Z')
    const reversed = await dataOf(shop.reverse(id, { coins: 8, shortfall: 'owe' }))
    assert.deepEqual(await shop.stored(), amounts({ owed: 1 }))
    const { coins, taken, fromExpired, owed, writtenOff } = reversed
    assert.deepEqual(
      { coins, taken, fromExpired, owed, writtenOff },
      {
        coins: '8',
        taken: '0',
        fromExpired: '7',
        owed: '1',
        writtenOff: '0',
      },
    )
    const event = (await shop.events()).find(({ type }) => type === 'award.reversed')
    assert.equal(event?.data.fromExpired, '7')
  })
})

test('an award says in its event when its coins can be spent and when they expire, if ever', async () => {
  const shop = await openTimedShop(service, '2026-02-01T10:00:00Z', { rule: { pendingDays: 14 } })
  await shop.award(10)
  const plain = await shop.addRule({ coinValue: '5', coinExpiry: 'never' })
  await dataOf(shop.post('/rules/award', { userId: shop.userId, ruleName: plain.name }))
  const [timed, untimed] = (await shop.events()).map(({ data }) => data)
  assert.equal(timed?.availableAt, '2026-02-15T00:00:00.000Z')
  assert.equal(timed?.expiresAt, '2026-05-17T00:00:00.000Z')
  assert.equal('availableAt' in (untimed as object), false)
  assert.equal('expiresAt' in (untimed as object), false)
})

suite('erasure', () => {
  test('ends holds, settles, and takes coins that are pending or expire, too', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z')
    await shop.award(10)
    const pending = await shop.addRule({ coinValue: '5', pendingDays: 14 })
    await dataOf(shop.post('/rules/award', { userId: shop.userId, ruleName: pending.name }))
    await shop.hold(4)
    assert.deepEqual(await shop.stored(), amounts({ balance: 15, available: 6, pending: 5, held: 4 }))
    assert.equal(await codeOf(shop.post(`/users/${shop.userId}/erase`)), 'coins_left')
    const { forfeited } = await dataOf(shop.post(`/users/${shop.userId}/erase`, { forfeit: true }))
    assert.equal(forfeited, '15')
    assert.deepEqual(await shop.stored(), amounts({}))
    const lots = await service.query('select coins from lots where partner_id = $1 and coins > 0', [
      shop.partnerId,
    ])
    assert.deepEqual(lots, [])
  })
})

suite('a hold', () => {
  test('keeps its coins from being spent, and is captured in part', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z', { settings: {} })
    await shop.award(10)
    const id = await shop.hold(6, { reference: 'order-1' })
    assert.equal(await codeOf(shop.transfer(5)), 'insufficient_coins')
    const captured = await dataOf(shop.capture(id, 4))
    assert.equal(captured.status, 'captured')
    assert.equal(captured.captured, '4')
    assert.deepEqual(await shop.stored(), amounts({ balance: 6, available: 6 }))
    assert.equal(await codeOf(shop.capture(id)), 'hold_not_active')
    assert.equal(await codeOf(shop.release(id)), 'hold_not_active')
    await dataOf(shop.post('/returns', { reference: 'order-1', share: 1 }))
    assert.deepEqual(await shop.stored(), amounts({ balance: 10, available: 10 }))
  })

  test('is named as the reason when it keeps coins from a reversal', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z', { settings: {} })
    const awardId = await shop.award(10)
    await shop.hold(6)
    const refused = await shop.reverse(awardId, { coins: 5 })
    assert.equal(
      refused.body.data.error,
      'Holds keep too many of the 10 coins in the wallet; capture or release them first, or send a shortfall of available or owe.',
    )
  })

  test('ends by itself at its second, and is extended before it', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z', { settings: {} })
    await shop.award(10)
    const [first, second] = [await shop.hold(6, { expiresIn: 60 }), await shop.hold(2, { expiresIn: 60 })]
    await dataOf(shop.extend(second, 3_600))
    await shop.moveTo('2026-02-01T10:01:00Z')
    assert.equal((await shop.readHold(first)).status, 'expired')
    assert.equal(await codeOf(shop.capture(first)), 'hold_not_active')
    assert.equal((await shop.readHold(second)).status, 'active')
    assert.deepEqual(await shop.stored(), amounts({ balance: 10, available: 8, held: 2 }))
  })

  test('is over by the time of the ledger, also for a process whose clock is behind', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z', { settings: {} })
    await shop.award(10)
    const id = await shop.hold(6, { expiresIn: 60 })
    await service.query(`update ledgers set last_at = '2026-02-01T10:01:00Z' where partner_id = $1`, [
      shop.partnerId,
    ])
    assert.equal((await shop.readHold(id)).status, 'expired')
    const listed = async (status: string) =>
      (await dataOf(service.get(`/api/v1/laas/coins/holds?status=${status}`, shop.token()))).data
    assert.deepEqual(await listed('active'), [])
    assert.equal((await listed('expired'))[0].id, id)
    assert.equal(await codeOf(shop.capture(id)), 'hold_not_active')
  })

  test('gives coins back that expired meanwhile, and they are gone', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z')
    await shop.award(10)
    await shop.moveTo('2026-05-02T23:59:00Z')
    const id = await shop.hold(10, { expiresIn: 3_600 })
    await shop.moveTo('2026-05-03T00:10:00Z')
    assert.deepEqual(await shop.stored(), amounts({ balance: 10, held: 10 }))
    await dataOf(shop.capture(id, 3))
    assert.deepEqual(await shop.stored(), amounts({ expired: 7 }))
  })

  test('can last seven days, also where clocks go forward meanwhile', async () => {
    const shop = await openTimedShop(service, '2026-03-05T12:00:00Z', { settings: {} })
    await shop.award(10)
    const id = await shop.hold(6, { expiresIn: 604_800 })
    const copied = `
      begin;
      set local timezone to 'America/New_York';
      insert into holds (partner_id, id, seq, user_id, status, coins, expires_at, created_at)
      select gen_random_uuid(), id, seq, user_id, status, coins, expires_at, created_at
      from holds where id = '${id}';
      rollback`
    await assert.doesNotReject(service.query(copied))
  })

  test('is in a replay what its call made of it, whatever happened since', async () => {
    const shop = await openTimedShop(service, '2026-02-01T10:00:00Z', { settings: {} })
    await shop.award(10)
    const send = async (method: string, path: string, body: unknown) => {
      const headers = { 'idempotency-key': `${shop.userId}-${method}${path}` }
      const token = shop.token()
      return service.request(method, `/api/v1/laas/coins/holds${path}`, { token, body, headers })
    }
    const hold = () => send('POST', '', { userId: shop.userId, coins: 6, expiresIn: 60 })
    const made = await hold()
    const path = `/${made.body.data.id}`
    const extend = () => send('PATCH', path, { expiresIn: 600 })
    const extended = await extend()
    const capture = () => send('POST', `${path}/capture`, { coins: 4 })
    const captured = await capture()
    await shop.moveTo('2026-02-01T11:00:00Z')
    assert.deepEqual(
      [made, extended, captured].map(({ body }) => [
        body.data.status,
        body.data.captured,
        body.data.expiresAt,
      ]),
      [
        ['active', '0', '2026-02-01T10:01:00.000Z'],
        ['active', '0', '2026-02-01T10:10:00.000Z'],
        ['captured', '4', '2026-02-01T10:10:00.000Z'],
      ],
    )
    for (const [call, first] of [
      [hold, made],
      [extend, extended],
      [capture, captured],
    ] as const) {
      const replay = await call()
      assert(isReplay(replay))
      assert.deepEqual(replay.body, first.body)
    }
  })
})
