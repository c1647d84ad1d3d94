import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { listByWallet, ORDERED_MAX } from '../../src/programme/members/member-order-queries.ts'
import { findMembersByEmailStart } from '../../src/programme/members/member-search-store.ts'
import { MEMBER_OR_FORMER, MEMBERS } from '../../src/programme/members/membership-store.ts'
import { ALL_TIME } from '../../src/programme/ranking/board.ts'
import { searchLedger } from '../../src/programme/search/search-ledger.ts'
import { NOTES_SCANNED_MAX } from '../../src/programme/search/search-queries.ts'
import { type Database, type Db, roleSettings, type Sql } from '../../src/storage/database/database.ts'
import { openTestDatabase } from '../support/database.ts'
import { explainer, noteStatements, rowsRead } from '../support/plans.ts'

const MANY = 30_000
const partnerId = randomUUID()
const { client, open } = await openTestDatabase()
const database = open()
const { prepare, explain } = explainer(client)

/** The statements of some work, each with the rows that it reads by a plan made without values. */
async function readsOf(work: (db: Database) => Promise<unknown>): Promise<{ text: string; read: number }[]> {
  const { database: noting, noted } = noteStatements(database)
  await work(noting)
  const statements: Sql[] = [...noted.values()]
  const reads: { text: string; read: number }[] = []
  for (const statement of statements) {
    await client.query(`deallocate all`)
    await prepare(statement)
    reads.push({ text: statement.text, read: rowsRead(await explain(statement)) })
  }
  return reads
}

/** Names that share most of their words, orders with many lines, and a note on each award. */
before(async () => {
  for (const setting of ['plan_cache_mode=force_generic_plan', ...roleSettings()])
    await client.query(`set ${setting.replace(/=(.*)/, " = '$1'")}`)
  await client.query(`
    insert into memberships (partner_id, user_id, id, tag, fullname, email, created_at, updated_at, left_at, left_by)
    select '${partnerId}', gen_random_uuid(), gen_random_uuid(), 'tag' || n, 'Ada Lovelace' || n % 1000,
      'ada' || n || '@mail.example', now(), now(), case when n % 10 = 0 then now() end,
      case when n % 10 = 0 then 'user' end
    from generate_series(1, ${MANY}) n;
    insert into member_search_words (partner_id, word, user_id)
    select partner_id, word, user_id
    from memberships
    cross join lateral (values (tag), ('ada'), ('lovelace' || right(tag, -3)::integer % 1000)) as words (word);
    insert into member_word_parts (partner_id, part, word)
    select '${partnerId}', substr(word, start, 12), word
    from (select distinct 'lovelace' || n as word from generate_series(0, 999) n) words
    cross join generate_series(2, length(word) - 1) start;
    insert into wallets (partner_id, user_id, id, points, balance, joined_no, on_boards, points_segment, created_at,
      updated_at)
    select partner_id, user_id, id, right(tag, -3)::bigint, right(tag, -3)::bigint, right(tag, -3)::bigint, true,
      (${MANY} - right(tag, -3)::bigint) / 256, now(), now()
    from memberships;
    insert into board_segments (partner_id, board, month, no, negated_score, joined_no, members)
    select '${partnerId}', 'points', '${ALL_TIME}', n, 256 * n - ${MANY}, 0, 256
    from generate_series(0, ${MANY} / 256) n;
    insert into awards (partner_id, id, seq, actor_id, rule_id, rule_name, rule_version, user_id, outcome, coins,
      balance, points, reference, progress, progress_needed, user_awards, participants, participants_max,
      is_new_participant, created_at)
    select '${partnerId}', gen_random_uuid(), n, 0, '${partnerId}', 'often', 1, '${partnerId}', 'paid', 1, 1, 1,
      'order-' || n % 3, 1, 1, 1, 1, 1, false, now()
    from generate_series(1, ${MANY}) n;
    insert into personal_data (partner_id, seq, user_id, note)
    select '${partnerId}', n, '${partnerId}', 'For order ' || n
    from generate_series(1, ${MANY}) n;
    analyze`)
})

test(`a search reads a bounded number of rows of ${MANY} members, orders and notes, whatever the text`, async () => {
  for (const [text, members, references, notes] of [
    ['ada', 5, 0, 0],
    ['lovelace', 5, 0, 0],
    ['ovelac', 5, 0, 0],
    ['velace999', 5, 0, 0],
    ['ada ovelace12', 5, 0, 0],
    ['tag24241', 1, 0, 0],
    ['ada4240@mail', 0, 0, 0],
    ['ada4243@mail', 1, 0, 0],
    ['ORDER-', 0, 3, 0],
    ['order 29999', 0, 0, 1],
    ['order', 0, 3, 5],
    ['nobody here', 0, 0, 0],
    ['%_%', 0, 0, 0],
    ['e', 0, 0, 5],
    ['\u{10ffff}', 0, 0, 0],
    [randomUUID(), 0, 0, 0],
  ] as [string, number, number, number][]) {
    const found = await searchLedger(database, partnerId, text)
    assert.deepEqual(
      [found.members.length, found.references.length, found.notes.length],
      [members, references, notes],
      text,
    )
    for (const { text: statement, read } of await readsOf((db) => searchLedger(db, partnerId, text)))
      assert.ok(read <= 2 * NOTES_SCANNED_MAX, `${text}: ${read} rows by ${statement}`)
  }
})

test('references are found one after the other, however many lines each has', async () => {
  const reads = await readsOf((db) => searchLedger(db, partnerId, 'order'))
  const ofReferences = reads.filter(
    ({ text }) => text.includes('recursive found') && text.includes('from awards'),
  )
  assert.ok(ofReferences.length > 0)
  for (const { read } of ofReferences) assert.ok(read <= 20, `${read} rows`)
})

test('members by address, former members and members by coins are read from indexes', async () => {
  const [byEmail] = await readsOf((db) => findMembersByEmailStart(db, partnerId, 'ada', 5))
  assert.ok((byEmail?.read ?? 0) <= 10, `${byEmail?.read} rows`)
  for (const listed of ['former', 'all'] as const) {
    const query = { listed, limit: 10, offset: 0, after: null }
    const reads = await readsOf((db) => MEMBERS.load(db, partnerId, [query]))
    const list = reads.find(({ text }) => text.includes('order by m.id desc'))
    assert.ok((list?.read ?? 0) <= 40, `${list?.read} rows`)
  }
  for (const order of ['coins', 'points'] as const) {
    const reads = await readsOf((db) => listByWallet(db, partnerId, order, { limit: 10, offset: 0 }))
    assert.ok((reads[0]?.read ?? 0) <= ORDERED_MAX + 1_000, `${reads[0]?.read} rows`)
    const [first] = await listByWallet(database, partnerId, order, { limit: 1, offset: 0 })
    const { rows } = await client.query('select user_id from wallets order by balance desc limit 1')
    assert.equal(first, rows[0].user_id)
  }
})

test('a hundred members and former members are read by their ids with one statement', async () => {
  const { rows } = await client.query<{ user_id: string }>('select user_id from memberships limit 100')
  const userIds = rows.map((row) => row.user_id)
  let sent = 0
  const count = (statement: Sql) => {
    sent += 1
    return statement
  }
  const counting: Db = {
    many: (statement) => database.many(count(statement)),
    first: (statement) => database.first(count(statement)),
    run: (statement) => database.run(count(statement)),
  }
  const found = await MEMBER_OR_FORMER.load(counting, partnerId, userIds)
  assert.deepEqual(
    found.map((member) => member?.userId),
    userIds,
  )
  assert.equal(sent, 1)
})
