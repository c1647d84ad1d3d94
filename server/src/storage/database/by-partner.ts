import type { Db } from './database.ts'
import { type ColumnsOf, fixedText, noteInserted, replanOnGrowth, rowsTable, type Sql, sql } from './sql.ts'

/** Rows or keys of one partner or of several. */
export type ByPartner<Row> = ReadonlyMap<string, readonly Row[]>

export const rowsOf = <Row>(rows: ByPartner<Row>, partnerId: string): readonly Row[] =>
  rows.get(partnerId) ?? []

export const mapRows = <From, To>(
  rows: ByPartner<From>,
  make: (rows: readonly From[]) => readonly To[],
): ByPartner<To> => new Map(Array.from(rows, ([partnerId, from]) => [partnerId, make(from)]))

export function isEmpty(rows: ByPartner<unknown>): boolean {
  for (const each of rows.values()) if (each.length > 0) return false
  return true
}

const withRows = <Row>(byPartner: ByPartner<Row>): (readonly [string, readonly Row[]])[] =>
  [...byPartner].filter(([, rows]) => rows.length > 0)

const TABLES = {
  given: { partnerId: sql`given.partner_id`, partnerColumn: sql`given.partner_id, ` },
  named: { partnerId: sql`named.partner_id`, partnerColumn: sql`named.partner_id, ` },
}

type PartnerRows = {
  table: Sql
  /** The partner of a row. */
  partnerId: Sql
  /** Stands before the columns that a row finds, for `groupByPartner`. */
  partnerColumn: Sql
}

/** A condition for rows of these partners. One is a value, which leads Citus to one shard. */
export const isOneOf = (column: Sql, partnerIds: readonly string[]): Sql =>
  partnerIds.length === 1
    ? sql`${column} = ${partnerIds[0]}::uuid`
    : sql`${column} = any(${partnerIds}::uuid[])`

/**
 * Like `rowsTable`, with the partner of each row. One partner is a parameter, which is the faster statement;
 * several are a column.
 */
export function partnerRows<Row extends object, const Columns extends Record<string, unknown>>(
  table: keyof typeof TABLES,
  rows: ByPartner<Row>,
  columns: ColumnsOf<Row, Columns>,
): PartnerRows {
  const [first, ...others] = withRows(rows)
  if (first && others.length === 0)
    return {
      table: rowsTable(table, first[1], columns, { single: 'values' }),
      partnerId: sql`${first[0]}::uuid`,
      partnerColumn: sql``,
    }
  const all = withRows(rows).flatMap(([partnerId, each]) => each.map((row) => ({ ...row, partnerId })))
  return { table: rowsTable(table, all, { ...columns, partner_id: 'uuid' } as never), ...TABLES[table] }
}

/** Runs a statement for these rows, and groups what it finds by partner. */
export async function groupByPartner<Row extends object>(
  db: Db,
  rows: ByPartner<unknown>,
  statement: () => Sql,
): Promise<ByPartner<Row>> {
  const [first, ...others] = withRows(rows)
  if (!first) return new Map()
  if (others.length === 0)
    return new Map([[first[0], await db.many<Row & Record<string, unknown>>(statement())]])
  const byPartner = new Map<string, Row[]>()
  // A copy of each row without its partner would cost more than all else here.
  for (const row of await db.many<Row & { partnerId: string }>(statement())) {
    const known = byPartner.get(row.partnerId)
    if (known) known.push(row)
    else byPartner.set(row.partnerId, [row])
  }
  return byPartner
}

/**
 * Finds at most `limit` rows for each row. The statement has a condition for the partner and compares the
 * whole key with the columns of `given`: as a join, it could read all rows of a partner.
 */
export function findForEachRow<
  Row extends object,
  Key extends object,
  const Columns extends Record<string, unknown>,
>(
  db: Db,
  rows: ByPartner<Key>,
  columns: ColumnsOf<Key, Columns>,
  statement: (partnerId: Sql) => Sql,
  limit = 1,
): Promise<ByPartner<Row>> {
  return groupByPartner<Row>(db, rows, () => {
    const { table, partnerColumn, partnerId } = partnerRows('given', rows, columns)
    return sql`
      select ${partnerColumn}found.*
      from ${table}
      cross join lateral (${statement(partnerId)} limit ${limit}) found`
  })
}

/**
 * Finds rows by key. The statement has a condition for the partner and one for the key, such as
 * `= any($2)`, or `= $2` for one key. For several partners it runs once for each key: as a join, it could read all
 * rows of a partner. With `growing` tables, it is planned again as they grow; see `replanOnGrowth`.
 */
export function findByKey<Row extends object>(
  db: Db,
  keys: ByPartner<string>,
  type: 'uuid' | 'text',
  statement: (partnerId: Sql, isKey: Sql) => Sql,
  { growing }: { growing?: readonly string[] } = {},
): Promise<ByPartner<Row>> {
  const findOf = (): Sql => {
    const [first, ...others] = withRows(keys)
    if (first && others.length === 0) return statement(sql`${first[0]}`, isKeyOf(first[1], type))
    const rows = mapRows(keys, (each) => each.map((key) => ({ key })))
    const { table, partnerColumn, partnerId } = partnerRows('given', rows, { key: type })
    return sql`
      select ${partnerColumn}found.*
      from ${table}
      cross join lateral (${statement(partnerId, sql`= given.key`)} offset 0) found`
  }
  return groupByPartner(db, keys, growing ? () => replanOnGrowth(findOf(), growing) : findOf)
}

function isKeyOf(keys: readonly string[], type: 'uuid' | 'text'): Sql {
  if (keys.length === 1) return sql`= ${keys[0]}`
  return type === 'uuid' ? sql`= any(${keys}::uuid[])` : sql`= any(${keys}::text[])`
}

/**
 * Inserts rows: `insertRows('awards', awards, { id: 'uuid', rule_name: 'text' })`. The names of the table's
 * columns and the rows that are selected come from one list. Rows of partners get their `partner_id` besides.
 * A conflict clause may follow.
 */
export function insertRows<Row extends object, const Columns extends Record<string, unknown>>(
  table: string,
  rows: ByPartner<Row> | readonly Row[],
  columns: ColumnsOf<Row, Columns>,
): Sql {
  const names = Object.keys(columns).join(', ')
  const lists: Iterable<readonly Row[]> = 'get' in rows ? rows.values() : [rows]
  for (const list of lists) noteInserted(table, list.length)
  if (!('get' in rows))
    return sql`
      insert into ${target(`${table} (${names})`)}
      select given.*
      from ${rowsTable('given', rows, columns)}`
  const { from, all } = rowsToInsert(rows, columns)
  return sql`
    insert into ${target(`${table} (${names}, partner_id)`)}
    select ${all}
    from ${from}`
}

/** The rows of an `insert … select`, which names them `given`, and the partner of a row. */
export function rowsToInsert<Row extends object, const Columns extends Record<string, unknown>>(
  rows: ByPartner<Row>,
  columns: ColumnsOf<Row, Columns>,
): { from: Sql; partnerId: Sql; all: Sql } {
  const { table, partnerId } = partnerRows('given', rows, columns)
  const [first, ...others] = withRows(rows)
  if (!first || others.length > 0) return { from: table, partnerId, all: sql`given.*` }
  return {
    from: colocatedWithLedger(first[0], table),
    partnerId: sql`l.partner_id`,
    all: sql`given.*, l.partner_id`,
  }
}

/**
 * A list of rows of one partner for `insert … select`, with a `where`, and the partner in `l.partner_id`.
 * Joined with a row of a distributed table, Citus inserts the list where that row is; on its own, from the
 * coordinator.
 */
export const colocatedWithLedger = (partnerId: string, table: Sql): Sql =>
  sql`ledgers l cross join ${table} where l.partner_id = ${partnerId}::uuid`

const targets = new Map<string, Sql>()

/** The same fragment for the same text, so that the statement is the same. */
function target(text: string): Sql {
  const known = targets.get(text) ?? fixedText(text)
  targets.set(text, known)
  return known
}
