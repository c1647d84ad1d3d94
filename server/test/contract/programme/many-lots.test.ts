import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LOTS_MAX } from '../../../src/programme/lots/timed-wallet.ts'
import { dataOf } from '../../support/api.ts'
import { openTimedShop } from '../../support/coins-in-time.ts'
import { startTestService } from '../../support/service.ts'

const START = '2026-02-01T10:00:00Z'
const AFTER_ALL = '2026-02-05T10:00:00Z'

describe(`a wallet with ${LOTS_MAX} lots`, async () => {
  const service = await startTestService()

  /** A member whose coins expire one after the other, a minute apart. */
  async function openFullWallet(lots = LOTS_MAX) {
    const shop = await openTimedShop(service, START)
    const { partnerId, userId } = shop
    const forever = await shop.addRule({ coinValue: '1', perUnit: true, coinExpiry: 'never' })
    await shop.award(LOTS_MAX, { ruleName: forever.name })
    const values = [partnerId, userId, START]
    await service.query(
      `insert into lots (partner_id, user_id, id, expires_at, coins, is_pending)
      select $1, $2, gen_random_uuid(), $3::timestamptz + n * interval '1 minute', 100, false
      from generate_series(1, ${lots}) n`,
      values,
    )
    await service.query(
      `update wallets set open_lots = ${lots}, next_due_at = $3::timestamptz + interval '1 minute'
      where partner_id = $1 and user_id = $2`,
      values,
    )
    await service.query(
      `update ledgers set uses_lots = true, next_due_at = $2::timestamptz + interval '1 minute' where partner_id = $1`,
      [partnerId, START],
    )
    return {
      ...shop,
      forever,
      tryAward: (coins = 1) => shop.post('/rules/award', { userId, ruleName: shop.rule.name, units: coins }),
      openLots: () => openLotsOf([userId]),
    }
  }

  /** The largest number that a wallet of these has. */
  const openLotsOf = async (userIds: string[]) => {
    const [found] = await service.query(
      'select max(open_lots) as lots from wallets where user_id = any($1)',
      [userIds],
    )
    return found?.lots
  }
  const reasonOf = ({ body }: { body: { data: { appErrorCode: string } } }) => body.data.appErrorCode
  /** Of one partner, which a cluster reads in one snapshot: the job does what is due of others beside the tests. */
  const assertWhole = async ({ partnerId }: { partnerId: string }) =>
    assert.deepEqual(
      await service.query('select * from broken_invariants where partner_id = $1', [partnerId]),
      [],
    )

  test('takes no more coins that expire, whoever credits them, and those that do not', async () => {
    const shop = await openFullWallet()
    assert.equal(reasonOf(await shop.tryAward()), 'balance_limit')
    assert.equal(reasonOf(await shop.adjust(1)), 'balance_limit')
    await shop.award(1, { ruleName: shop.forever.name })
    await assertWhole(shop)
  })

  test('takes them again when its lots were spent, and a refund only while it is not full', async () => {
    const shop = await openFullWallet()
    const transfer = await dataOf(shop.transfer(LOTS_MAX))
    assert.equal(await shop.openLots(), 0)
    await shop.award(1)
    await dataOf(shop.refund(transfer.id, LOTS_MAX - 1))
    assert.equal(await shop.openLots(), LOTS_MAX)
    assert.equal(reasonOf(await shop.refund(transfer.id)), 'balance_limit')
    await assertWhole(shop)
  })

  test('takes them again when its lots expired', async () => {
    const shop = await openFullWallet()
    await shop.moveTo(AFTER_ALL)
    await shop.award(1)
    assert.equal(await shop.openLots(), 1)
    assert.equal((await shop.stored()).expired, LOTS_MAX)
    await assertWhole(shop)
  })

  test('gives its coins to one hold, and takes them back', async () => {
    const shop = await openFullWallet()
    const hold = await shop.hold(LOTS_MAX)
    await shop.award(1)
    assert.equal(reasonOf(await shop.tryHold(1)), 'too_many_holds')
    await dataOf(shop.release(hold))
    assert.equal(await shop.openLots(), LOTS_MAX + 1)
    await assertWhole(shop)
  })

  test('has one lot of its own for each refund of coins that expire soon, while there is room', async () => {
    const shop = await openFullWallet(LOTS_MAX - 10)
    const { id } = await dataOf(shop.transfer(1))
    const refunds = await Promise.all(Array.from({ length: 20 }, () => shop.refund(id, 0.05)))
    const refused = refunds.filter(({ status }) => status !== 201)
    assert.deepEqual([refused.length, ...new Set(refused.map(reasonOf))], [9, 'balance_limit'])
    assert.equal(await shop.openLots(), LOTS_MAX)
    await assertWhole(shop)
  })

  test('takes coins into a lot that has some', async () => {
    const shop = await openFullWallet(LOTS_MAX - 1)
    await shop.award(1)
    await shop.award(2)
    assert.equal(await shop.openLots(), LOTS_MAX)
    await assertWhole(shop)
  })

  test('is decided apart from others, so that no batch reads all their lots', async () => {
    const shop = await openTimedShop(service, START)
    const userIds = await Promise.all(Array.from({ length: 12 }, () => shop.addUser()))
    await Promise.all(userIds.map((userId) => shop.award(1, { userId })))
    const batches = async () => {
      const [ledger] = await service.query('select change_no from ledgers where partner_id = $1', [
        shop.partnerId,
      ])
      return Number(ledger?.change_no)
    }
    await service.query(`update wallets set open_lots = ${LOTS_MAX - 1} where user_id = any($1)`, [userIds])
    const before = await batches()
    const awards = userIds.map((userId) => ({ userId, ruleName: shop.rule.name, units: 1 }))
    const { results } = await dataOf(shop.post('/rules/award/bulk', { awards }))
    assert.ok(results.every(({ data }: { data: { awarded: boolean } }) => data.awarded))
    assert.equal((await batches()) - before, 4)
    assert.equal(await openLotsOf(userIds), 1)
    await assertWhole(shop)
  })

  test('is counted anew when awards into one lot make it seem full', async () => {
    const shop = await openTimedShop(service, START)
    await shop.award(1)
    const seems = () =>
      service.query(`update wallets set open_lots = ${LOTS_MAX} where user_id = $1`, [shop.userId])
    await seems()
    await shop.award(1)
    await seems()
    await dataOf(shop.adjust(1))
    const [wallet] = await service.query('select open_lots, balance from wallets where user_id = $1', [
      shop.userId,
    ])
    assert.deepEqual(wallet, { open_lots: 1, balance: 300n })
    await assertWhole(shop)
  })
})
