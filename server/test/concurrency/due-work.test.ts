import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueWork } from '../../src/programme/due/run-due.ts'
import { createEngine } from '../../src/programme/engine/engine.ts'
import { createCapturedLog } from '../support/captured-log.ts'
import { openTestDatabase } from '../support/database.ts'

const PARTNERS = 250
const { client, open } = await openTestDatabase()
const { log, logged } = createCapturedLog()

test(`one search starts with each of ${PARTNERS} partners that have something due`, async () => {
  await client.query(`
    set session_replication_role = replica;
    insert into ecosystems (name, created_at) values ('tests', now());
    insert into partners (id, ecosystem, name, email, created_at, updated_at)
    select gen_random_uuid(), 'tests', 'Partner ' || n, n || '@partner.example', now(), now()
    from generate_series(1, ${PARTNERS}) n;
    insert into ledgers (partner_id, issuance_account, spend_account, arrears_account, write_offs_account,
      opening_account, expired_account, last_at, created_at, next_due_at)
    select id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(),
      gen_random_uuid(), now(), now(), now() - interval '1 hour'
    from partners;
    insert into wallets (partner_id, user_id, id, joined_no, on_boards, created_at, updated_at, next_due_at)
    select id, gen_random_uuid(), gen_random_uuid(), 1, false, now(), now(), now() - interval '1 hour'
    from partners`)
  const database = open()
  const { coinCalls } = createEngine({ database, log, batchSizeMax: 500, connections: 10 })
  const work = dueWork({ database, coinCalls, givenTime: () => undefined, log })
  await work.startAll()
  await work.ended()
  const { rows } = await client.query(`
    select (select count(*)::int from ledgers where next_due_at is not null) as ledgers,
      (select count(*)::int from wallets where next_due_at is not null) as wallets`)
  assert.deepEqual(rows, [{ ledgers: 0, wallets: 0 }])
  assert.equal(logged(), '')
})
