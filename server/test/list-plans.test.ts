import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { listDecisions } from '../src/awards/decision-queries.ts'
import { listMovements, type MovementFilter } from '../src/coins/transaction-queries.ts'
import type { Db } from '../src/database/database.ts'
import { listEarlierEvents, listEvents } from '../src/events/event-queries.ts'
import { openLedger } from '../src/ledger/ledger.ts'
import { findMemberById, searchMembers } from '../src/members/member-search-store.ts'
import { countMembers } from '../src/members/membership-store.ts'
import { countDropped, listRequests } from '../src/request-log/request-log-store.ts'
import { openTestDatabase } from './support/database.ts'
import { assertByIndex, plansOf } from './support/plans.ts'

const MANY = 20_000
const partnerId = randomUUID()
const { client, open } = await openTestDatabase()
const database = open()
before(async () => {
  await client.query(`
    insert into memberships (partner_id, user_id, id, tag, fullname, email, created_at, updated_at)
    select '${partnerId}', gen_random_uuid(), gen_random_uuid(), 'tag' || n, '', '', now(), now()
    from generate_series(1, ${MANY}) n;
    insert into member_search_words (partner_id, word, user_id)
    select partner_id, word, user_id
    from memberships
    cross join lateral (values (tag), ('ada'), ('number' || right(tag, 2))) as words (word)
    on conflict do nothing`)
})

test('members are searched and counted by index', async () => {
  const [rarest, search] = await plansOf(client, database, (db) =>
    searchMembers(db, partnerId, 'ada number7'),
  )
  assert.doesNotMatch(rarest as string, /Seq Scan|Disabled/)
  assertByIndex([search as string, ...(await plansOf(client, database, (db) => countMembers(db, partnerId)))])
  const [byId] = await plansOf(client, database, (db) => findMemberById(db, partnerId, randomUUID()))
  assert.doesNotMatch(byId as string, /Seq Scan|Disabled/)
})

test(`a search that finds many of ${MANY} members takes a thousand`, async () => {
  for (const [search, count] of [
    ['a', 1000],
    ['tag', 1000],
    ['ada number42', 200],
    ['ada tag number4', 1000],
    ['ada tag77', 111],
    ['ada tag4242', 1],
    ['ada nobody', 0],
    ['number nobody', 0],
  ] as const) {
    const found = await searchMembers(database, partnerId, search)
    assert.equal(found.length, count, search)
    assert.equal(new Set(found).size, count, search)
  }
})

test('requests are listed by index, however they are narrowed', async () => {
  for (const outcome of [null, 'ok', 'failed'] as const) {
    const [ids, rows] = await plansOf(client, database, (db) =>
      listRequests(db, partnerId, { id: null, outcome, before: null, limit: 10 }),
    )
    assertByIndex([ids as string])
    assert.doesNotMatch(rows as string, /Seq Scan|Disabled/)
  }
  assertByIndex(await plansOf(client, database, (db) => countDropped(db, partnerId, new Date())))
})

test('decisions are listed by index, however they are narrowed', async () => {
  for (const outcome of [null, 'paid', 'counted', 'refused'] as const)
    for (const userId of [null, randomUUID()]) {
      const filter = { userId, ruleName: null, outcome, before: null, limit: 10 }
      const [seqs] = await plansOf(client, database, (db) => listDecisions(db, partnerId, filter))
      assertByIndex([seqs as string])
      const index = userId ? 'user_idx' : outcome === null || outcome === 'paid' ? 'seq_key' : 'not_paid_idx'
      assert.ok(seqs?.includes(`awards_${index}`), seqs)
    }
})

test('events are read by index in both directions', async () => {
  await database.transaction((tx) => openLedger(tx, partnerId, new Date()))
  await client.query('update ledgers set last_seq = 1 where partner_id = $1', [partnerId])
  const filter = { after: 0n, types: null, limit: 10 }
  for (const work of [
    (db: Db) => listEvents(db, partnerId, filter),
    (db: Db) => listEarlierEvents(db, partnerId, { ...filter, before: 9n }),
  ]) {
    const [, events = ''] = await plansOf(client, database, work)
    assert.match(events, /Merge Append/)
    assert.doesNotMatch(events, /Seq Scan|Disabled|-> {2}Sort/, events)
  }
})

test('movements are listed by index, of a user or of all', async () => {
  for (const userId of [null, randomUUID()]) {
    const filter: MovementFilter = { userId, kinds: ['award', 'transfer', 'reversal'], from: null, to: null }
    const [movements = ''] = await plansOf(client, database, (db) =>
      listMovements(db, partnerId, filter, { before: null, limit: 10, offset: 0 }),
    )
    for (const table of ['awards', 'transfers', 'reversals'])
      assert.ok(movements.includes(`${table}_${userId ? 'user_idx' : 'seq_key'}`), movements)
    assert.doesNotMatch(movements, /Seq Scan|Disabled|-> {2}Sort/, movements)
  }
})
