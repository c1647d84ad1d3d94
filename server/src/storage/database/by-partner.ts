import type { Db } from './database.ts'
import { type Column, records, recordsOrValues, type Sql, sql } from './sql.ts'

/** Rows or keys of one partner or of several. */
export type ByPartner<Row> = ReadonlyMap<string, readonly Row[]>

export const rowsOf = <Row>(rows: ByPartner<Row>, partnerId: string): readonly Row[] =>
  rows.get(partnerId) ?? []

export const mapRows = <From, To>(
  rows: ByPartner<From>,
  make: (rows: readonly From[]) => readonly To[],
): ByPartner<To> => new Map(Array.from(rows, ([partnerId, own]) => [partnerId, make(own)]))

export const isEmpty = (rows: ByPartner<unknown>): boolean => withRows(rows).length === 0

const withRows = <Row>(rows: ByPartner<Row>) => [...rows].filter(([, own]) => own.length > 0)

const TABLES = {
  given: { partnerId: sql`given.partner_id`, beside: sql`given.partner_id, ` },
  named: { partnerId: sql`named.partner_id`, beside: sql`named.partner_id, ` },
}

export type PartnerRecords = {
  table: Sql
  /** The partner of a row. */
  partnerId: Sql
  /** Comes before what a row finds, for `findByPartner`. */
  beside: Sql
}

/** A condition for rows of these partners. One is a value, which leads Citus to one shard. */
export const isOneOf = (column: Sql, partnerIds: readonly string[]): Sql =>
  partnerIds.length === 1
    ? sql`${column} = ${partnerIds[0]}::uuid`
    : sql`${column} = any(${partnerIds}::uuid[])`

/**
 * A list of rows of one partner for `insert … select`, with a `where`, and the partner in `l.partner_id`. Beside a
 * row of a distributed table, Citus inserts the list where that row is; on its own, from the coordinator.
 */
export const besideLedger = (partnerId: string, table: Sql): Sql =>
  sql`ledgers l cross join ${table} where l.partner_id = ${partnerId}::uuid`

/** The rows of an `insert … select`, which names them `given`, and the partner of a row. */
export function insertedRecords<Row extends object, const Columns extends Record<string, unknown>>(
  rows: ByPartner<Row>,
  columns: Columns & { [Name in keyof Columns & string]: Column<Row, Name> },
): { table: Sql; partnerId: Sql; all: Sql } {
  const { table, partnerId } = partnerRecords('given', rows, columns)
  const [first, ...others] = withRows(rows)
  if (!first || others.length > 0) return { table, partnerId, all: sql`given.*` }
  return {
    table: besideLedger(first[0], table),
    partnerId: sql`l.partner_id`,
    all: sql`given.*, l.partner_id`,
  }
}

/**
 * Like `recordsOrValues`, with the partner of each row. One partner is a parameter, which is the faster statement;
 * several are a column.
 */
export function partnerRecords<Row extends object, const Columns extends Record<string, unknown>>(
  table: keyof typeof TABLES,
  rows: ByPartner<Row>,
  columns: Columns & { [Name in keyof Columns & string]: Column<Row, Name> },
): PartnerRecords {
  const [first, ...others] = withRows(rows)
  if (first && others.length === 0) {
    const [partnerId, own] = first
    return {
      table: recordsOrValues(table, own, columns),
      partnerId: sql`${partnerId}::uuid`,
      beside: sql``,
    }
  }
  const listed = withRows(rows).flatMap(([partnerId, own]) => own.map((row) => ({ ...row, partnerId })))
  return { table: records(table, listed, { ...columns, partner_id: 'uuid' } as never), ...TABLES[table] }
}

/** Runs a statement for these rows, and returns what it finds for each partner. */
export async function findByPartner<Row extends object>(
  db: Db,
  rows: ByPartner<unknown>,
  statement: () => Sql,
): Promise<ByPartner<Row>> {
  const [first, ...others] = withRows(rows)
  if (!first) return new Map()
  if (others.length === 0)
    return new Map([[first[0], await db.many<Row & Record<string, unknown>>(statement())]])
  const byPartner = new Map<string, Row[]>()
  for (const { partnerId, ...row } of await db.many<{ partnerId: string }>(statement())) {
    const own = byPartner.get(partnerId)
    if (own) own.push(row as Row)
    else byPartner.set(partnerId, [row as Row])
  }
  return byPartner
}

/**
 * Finds at most `limit` rows for each given row. The statement has a condition for the partner and compares the whole
 * key with the columns of `given`: as a join, it could read all rows of a partner.
 */
export function findEach<
  Row extends object,
  Given extends object,
  const Columns extends Record<string, unknown>,
>(
  db: Db,
  rows: ByPartner<Given>,
  columns: Columns & { [Name in keyof Columns & string]: Column<Given, Name> },
  statement: (partnerId: Sql) => Sql,
  limit = 1,
): Promise<ByPartner<Row>> {
  return findByPartner<Row>(db, rows, () => {
    const { table, beside, partnerId } = partnerRecords('given', rows, columns)
    return sql`
      select ${beside}found.*
      from ${table}
      cross join lateral (${statement(partnerId)} limit ${limit}) found`
  })
}

/**
 * Finds rows by key. The statement has a condition for the partner and one for the key, such as
 * `= any($2)`, or `= $2` for one key. For several partners it runs once for each key: as a join, it could read all
 * rows of a partner.
 */
export function findByKeys<Row extends object>(
  db: Db,
  keys: ByPartner<string>,
  type: 'uuid' | 'text',
  statement: (partnerId: Sql, isKey: Sql) => Sql,
): Promise<ByPartner<Row>> {
  return findByPartner(db, keys, () => {
    const [first, ...others] = withRows(keys)
    if (first && others.length === 0) {
      const [partnerId, own] = first
      return statement(sql`${partnerId}`, isKeyOf(own, type))
    }
    const listed = mapRows(keys, (own) => own.map((key) => ({ key })))
    const { table, beside, partnerId } = partnerRecords('given', listed, { key: type })
    return sql`
      select ${beside}found.*
      from ${table}
      cross join lateral (${statement(partnerId, sql`= given.key`)} offset 0) found`
  })
}

function isKeyOf(keys: readonly string[], type: 'uuid' | 'text'): Sql {
  if (keys.length === 1) return sql`= ${keys[0]}`
  return type === 'uuid' ? sql`= any(${keys}::uuid[])` : sql`= any(${keys}::text[])`
}
