import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import {
  COORDINATOR_TABLES,
  distributionColumn,
  LEDGER_TABLES,
  LOCAL_TABLES,
} from '../../src/storage/citus/tables.ts'
import { SERVICE_ROLE } from '../../src/storage/database/connections.ts'
import { openTestDatabase } from '../support/database.ts'

/** Sharded by partner: what may be done to each table by the service. */
const LEDGER_SIDE: Record<string, string[]> = {
  activities: ['INSERT', 'SELECT'],
  activity_data: ['DELETE', 'INSERT', 'SELECT'],
  activity_days: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  activity_types: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  actors: ['INSERT', 'SELECT'],
  award_days: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  awards: ['INSERT', 'SELECT'],
  backtests: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  board_segments: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  closed_months: ['INSERT', 'SELECT'],
  coin_transactions: ['INSERT', 'SELECT'],
  day_activity_refusals: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  day_checkpoints: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  day_movements: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  day_refusals: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  day_totals: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  day_visits: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  evaluation_errors: ['DELETE', 'INSERT', 'SELECT'],
  holds: ['INSERT', 'SELECT', 'UPDATE'],
  import_lines: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  import_refusals: ['DELETE', 'INSERT', 'SELECT'],
  imports: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  ledgers: ['INSERT', 'SELECT', 'UPDATE'],
  lifecycle_events: ['INSERT', 'SELECT'],
  listening_rules: ['INSERT', 'SELECT'],
  lots: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  member_attributes: ['DELETE', 'INSERT', 'SELECT'],
  member_search_words: ['DELETE', 'INSERT', 'SELECT'],
  member_word_parts: ['DELETE', 'INSERT', 'SELECT'],
  memberships: ['INSERT', 'SELECT', 'UPDATE'],
  monthly_scores: ['INSERT', 'SELECT', 'UPDATE'],
  noted_activities: ['DELETE', 'INSERT', 'SELECT'],
  overviews: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  participations: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  personal_data: ['DELETE', 'INSERT', 'SELECT'],
  returns: ['INSERT', 'SELECT'],
  reversals: ['INSERT', 'SELECT'],
  rule_names: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  rule_progress: ['INSERT', 'SELECT', 'UPDATE'],
  rule_versions: ['INSERT', 'SELECT'],
  rules: ['INSERT', 'SELECT', 'UPDATE'],
  stored_responses: ['INSERT', 'SELECT', 'UPDATE'],
  sub_rules: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  tag_changes: ['INSERT', 'SELECT', 'UPDATE'],
  wallets: ['INSERT', 'SELECT', 'UPDATE'],
}

/** On one machine, beside the ledger. */
const IDENTITY_SIDE: readonly string[] = [...COORDINATOR_TABLES, ...LOCAL_TABLES]

const { client } = await openTestDatabase()

const ledgerSide = Object.keys(LEDGER_SIDE)

async function select<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows
}

const tables = await select<{ name: string }>(`
  select relname as name
  from pg_class
  where relkind in ('r', 'p', 'f') and relnamespace = 'public'::regnamespace
  order by relname`)

test('every table is on the ledger side or on the identity side, and on one of them only', () => {
  assert.deepEqual(new Set(ledgerSide), new Set(LEDGER_TABLES))
  const listed = [...ledgerSide, ...IDENTITY_SIDE]
  assert.deepEqual(new Set(tables.map((table) => table.name)), new Set(listed))
  assert.equal(tables.length, listed.length)
})

test('every table is an ordinary one that is written ahead', async () => {
  const others = await select(`
    select relname
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'f', 'm')
      and (relkind <> 'r' or relpersistence <> 'p')`)
  assert.deepEqual(others, [])
})

test('every table has a primary key', async () => {
  const without = await select(`
    select relname
    from pg_class c
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conrelid = c.oid and contype = 'p')`)
  assert.deepEqual(without, [])
})

test('every table of the ledger side has a distribution column, a UUID that is never null', async () => {
  const columns = await select<{ table: string; column: string }>(`
    select c.relname as table, a.attname as column
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where a.atttypid = 'uuid'::regtype and a.attnotnull
      and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)
  const distributed = columns.filter(({ table, column }) => column === distributionColumn(table))
  assert.deepEqual(
    ledgerSide.filter((name) => !distributed.some(({ table }) => table === name)),
    [],
  )
})

test('every primary key, unique constraint and unique index of the ledger side starts with its distribution column', async () => {
  const indexes = await select<{ table: string; index: string; first: string | null; primary: boolean }>(`
    select c.relname as table, i.indexrelid::regclass::text as index, a.attname as first, i.indisprimary as primary
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where (i.indisunique or i.indisexclusion) and c.relnamespace = 'public'::regnamespace
    order by 1, 2`)
  const onLedgerSide = indexes.filter((index) => ledgerSide.includes(index.table))
  assert.deepEqual(
    onLedgerSide.filter((index) => index.first !== distributionColumn(index.table)),
    [],
  )
  assert.deepEqual(
    onLedgerSide.filter((index) => index.primary).map((index) => index.table),
    ledgerSide,
  )
})

test('every foreign key of the ledger side stays within one partner, and none crosses to or from the identity side', async () => {
  const keys = await select<{ name: string; from: string; to: string; columns: string; referenced: string }>(`
    select k.conname as name, f.relname as from, t.relname as to,
      (select string_agg(a.attname, ' ' order by n) from unnest(k.conkey) with ordinality as u (attnum, n)
        join pg_attribute a on a.attrelid = f.oid and a.attnum = u.attnum) as columns,
      (select string_agg(a.attname, ' ' order by n) from unnest(k.confkey) with ordinality as u (attnum, n)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = u.attnum) as referenced
    from pg_constraint k
    join pg_class f on f.oid = k.conrelid
    join pg_class t on t.oid = k.confrelid
    where k.contype = 'f'`)
  const crossing = keys.filter((key) => ledgerSide.includes(key.from) !== ledgerSide.includes(key.to))
  assert.deepEqual(crossing, [])
  for (const tables of [LEDGER_TABLES, COORDINATOR_TABLES] as const) {
    const order: readonly string[] = tables
    const own = keys.filter((key) => order.includes(key.from) && key.from !== key.to)
    assert.deepEqual(
      own.filter((key) => order.indexOf(key.to) > order.indexOf(key.from)),
      [],
      'each table is listed after those that it references',
    )
  }
  const withinLedgerSide = keys.filter((key) => ledgerSide.includes(key.from))
  assert(withinLedgerSide.length > 0)
  const notByPartner = withinLedgerSide.filter(
    (key) => !key.columns.startsWith('partner_id ') || !key.referenced.startsWith('partner_id '),
  )
  assert.deepEqual(notByPartner, [])
})

test('no table has a trigger or a rewrite rule', async () => {
  const triggers = await select(`
    select tgrelid::regclass::text as table, tgname as name
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and c.relnamespace <> 'pg_catalog'::regnamespace`)
  const rewrites = await select(`
    select ev_class::regclass::text as table, rulename as name
    from pg_rewrite w
    join pg_class c on c.oid = w.ev_class
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)
  assert.deepEqual([...triggers, ...rewrites], [])
})

test('no column is an identity, and no default takes a number from a sequence', async () => {
  const columns = await select(`
    select a.attrelid::regclass::text as table, a.attname as column
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) ~ 'nextval')`)
  assert.deepEqual(columns, [])
  const sequences = await select(`
    select relname
    from pg_class
    where relkind = 'S' and relnamespace = 'public'::regnamespace`)
  assert.deepEqual(sequences, [])
})

test('no default of the ledger side depends on the moment or on chance', async () => {
  const defaults = await select<{ table: string; value: string }>(`
    select c.relname as table, pg_get_expr(d.adbin, d.adrelid) as value
    from pg_attrdef d
    join pg_class c on c.oid = d.adrelid
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where c.relnamespace = 'public'::regnamespace and a.attgenerated = ''`)
  const volatile = defaults.filter(({ table, value }) => ledgerSide.includes(table) && /\(/.test(value))
  assert.deepEqual(volatile, [])
})

test('the service may do to each table of the ledger side exactly what is listed here', async () => {
  const grants = await select<{ table: string; privileges: string[] }>(`
    select c.relname as table, array_agg(g.privilege_type::text order by g.privilege_type) as privileges
    from pg_class c
    cross join aclexplode(c.relacl) g
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and g.grantee = '${SERVICE_ROLE}'::regrole
    group by c.relname`)
  const granted = Object.fromEntries(grants.map(({ table, privileges }) => [table, privileges]))
  assert.deepEqual(Object.fromEntries(ledgerSide.map((table) => [table, granted[table]])), LEDGER_SIDE)
  for (const table of IDENTITY_SIDE) {
    const beyond = granted[table]?.filter(
      (privilege) => !['SELECT', 'INSERT', 'UPDATE', 'DELETE'].includes(privilege),
    )
    assert.deepEqual(beyond, [], table)
  }
})

test('no table is open to everyone, and no column has rights of its own', async () => {
  const others = await select(`
    select c.relname as table, g.grantee::regrole::text as grantee, g.privilege_type as privilege
    from pg_class c
    cross join aclexplode(c.relacl) g
    where c.relnamespace = 'public'::regnamespace and g.grantee not in (c.relowner, '${SERVICE_ROLE}'::regrole)
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')`)
  assert.deepEqual(others, [])
  const columns = await select(`
    select attrelid::regclass::text as table, attname
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and a.attacl is not null`)
  assert.deepEqual(columns, [])
})

test("the service's role owns nothing, creates nothing and is a member of no other role", async () => {
  const [role] = await select(`
    select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication,
      has_schema_privilege(oid, 'public', 'create') as makes_tables,
      exists (select from pg_auth_members where member = r.oid) as is_member,
      exists (select from pg_class where relowner = r.oid) as owns
    from pg_roles r
    where rolname = '${SERVICE_ROLE}'`)
  assert.deepEqual(
    Object.entries(role ?? {}).filter(([, holds]) => holds !== false),
    [],
  )
  assert(role)
})

test('the views of decisions and events have the same columns, in the same order', async () => {
  const views = await select<{ columns: string }>(`
    select string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum) as columns
    from pg_attribute
    where attnum > 0 and attrelid = any ('{award_decisions, reversal_decisions, transaction_decisions,
      return_decisions, rule_and_member_events, coin_decisions, decisions, events}'::regclass[])
    group by attrelid`)
  assert.equal(views.length, 8)
  assert.equal(new Set(views.map(({ columns }) => columns)).size, 1, JSON.stringify(views, null, 2))
})

test('each part of a union in a view reads a table: Citus refuses parts of lists and values alone', async () => {
  const views = await select<{ name: string; definition: string }>(`
    select viewname as name, definition
    from pg_views
    where schemaname = 'public'`)
  const parts = views.flatMap(({ name, definition }) =>
    unionParts(definition).map((part) => ({ name, part })),
  )
  assert(parts.length > 100)
  assert.deepEqual(
    parts.filter(({ part }) => !/\bFROM (?!\w+\[\]|ROWS FROM|LATERAL)/.test(part)),
    [],
  )
})

/** The parts of all unions of a statement, with `[]` for what is in brackets. */
function unionParts(statement: string): string[] {
  const found: string[] = []
  const replaced = statement.replaceAll(/'[^']*'/g, "''").replace(/;$/, '')
  for (let text = `(${replaced})`; text.startsWith('('); )
    text = text.replaceAll(/\(([^()]*)\)/g, (_, inner: string) => {
      const parts = inner.replaceAll(/\s+/g, ' ').split(/\bUNION(?: ALL)?\b/)
      if (parts.length > 1) found.push(...parts)
      return '[]'
    })
  return found
}
