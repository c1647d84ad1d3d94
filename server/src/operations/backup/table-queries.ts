import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Partition, Sequence, TableName } from './backup-format.ts'

/** The tables of the service and of its background jobs. */
const SCHEMAS = `('public', 'pgboss')`

export type Table = TableName & { columns: string[]; isPartitioned: boolean }

const nameOf = ({ schema, name }: TableName): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`

const listOf = (columns: string[]): string => columns.map((name) => pg.escapeIdentifier(name)).join(', ')

/** Opens a connection that may take as long as it needs. */
export async function connectForCopy(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'laurel backup',
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=0',
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Every table, with the columns that hold data; generated columns are computed again. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, c.relkind = 'p' as "isPartitioned",
       array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p') and not c.relispartition
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by n.nspname, c.relname, c.relkind
     order by n.nspname desc, c.relname`,
  )
  return rows
}

export async function listPartitions(client: pg.Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select n.nspname as schema, c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i
     join pg_class c on c.oid = i.inhrelid and c.relkind = 'r'
     join pg_class p on p.oid = i.inhparent
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ${SCHEMAS} and c.relispartition
     order by c.relname`,
  )
  return rows
}

export async function createPartition(
  client: pg.Client,
  { schema, name, parent, bound }: Partition,
): Promise<void> {
  await client.query(
    `create table if not exists ${nameOf({ schema, name })} partition of ${nameOf({ schema, name: parent })} ${bound}`,
  )
}

export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<TableName>(
    `select schemaname as schema, sequencename as name
     from pg_sequences
     where schemaname in ${SCHEMAS}
     order by schemaname, sequencename`,
  )
  const sequences: Sequence[] = []
  for (const row of rows) {
    const { rows: values } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${nameOf(row)}`,
    )
    sequences.push({ ...row, ...(values[0] as (typeof values)[number]) })
  }
  return sequences
}

export async function setSequence(
  client: pg.Client,
  { schema, name, lastValue, isCalled }: Sequence,
): Promise<void> {
  await client.query('select setval($1::regclass, $2, $3)', [nameOf({ schema, name }), lastValue, isCalled])
}

/** Begins a transaction whose reads all see the same state, and returns facts of that state. */
export async function beginSnapshot(
  client: pg.Client,
): Promise<{ postgres: string; takenAt: Date; hasTables: boolean }> {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query(
    `select current_setting('server_version') as postgres, now() as "takenAt",
       to_regclass('public.baseline') is not null as "hasTables"`,
  )
  return rows[0]
}

export async function readVersions(
  client: pg.Client,
): Promise<{ baseline: string; migrations: string[]; jobs: number }> {
  const { rows } = await client.query(
    `select (select encode(hash, 'hex') from baseline) as baseline,
       (select coalesce(array_agg(name order by name), '{}') from migrations) as migrations,
       (select version from pgboss.version) as jobs`,
  )
  return rows[0]
}

/** The newest private key that signs tokens, encrypted; undefined before the first start of a service. */
export async function findEncryptedKey(client: pg.Client): Promise<Buffer | undefined> {
  const { rows } = await client.query<{ key: Buffer }>(
    'select encrypted_private_key as key from signing_keys order by created_at desc limit 1',
  )
  return rows[0]?.key
}

/** Reads the rows of a table in the text format of COPY, which every version of PostgreSQL reads. */
export function copyRowsOut(client: pg.Client, table: Table): AsyncIterable<Buffer> {
  return client.query(copyTo(`copy (select ${listOf(table.columns)} from ${nameOf(table)}) to stdout`))
}

/** Writes rows into a table that was emptied in the same transaction. */
export function copyRowsIn(client: pg.Client, table: Table): NodeJS.WritableStream {
  const options = table.isPartitioned ? '' : ' with (freeze)'
  return client.query(copyFrom(`copy ${nameOf(table)} (${listOf(table.columns)}) from stdin${options}`))
}

/** The first table that has a row, among those that a new database leaves empty. */
export async function findTableWithRows(client: pg.Client): Promise<string | undefined> {
  const tables = (await listTables(client)).filter(
    ({ schema, name }) => schema === 'public' && name !== 'baseline' && name !== 'migrations',
  )
  for (const table of tables) {
    const { rows } = await client.query<{ found: boolean }>(
      `select exists (select from ${nameOf(table)}) as found`,
    )
    if (rows[0]?.found) return table.name
  }
  return undefined
}

export async function truncateTables(client: pg.Client, tables: Table[]): Promise<void> {
  await client.query(`truncate ${tables.map(nameOf).join(', ')}`)
}

/**
 * Drops foreign keys, which would ask for an order of tables, and indexes, which are built faster after the
 * rows. Returns the statements that create them again.
 */
export async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; create: string }>(
    `select format('alter table %I.%I drop constraint %I', n.nspname, t.relname, c.conname) as drop,
       format('alter table %I.%I add constraint %I %s', n.nspname, t.relname, c.conname,
         pg_get_constraintdef(c.oid)) as create, 2 as place
     from pg_constraint c
     join pg_class t on t.oid = c.conrelid
     join pg_namespace n on n.oid = t.relnamespace
     where c.contype = 'f' and c.conparentid = 0 and n.nspname in ${SCHEMAS}
     union all
     select format('drop index %I.%I', n.nspname, i.relname), pg_get_indexdef(i.oid), 1
     from pg_index x
     join pg_class i on i.oid = x.indexrelid
     join pg_class t on t.oid = x.indrelid
     join pg_namespace n on n.oid = t.relnamespace
     where n.nspname = 'public' and t.relkind = 'r' and not t.relispartition
       and not exists (select from pg_constraint c where c.conindid = i.oid and c.contype <> 'f')
     order by place desc`,
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ create }) => create).reverse()
}

/** Like `insertSendingPause`, in the transaction of a restore. */
export async function pauseSendingIn(client: pg.Client, reason: string): Promise<void> {
  await client.query('insert into sending_pause (since, reason) values (now(), $1) on conflict do nothing', [
    reason,
  ])
}

/** Runs a statement of `dropIndexes`. */
export async function createAgain(client: pg.Client, statement: string): Promise<void> {
  await client.query(statement)
}

export async function begin(client: pg.Client): Promise<void> {
  await client.query(`begin isolation level read committed; set local maintenance_work_mem = '128MB'`)
}

export async function commit(client: pg.Client): Promise<void> {
  await client.query('commit')
}

export async function analyzeTables(client: pg.Client, tables: Table[]): Promise<void> {
  await client.query(`analyze ${tables.map(nameOf).join(', ')}`)
}
