import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { DueRequest } from '../../src/programme/due/due-call.ts'
import { dueWork } from '../../src/programme/due/run-due.ts'
import { createEngine } from '../../src/programme/engine/engine.ts'
import { createCapturedLog } from '../support/captured-log.ts'
import { openTestDatabase } from '../support/database.ts'

const { client, open } = await openTestDatabase()
const database = open()
const { log, logged } = createCapturedLog()
const { coinCalls } = createEngine({ database, log, batchSizeMax: 500, connections: 10 })

beforeEach(() => client.query('truncate partners, ecosystems, ledgers, memberships, wallets cascade'))

/** Partners whose wallets all have something due. */
async function makeDue(partners: number, { wallets = 1, openLots = 0 } = {}): Promise<void> {
  await client.query(`
    insert into ecosystems (name, created_at) values ('tests', now());
    insert into partners (id, ecosystem, name, email, created_at, updated_at)
    select gen_random_uuid(), 'tests', 'Partner ' || n, n || '@partner.example', now(), now()
    from generate_series(1, ${partners}) n;
    insert into ledgers (partner_id, issuance_account, spend_account, arrears_account, write_offs_account,
      opening_account, expired_account, last_at, created_at, next_due_at)
    select id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(),
      gen_random_uuid(), now(), now(), now() - interval '1 hour'
    from partners;
    insert into memberships (partner_id, user_id, id, tag, fullname, email, created_at, updated_at)
    select id, gen_random_uuid(), gen_random_uuid(), 'member' || n, 'Member ' || n, '', now(), now()
    from partners, generate_series(1, ${wallets}) n;
    insert into wallets (partner_id, user_id, id, joined_no, on_boards, created_at, updated_at, open_lots, next_due_at)
    select partner_id, user_id, id, 1, false, now(), now(), ${openLots}, now() - interval '1 hour'
    from memberships`)
}

/** Searches once, does all that it finds, and returns the calls in their order. */
async function doAllDue(): Promise<{ partnerId: string; wallets: number }[]> {
  const calls: { partnerId: string; wallets: number }[] = []
  const decide: typeof coinCalls.due.decide = ({ partnerId }, request: DueRequest, keyed) => {
    calls.push({ partnerId, wallets: request.userIds.length })
    return coinCalls.due.decide({ partnerId }, request, keyed)
  }
  const work = dueWork({ database, coinCalls: { due: { decide } }, givenTime: () => undefined, log })
  await work.startAll()
  await work.ended()
  const { rows } = await client.query(`
    select (select count(*)::int from ledgers where next_due_at is not null) as ledgers,
      (select count(*)::int from wallets where next_due_at is not null) as wallets`)
  assert.deepEqual(rows, [{ ledgers: 0, wallets: 0 }])
  assert.equal(logged(), '')
  return calls
}

test('one search does what is due of each of 250 partners', async () => {
  await makeDue(250)
  assert.equal((await doAllDue()).length, 250)
})

test('partners with much to do take turns, so that the last one begins before the first has ended', async () => {
  await makeDue(120, { wallets: 101 })
  const ids = (await doAllDue()).map(({ partnerId }) => partnerId)
  const firstCall = Math.max(...[...new Set(ids)].map((id) => ids.indexOf(id)))
  assert.ok(firstCall < ids.lastIndexOf(ids[0] as string), `the last one begins with call ${firstCall}`)
})

test('a call has few wallets that have many lots', async () => {
  await makeDue(1, { wallets: 4, openLots: 240 })
  assert.deepEqual(
    (await doAllDue()).map(({ wallets }) => wallets),
    [2, 2],
  )
})
