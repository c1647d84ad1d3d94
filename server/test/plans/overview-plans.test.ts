import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import pg from 'pg'
import type { Award } from '../../src/programme/awards/award.ts'
import { listDecisions } from '../../src/programme/history/decision-queries.ts'
import { EVERYTHING } from '../../src/programme/history/scan-queries.ts'
import { openLedger } from '../../src/programme/ledger/ledger.ts'
import { findMembers } from '../../src/programme/members/membership-store.ts'
import { REFUSALS_READ_MAX } from '../../src/programme/overview/award-queries.ts'
import { countEvents, EVENTS_PER_TRANSACTION_MAX } from '../../src/programme/overview/count-events.ts'
import { addDays, firstOfMonth, monthAfter } from '../../src/programme/overview/days.ts'
import { ruleResultsLister } from '../../src/programme/overview/list-rule-results.ts'
import { countsReader } from '../../src/programme/overview/read-counts.ts'
import { readExpiryForecast } from '../../src/programme/overview/read-expiry-forecast.ts'
import { readLiability } from '../../src/programme/overview/read-liability.ts'
import { readMonths } from '../../src/programme/overview/read-months.ts'
import { readOverview as readOverviewOf } from '../../src/programme/overview/read-overview.ts'
import { readRuleResults } from '../../src/programme/overview/read-results.ts'
import { readRulePeople } from '../../src/programme/overview/read-rule-people.ts'
import { readStatement } from '../../src/programme/overview/read-statement.ts'
import { Sql } from '../../src/storage/database/database.ts'
import { openTestDatabase } from '../support/database.ts'
import { explainer, noteStatements, type Plan, rowsRead } from '../support/plans.ts'

/** `npm run test:overview` for a million. */
const EVENTS = Number(process.env.OVERVIEW_EVENTS ?? 200_000)
const USERS = 4_999
const DAYS = 400
/** Of twice 90 days: a row for each kind of movement, reason and day of an earlier visit. */
const ROWS_PER_READ_MAX = 12_000
const LATEST_AWARDS = 9
const RULES = 50
const PEOPLE_PER_PAGE = 100
const SMALL_PARTNERS = 100
const EVENTS_EACH = 20
/** The last event by its number, the latest payments of people by theirs, and the latest refusals. */
const EVENTS_READ_MAX: Record<string, number> = {
  findEventTime: 1,
  listRulePeople: PEOPLE_PER_PAGE,
  countRefusedPeople: REFUSALS_READ_MAX,
}
const EVERY_AWARD = { ...EVERYTHING, kinds: ['award'] as const, before: null }
const COUNTED = [
  'overviews',
  'day_totals',
  'day_movements',
  'award_days',
  'day_refusals',
  'day_visits',
  'participations',
  'activity_days',
  'day_activity_refusals',
]
/** They are counted too, and read elsewhere. */
const NOT_IN_OVERVIEW = ['participations', 'activity_days', 'day_activity_refusals']
const EVENT_TABLES = ['awards', 'reversals', 'coin_transactions', 'lifecycle_events', 'activities']

const { connectionString, client: owner, open, closeFirst } = await openTestDatabase()
/** Plans as the service does. */
const client = new pg.Client({
  connectionString,
  options: ['role=laurel_service', 'enable_seqscan=off', 'enable_hashjoin=off', 'enable_mergejoin=off']
    .map((setting) => `-c ${setting}`)
    .join(' '),
})
closeFirst(() => client.end())
const { database, noted } = noteStatements(open())
await client.connect()

const now = new Date('2026-11-15T12:00:00.000Z')
const partnerId = randomUUID()
const ruleId = randomUUID()
const today = now.toISOString().slice(0, 10)
const lastDays = (count: number) => ({ from: addDays(today, 1 - count), to: today })
const readCounts = countsReader(database)
const listRuleResults = ruleResultsLister(readCounts, () => now)
const EVERY_RULE = {
  ...{ search: null, status: null, type: null, isFull: null, phase: null },
  archived: 'include',
} as const
const readOverview = (days: number) =>
  readCounts(partnerId, (db, edition) =>
    readOverviewOf(db, edition, { range: lastDays(days), comparison: 'previous', today }),
  )

/** Of twenty events one each is a transfer, a reversal, a joining and an activity; the others are awards. */
async function fill(): Promise<void> {
  const idOf = (kind: string, n: string) =>
    `('00000000-0000-4000-8000-${kind}' || lpad((${n})::text, 11, '0'))::uuid`
  const user = idOf('a', `n * 7919::bigint % ${USERS}`)
  const at = `'${now.toISOString()}'::timestamptz - make_interval(secs => (${EVENTS} - n) * ${(DAYS * 86_400) / EVENTS})`
  await owner.query(`
    insert into awards (partner_id, id, seq, actor_id, rule_id, rule_name, rule_version, balance, points,
        is_new_participant, user_id, outcome, reason, coins, progress, progress_needed, user_awards, participants,
        participants_max, created_at)
      select '${partnerId}', ${idOf('b', 'n')}, n, 0, '${ruleId}', 'order', 1, 0, 0, false, ${user},
        case when n % 10 = 0 then 'refused' when n % 10 = 1 then 'counted' else 'paid' end,
        case when n % 10 = 0 then (array['rule_full', 'rule_inactive', 'user_limit_reached'])[n % 3 + 1] end,
        case when n % 10 < 2 then 0 else 250 end, 1, 1, 1, 1, 1, ${at}
      from generate_series(1, ${EVENTS}) n where n % 20 not in (5, 7, 8, 9);
    insert into coin_transactions (partner_id, id, seq, actor_id, kind, is_credit, user_id, coins, outcome, balance,
        points, parties, created_at)
      select '${partnerId}', ${idOf('c', 'n')}, n, 0, 'transfer', false, ${user}, 50, 'moved', 50, 0, '{}', ${at} from generate_series(7, ${EVENTS}, 20) n;
    insert into reversals (partner_id, id, seq, actor_id, award_id, rule_id, user_id, coins, taken, owed, written_off, remaining, has_write_off,
        outcome, balance, points, created_at)
      select '${partnerId}', ${idOf('d', 'n')}, n, 0, ${idOf('b', 'n - 2')}, '${ruleId}', ${user}, 250, 250, 0, 0, 0, false, 'reversed', 250, 0,
        ${at} from generate_series(8, ${EVENTS}, 20) n;
    insert into lifecycle_events (partner_id, seq, type, data, created_at)
      select '${partnerId}', n, 'user.onboarded', '{}', ${at} from generate_series(9, ${EVENTS}, 20) n;
    insert into activities (partner_id, id, seq, last_seq, actor_id, type, user_id, occurred_at, balance, points, has_properties,
        refused, created_at)
      select '${partnerId}', ${idOf('e', 'n')}, n, n, 0, 'order.paid', ${user}, ${at}, 0, 0, false,
        '[{"ruleId": "${ruleId}", "reason": "user_limit_reached"}]', ${at}
      from generate_series(5, ${EVENTS}, 20) n;
    insert into rules (partner_id, id, name, type, status, condition, coins, participants_max, completions_needed, created_at, updated_at)
      select '${partnerId}', case n when 1 then '${ruleId}' else gen_random_uuid() end, 'rule ' || n, 'single', 'active', '', 250, 10000, 1, now(), now()
      from generate_series(1, ${RULES}) n;
    insert into rule_progress (partner_id, rule_id, user_id, paid_awards, paid_coins, paid_seq)
      select '${partnerId}', '${ruleId}', ${user}, 1, 250, n from generate_series(1, ${USERS}) n where n % 20 = 2;
    update ledgers set last_seq = ${EVENTS} where partner_id = '${partnerId}'`)
}

const { prepare, explain } = explainer(client)
const planned = (mode: 'generic' | 'custom') => client.query(`set plan_cache_mode = force_${mode}_plan`)
const scansOf = (nodes: Plan[]) =>
  nodes.filter((node) => node['Relation Name'] && node['Node Type'] !== 'ModifyTable')

const EVENT_INDEXES = [
  'awards_seq_key',
  'reversals_seq_key',
  'coin_transactions_seq_key',
  'lifecycle_events_pkey',
  'activities_seq_key',
]

/** A count reads its events once by number, and the days of earlier payments by key. */
async function assertCounted(mode: string, events: number): Promise<void> {
  const counted = [...noted.values()].findLast(({ text }) => text.startsWith('/* readEvents */')) as Sql
  const count = new Sql(counted.shape, counted.values, `readEvents ${mode}`)
  await prepare(count)
  const nodes = scansOf(await explain(count))
  for (const node of nodes)
    assert.ok(
      node['Node Type'] === 'Index Scan' &&
        [...EVENT_INDEXES, 'participations_pkey'].includes(node['Index Name'] ?? ''),
      `${node['Node Type']} by ${node['Index Name']}`,
    )
  const of = (...tables: string[]) => nodes.filter((node) => tables.includes(node['Relation Name'] ?? ''))
  assert.ok(rowsRead(of(...EVENT_TABLES)) <= events)
  // Of each user the rule, and other movements.
  assert.ok(rowsRead(of('participations')) <= 2 * events)
}

/** There are awards, but no wallets that got their coins, and no balances after them. */
async function findBrokenDays(): Promise<string> {
  const start = performance.now()
  const { rows } = await owner.query(
    "select * from broken_days where problem !~ 'coins in wallets|who last moved coins'",
  )
  assert.deepEqual(rows, [])
  return (((performance.now() - start) * 1_000) / EVENTS).toFixed(1)
}

let reads: Sql[]
let figures: Sql[]

/** What finance and the pages of rules ask for. */
async function readFigures(): Promise<Sql[]> {
  noted.clear()
  await readCounts(partnerId, async (db, edition) => {
    await readStatement(db, edition, { range: lastDays(90), asOf: null })
    await readRuleResults(db, edition, { ruleId, range: lastDays(90), comparison: 'previous', today })
    await readLiability(db, edition, today)
    await readExpiryForecast(db, edition, new Date())
    await readMonths(db, edition, { before: monthAfter(firstOfMonth(today)), limit: 100 })
  })
  for (const sort of ['coins', 'people', null] as const)
    await listRuleResults(partnerId, { filter: EVERY_RULE, days: 30, sort, limit: 10, offset: 0 })
  for (const sort of [null, 'coins', 'last'] as const)
    await readRulePeople(database, partnerId, { ruleId, sort, after: null, limit: PEOPLE_PER_PAGE, now })
  return [...noted.values()]
}

/** What else the page asks for that could lead to the awards: the latest of them, and who they went to. */
async function readLatest(): Promise<Sql[]> {
  noted.clear()
  const { lines } = await listDecisions(database, partnerId, { ...EVERY_AWARD, limit: LATEST_AWARDS })
  await findMembers(
    database,
    partnerId,
    lines.map(({ record }) => (record as Award).userId),
  )
  return [...noted.values()]
}

before(async () => {
  // Statistics would have the plans made anew.
  for (const table of [...EVENT_TABLES, ...COUNTED])
    await owner.query(`alter table ${table} set (autovacuum_enabled = off)`)
  await database.transaction((tx) => openLedger(tx, partnerId))
  noted.clear()
  await readOverview(90)
  reads = [...noted.values()]
  figures = await readFigures()
  await planned('generic')
  const statements = [...reads, ...figures, ...(await readLatest())]
  for (const statement of new Map(statements.map((each) => [each.name, each])).values())
    await prepare(statement)
  await fill()
})

test('a read counts no more than it can in a moment, and says how many events are left', async () => {
  const { edition } = await readOverview(7)
  assert.deepEqual([edition.counted, edition.last], [2n * EVENTS_PER_TRANSACTION_MAX, BigInt(EVENTS)])
})

test(`of ${EVENTS} events a count reads those that it counts, by their numbers`, async (t) => {
  const start = performance.now()
  await countEvents(database, [partnerId])
  await planned('custom')
  await assertCounted('of one', Number(EVENTS_PER_TRANSACTION_MAX))
  while ((await countEvents(database, [partnerId])).lagging.size > 0);
  t.diagnostic(`${(((performance.now() - start) * 1_000) / EVENTS).toFixed(1)} µs per event`)
  t.diagnostic(`${await findBrokenDays()} µs per event to check`)
})

test(`a count of ${SMALL_PARTNERS} partners reads the events that it counts, by their numbers`, async () => {
  const { rows } = await owner.query<{ partnerId: string }>(`
    with small as (
      insert into ledgers (partner_id, issuance_account, spend_account, arrears_account, write_offs_account, opening_account, expired_account,
        last_seq, last_at, created_at)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(),
        ${EVENTS_EACH}, now(), now()
      from generate_series(1, ${SMALL_PARTNERS})
      returning partner_id
    ),
    given as (
      insert into awards (partner_id, id, seq, actor_id, rule_id, rule_name, rule_version, user_id, outcome, coins,
        balance, points, progress, progress_needed, user_awards, participants, participants_max, is_new_participant,
        created_at)
      select partner_id, gen_random_uuid(), n, 0, partner_id, 'order', 1, partner_id, 'paid', 1, 1, 1, 1, 1, 1, 1, 1,
        false, now()
      from small cross join generate_series(1, ${EVENTS_EACH}) n
    )
    select partner_id as "partnerId" from small`)
  const partnerIds = rows.map((row) => row.partnerId)
  const half = (SMALL_PARTNERS * EVENTS_EACH) / 2
  await countEvents(database, partnerIds, { eventsMax: BigInt(half) })
  for (const mode of ['generic', 'custom'] as const) {
    await planned(mode)
    await assertCounted(mode, half)
  }
  assert.deepEqual(await countEvents(database, partnerIds), {
    lagging: new Map(),
    skipped: [],
    recounting: [],
  })
  await findBrokenDays()
})

test(`with ${EVENTS} events an overview is read without looking at them, by plans from before there were any`, async (t) => {
  await planned('generic')
  for (const when of ['before', 'after']) {
    const nodes: Plan[] = []
    for (const statement of reads) nodes.push(...scansOf(await explain(statement)))
    assert.deepEqual(
      new Set(nodes.map((node) => node['Relation Name'])),
      new Set(['ledgers', ...COUNTED].filter((table) => !NOT_IN_OVERVIEW.includes(table))),
    )
    assert(
      !nodes.some((node) => node['Node Type'] === 'Seq Scan'),
      `no table is scanned ${when} statistics are taken`,
    )
    const rows = rowsRead(nodes)
    assert(rows > 180 && rows < ROWS_PER_READ_MAX, `${rows} rows were read`)
    t.diagnostic(`${rows} rows ${when} statistics were taken`)
    await owner.query('analyze')
  }
  const { edition, allTime, totals } = await readOverview(90)
  assert.deepEqual(
    [edition.counted, edition.last, allTime.participants],
    [BigInt(EVENTS), BigInt(EVENTS), BigInt(USERS)],
  )
  assert.equal(totals.coins, totals.paid * 250n)
})

test(`with ${EVENTS} events statement, results and rules are read from the counts`, async (t) => {
  await planned('generic')
  const prepared = new Set(figures.map(({ name }) => name))
  // With the values of now. Some are sent only where there are events.
  const statements = await readFigures()
  for (const statement of statements) if (!prepared.has(statement.name)) await prepare(statement)
  const callers = statements.map(({ text }) => /^\/\* (\w+) \*\//.exec(text)?.[1])
  for (const caller of ['countRefusedPeople', 'listIdleMembers', 'listMonthMovements', 'listRulePeople'])
    assert.ok(callers.includes(caller), caller)
  for (const when of ['before', 'after']) {
    for (const statement of statements) {
      const nodes = scansOf(await explain(statement))
      const caller = /^\/\* (\w+) \*\//.exec(statement.text)?.[1] ?? statement.text
      for (const node of nodes) assert.notEqual(node['Node Type'], 'Seq Scan', `${caller} ${when}`)
      const events = nodes.filter((node) => EVENT_TABLES.includes(node['Relation Name'] ?? ''))
      const most = EVENTS_READ_MAX[caller] ?? 0
      assert.ok(rowsRead(events) <= most, `${caller} reads ${rowsRead(events)} events ${when}`)
      const rows = rowsRead(nodes)
      assert.ok(rows < ROWS_PER_READ_MAX, `${caller} reads ${rows} rows ${when}`)
      t.diagnostic(`${caller}: ${rows} rows ${when} statistics were taken`)
    }
    await owner.query('analyze')
  }
})

test(`of ${EVENTS} events a statement as of one of them counts the last of its day`, async () => {
  await planned('custom')
  noted.clear()
  const asOf = BigInt(EVENTS - 3_456)
  const { opening, closing, byKind } = await readCounts(partnerId, (db, edition) =>
    readStatement(db, edition, { range: lastDays(90), asOf }),
  )
  assert.equal(
    [...byKind.values()].reduce((sum, { change }) => sum + change, opening),
    closing,
  )
  const counted = [...noted.values()].find(({ text }) => text.startsWith('/* countByDay */')) as Sql
  const count = new Sql(counted.shape, counted.values, 'countByDay as of')
  await prepare(count)
  const nodes = scansOf(await explain(count))
  for (const node of nodes) assert.ok(EVENT_INDEXES.includes(node['Index Name'] ?? ''), node['Index Name'])
  assert.ok(rowsRead(nodes) <= EVENTS / DAYS)
})

test('a statement as of an event of a busy day counts from the checkpoint before it', async () => {
  const [busy, rule] = [randomUUID(), randomUUID()]
  const [events, asOf] = [25_000, 24_321n]
  await database.transaction((tx) => openLedger(tx, busy))
  await owner.query(`
    insert into rules (partner_id, id, name, type, status, condition, coins, participants_max, completions_needed, created_at, updated_at)
      values ('${busy}', '${rule}', 'busy', 'single', 'active', '', 250, 10000, 1, now(), now());
    insert into awards (partner_id, id, seq, actor_id, rule_id, rule_name, rule_version, user_id, outcome, coins, balance, points,
        progress, progress_needed, user_awards, participants, participants_max, is_new_participant, created_at)
      select '${busy}', gen_random_uuid(), n, 0, '${rule}', 'busy', 1, '${busy}', 'paid', n % 7 + 1, 1, 1, 1, 1, 1, 1, 1, false,
        '${today}T08:00:00Z'
      from generate_series(1, ${events}) n;
    update ledgers set last_seq = ${events} where partner_id = '${busy}'`)
  while ((await countEvents(database, [busy])).lagging.size > 0);
  noted.clear()
  const { opening, closing, byRule } = await readCounts(busy, (db, edition) =>
    readStatement(db, edition, { range: lastDays(1), asOf }),
  )
  const { rows } = await owner.query(
    `select sum(coins) as coins, count(*) as paid from awards where partner_id = '${busy}' and seq <= ${asOf}`,
  )
  assert.deepEqual([opening, closing], [0n, BigInt(rows[0].coins)])
  assert.deepEqual(
    byRule.map(({ ruleName, coins, paid }) => [ruleName, coins, paid]),
    [['busy', BigInt(rows[0].coins), BigInt(rows[0].paid)]],
  )
  const counted = [...noted.values()].find(({ text }) => text.startsWith('/* countByDay */')) as Sql
  const count = new Sql(counted.shape, counted.values, 'countByDay after a checkpoint')
  await prepare(count)
  assert.equal(rowsRead(scansOf(await explain(count))), 4_321)
  await findBrokenDays()
})

test(`with ${EVENTS} events the latest awards are read without looking at the others`, async () => {
  await planned('generic')
  const { rows } = await client.query('select name from pg_prepared_statements')
  const prepared = new Set(rows.map(({ name }) => name))
  for (const statement of await readLatest()) if (!prepared.has(statement.name)) await prepare(statement)
  for (const when of ['before', 'after']) {
    const nodes: Plan[] = []
    for (const statement of await readLatest()) nodes.push(...scansOf(await explain(statement)))
    assert(
      !nodes.some((node) => node['Node Type'] === 'Seq Scan'),
      `no table is scanned ${when} statistics are taken`,
    )
    const awards = nodes.filter((node) => node['Relation Name'] === 'awards')
    assert.ok(
      rowsRead(awards) >= LATEST_AWARDS && rowsRead(awards) <= 2 * LATEST_AWARDS + 1,
      JSON.stringify(awards),
    )
    await owner.query('analyze')
  }
})
