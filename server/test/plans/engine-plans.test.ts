import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { NO_PROGRESS } from '../../src/programme/awards/decide-award.ts'
import {
  loadProgress,
  loadProgressByExternalId,
  loadProgressOf,
  updateProgress,
} from '../../src/programme/awards/progress-store.ts'
import { findUsedKeys } from '../../src/programme/idempotency/stored-response-store.ts'
import { emptyWallet } from '../../src/programme/wallets/wallet.ts'
import {
  loadEarlierMonthsByPartner,
  loadWalletsByExternalId,
  loadWalletsByPartner,
  updateWallets,
} from '../../src/programme/wallets/wallet-store.ts'
import type { Tx } from '../../src/storage/database/database.ts'
import { openTestDatabase } from '../support/database.ts'
import { assertByIndex, plansOf } from '../support/plans.ts'

const PARTNERS = 20_000
const userId = randomUUID()
const { client, open } = await openTestDatabase()
const database = open()

test('what a batch reads and changes is found by its keys, also for a partner who is much larger than the average', async () => {
  await client.query(`
    set session_replication_role = replica;
    insert into wallets (partner_id, user_id, id, joined_no, on_boards, created_at, updated_at, points_segment)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, true, now(), now(), 1
    from generate_series(1, ${PARTNERS});
    insert into monthly_scores (partner_id, month, user_id, earned, joined_no, on_boards, earned_segment)
    select partner_id, '2026-11-01', user_id, 1, 1, true, 1 from wallets;
    insert into rule_progress (partner_id, rule_id, user_id)
    select partner_id, gen_random_uuid(), user_id from wallets;
    analyze wallets, monthly_scores, rule_progress`)

  for (const { partners, rows } of [
    { partners: [randomUUID()], rows: 1 },
    { partners: [randomUUID()], rows: 2 },
    { partners: [randomUUID(), randomUUID()], rows: 1 },
  ]) {
    const plans = await plansOf(client, database, (tx) => readAndChange(tx, partners, rows))
    assert.equal(plans.length, 7)
    for (const plan of plans) {
      assert.match(plan, /Index Cond: .*user_id = /, plan)
      assert.doesNotMatch(plan, /Join Filter|Index Cond: \(partner_id = [^ ]+\)$/m, plan)
    }
  }
})

test('keys and members of a partner are looked up by index, one of them or several', async () => {
  const partnerId = randomUUID()
  for (const keys of [[randomUUID()], [randomUUID(), randomUUID()]]) {
    const plans = await plansOf(client, database, async (tx) => {
      await findUsedKeys(tx, partnerId, keys)
      await loadWalletsByExternalId(tx, new Map([[partnerId, keys]]))
      const named = keys.map((externalId) => ({ ruleName: 'rule', externalId }))
      await loadProgressByExternalId(tx, new Map([[partnerId, named]]))
    })
    assertByIndex(plans)
    const [usedKeys = '', ...ofMembers] = plans
    assert.equal(usedKeys.match(/Index Cond: .*idempotency_key = /g)?.length, 6, usedKeys)
    assert.equal(ofMembers.length, 2)
    for (const plan of ofMembers) assert.match(plan, /Index Cond: .*external_id = /, plan)
  }
})

/** All that a batch reads and changes per user; there are no users to change. */
async function readAndChange(tx: Tx, partners: string[], rows: number): Promise<void> {
  const each = <Row>(row: Row) =>
    new Map(partners.map((partnerId) => [partnerId, Array.from({ length: rows }, () => row)]))
  await loadWalletsByPartner(tx, each(userId))
  await loadEarlierMonthsByPartner(tx, each({ userId, month: '2026-11-01' }))
  await loadProgress(tx, each({ userId, ruleName: 'rule', note: null }))
  await loadProgressOf(tx, each({ userId, ruleId: randomUUID() }))
  const wallet = {
    ...emptyWallet(userId),
    id: randomUUID(),
    balance: 1n,
    points: 1n,
    hasEarned: true,
    joinedNo: 1n,
    pointsSegment: 1n,
    updatedAt: new Date(),
  }
  for (const onlyEarned of [true, false]) updateWallets(tx, each(wallet), { onlyEarned })
  updateProgress(
    tx,
    each({ ...NO_PROGRESS, ruleId: randomUUID(), userId, paidAwards: 1, countsPeriods: false }),
  )
}
