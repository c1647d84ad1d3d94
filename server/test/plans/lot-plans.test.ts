import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, suite, test } from 'node:test'
import {
  findDueWallets,
  findOldestDue,
  findPartnersWithDue,
  scheduleNextDue,
} from '../../src/programme/due/due-store.ts'
import { findHold, listHolds } from '../../src/programme/holds/hold-queries.ts'
import { loadActiveHolds, loadHolds } from '../../src/programme/holds/hold-store.ts'
import { openLedger } from '../../src/programme/ledger/ledger.ts'
import { HOLD_STATUSES } from '../../src/programme/lots/hold.ts'
import { loadLotsMadeOf, loadNamedLots, loadOpenLots } from '../../src/programme/lots/lot-store.ts'
import type { Db, Sql } from '../../src/storage/database/database.ts'
import { openTestDatabase } from '../support/database.ts'
import { assertByIndex, explainer, noteStatements, plansOf, rowsRead } from '../support/plans.ts'

const WALLETS = 20_000
const DUE = 3
const partnerId = randomUUID()
const userId = randomUUID()
const { client, open } = await openTestDatabase()
const database = open()
const { givenTime } = database

/** The statements of some work. */
async function statementsOf(work: (db: typeof database) => Promise<unknown>): Promise<Sql[]> {
  const { noted, database: noting } = noteStatements(database)
  await work(noting)
  return [...noted.values()]
}

before(async () => {
  await database.transaction((tx) => openLedger(tx, partnerId))
  // Plans are made while there is next to nothing, as they are in a new database.
  const { prepare } = explainer(client)
  await client.query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off')
  await client.query('set plan_cache_mode = force_generic_plan')
  for (const statement of await statementsOf(readDue)) await prepare(statement)
  await client.query(`
    set session_replication_role = replica;
    insert into wallets (partner_id, user_id, id, joined_no, on_boards, created_at, updated_at, next_due_at)
    select '${partnerId}', gen_random_uuid(), gen_random_uuid(), n, false, now(), now(),
      now() + (case when n <= ${DUE} then -1 else n end) * interval '1 hour'
    from generate_series(1, ${WALLETS}) n;
    insert into lots (partner_id, user_id, id, expires_at, coins, is_pending)
    select partner_id, user_id, gen_random_uuid(), now() + joined_no * interval '1 hour', 1, false
    from wallets;
    insert into lots (partner_id, user_id, id, expires_at, coins, is_pending)
    select '${partnerId}', '${userId}', gen_random_uuid(), now() + n * interval '1 day', n % 2, false
    from generate_series(1, 3000) n;
    insert into holds (partner_id, id, seq, user_id, status, coins, captured, expires_at, reference, created_at, ended_at)
    select '${partnerId}', gen_random_uuid(), joined_no, user_id, 'captured', 1, 1, now(), 'order-' || joined_no, now(), now()
    from wallets;
    insert into coin_transactions (partner_id, id, seq, actor_id, kind, user_id, coins, is_credit, outcome, balance, points,
      hold_id, parties, created_at)
    select partner_id, id, seq, 1, 'hold', user_id, 1, false, 'moved', 0, 0, id, '{}', created_at
    from holds`)
})

/** What the job reads to find what is due. */
async function readDue(db: Db): Promise<void> {
  const at = { givenTime: undefined, limit: 100 }
  await findPartnersWithDue(db, at)
  await findDueWallets(db, partnerId, at)
  await findOldestDue(db)
}

const each = <Row>(...rows: Row[]) => new Map([[partnerId, rows]])

suite('what is due', () => {
  test(`is found without looking at the ${WALLETS} wallets of which nothing is, also by a plan from when there were none`, async () => {
    await client.query(
      `update ledgers set next_due_at = now() - interval '1 hour' where partner_id = '${partnerId}'`,
    )
    const { explain } = explainer(client)
    const reads = await statementsOf(readDue)
    assert.equal(reads.length, 3)
    for (const statement of reads) assert.ok(rowsRead(await explain(statement)) <= DUE, statement.text)
    const plans = await plansOf(client, database, readDue)
    assertByIndex(plans)
    const scheduled = await plansOf(client, database, (tx) => scheduleNextDue(tx, partnerId))
    assertByIndex(scheduled)
  })
})

suite('a batch', () => {
  const lotId = randomUUID()
  before(() => client.query('analyze wallets, lots, holds'))

  test('finds the lots of a wallet by their ids, however many the wallet has', async () => {
    for (const keys of [
      [{ userId, lotId }],
      [
        { userId, lotId },
        { userId, lotId: randomUUID() },
      ],
    ]) {
      const [named, made] = await plansOf(client, database, async (tx) => {
        await loadNamedLots(tx, each(...keys))
        await loadLotsMadeOf(tx, each(...keys))
      })
      assert.match(named as string, /Index Cond: .*user_id = .*\bid = /)
      assert.match(made as string, /Index Cond: .*user_id = .*parent_id = /)
    }
  })

  test('finds lots with coins and active holds by member', async () => {
    for (const users of [[userId], [userId, randomUUID()]]) {
      const plans = await plansOf(client, database, async (tx) => {
        await loadOpenLots(tx, each(...users))
        await loadActiveHolds(tx, each(...users))
      })
      for (const plan of plans) assert.match(plan, /Index Cond: .*user_id = /)
      assert.match(plans[0] as string, /lots_open_idx/)
      assert.match(plans[1] as string, /holds_active_idx/)
    }
    const [byId] = await plansOf(client, database, (tx) => loadHolds(tx, each(lotId)))
    assert.match(byId as string, /Index Cond: .*\bid = /)
  })
})

test(`holds are listed by index, however they are narrowed, and whatever the others of ${WALLETS} are`, async () => {
  const { prepare, explain } = explainer(client)
  const page = { userId: null, status: null, reference: null, before: null, limit: 11 }
  const filters = [
    page,
    ...HOLD_STATUSES.map((status) => ({ ...page, status })),
    { ...page, userId },
    { ...page, userId, status: 'active' as const },
    { ...page, reference: 'order-0', status: 'expired' as const },
  ]
  await client.query('deallocate all; analyze holds, coin_transactions')
  for (const filter of filters) {
    const [statement] = await statementsOf((db) => listHolds({ ...db, givenTime }, partnerId, filter))
    assert(statement)
    await prepare(statement)
    const read = rowsRead(await explain(statement))
    assert.ok(read <= 100, `${read} rows for ${JSON.stringify(filter)}`)
  }
  assertByIndex(await plansOf(client, database, (tx) => findHold(tx, partnerId, randomUUID())))
})
