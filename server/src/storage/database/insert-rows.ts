import { type ByPartner, partnerRows, withRows } from './by-partner.ts'
import { type ColumnsOf, fixedText, rowsTable, type Sql, sql } from './sql.ts'

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
