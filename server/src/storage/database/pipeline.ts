import pg from 'pg'
import { camelCase, type Sql } from './sql.ts'

export type Row = Record<string, unknown>

/** `tag` is PostgreSQL's command tag, such as COMMIT, UPDATE 3 or INSERT 0 3. */
export type Result = { tag: string; rows: Row[]; rowCount: number }

export type SentStatement = { sql: Sql; resolve: (result: Result) => void; reject: (error: Error) => void }

type Field = string | null
type MakeRow = (fields: Field[]) => Row

/** The callbacks of the `pg` client for a query and its result. */
type Batch = pg.Submittable & {
  readonly name: string | undefined
  readonly text: string | undefined
  handleRowDescription(message: { fields: pg.FieldDef[] }): void
  handleDataRow(message: { fields: Field[] }): void
  handleCommandComplete(message: { text: string }): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

/** Each statement of each shard is prepared apart. A plan takes some ten kilobytes of the database's memory. */
const PREPARED_MAX = 300

/** The prepared statements of a connection, those used longest ago first. */
const preparedOn = new WeakMap<pg.Connection, Set<string>>()

/** Makes the rows of each prepared statement. The database describes them on the first run only. */
const rowMakers = new Map<string, MakeRow>()

/**
 * Sends statements together with one sync; otherwise the database flushes after each statement and wakes this
 * process each time. After a failed statement the database skips the rest. Closes the connection if the
 * response times out, because the server may be gone.
 */
export function sendTogether(client: pg.ClientBase, statements: SentStatement[], timeoutMs: number): void {
  let overdue: NodeJS.Timeout | undefined
  let completed = 0
  let makeRow: MakeRow | undefined
  let rows: Row[] = []
  const batch: Batch = {
    // The client records the statement as prepared under this name.
    get name() {
      return statements[completed]?.sql.name
    },
    get text() {
      return statements[completed]?.sql.text
    },
    submit(connection) {
      const { parsedStatements } = connection as pg.Connection & { parsedStatements: Record<string, string> }
      const parsed = new Set<string>()
      connection.stream.cork()
      closeUnused(connection, parsedStatements, statements)
      for (const { sql } of statements) {
        const { name, text, values } = sql
        const isPrepared = parsedStatements[name] !== undefined || parsed.has(name)
        if (!isPrepared) connection.parse({ name, text, types: [] }, true)
        parsed.add(name)
        connection.bind({ statement: name, values: values as (string | Buffer | null)[] }, true)
        if (!rowMakers.has(name)) connection.describe({ type: 'P' }, true)
        connection.execute({}, true)
      }
      connection.sync()
      connection.stream.uncork()
      overdue = setTimeout(() => connection.stream.destroy(timedOut()), timeoutMs)
    },
    handleRowDescription({ fields }) {
      makeRow = rowMakerOf(fields)
    },
    handleDataRow({ fields }) {
      makeRow ??= rowMakers.get(statements[completed]?.sql.name as string) as MakeRow
      rows.push(makeRow(fields))
    },
    handleCommandComplete({ text }) {
      const { sql, resolve } = statements[completed] as SentStatement
      if (!rowMakers.has(sql.name)) rowMakers.set(sql.name, makeRow ?? rowMakerOf([]))
      resolve({ tag: text, rows, rowCount: Number(/\d+$/.exec(text)?.[0] ?? 0) })
      completed += 1
      makeRow = undefined
      rows = []
    },
    handleReadyForQuery: () => clearTimeout(overdue),
    handleError(error) {
      clearTimeout(overdue)
      const left = statements.slice(completed)
      completed = statements.length
      for (const { reject } of left) reject(error)
    },
  }
  client.query(batch)
}

/** Makes room for the statements of a message by closing those that were not used for longest. */
function closeUnused(
  connection: pg.Connection,
  parsedStatements: Record<string, string>,
  statements: SentStatement[],
): void {
  const prepared = preparedOn.get(connection) ?? new Set()
  preparedOn.set(connection, prepared)
  for (const { sql } of statements) {
    prepared.delete(sql.name)
    prepared.add(sql.name)
  }
  for (const name of prepared) {
    if (prepared.size <= PREPARED_MAX) return
    prepared.delete(name)
    delete parsedStatements[name]
    connection.close({ type: 'S', name }, true)
  }
}

const timedOut = () =>
  Object.assign(new Error('The database did not respond in time.'), { code: 'ETIMEDOUT' })

const makersByColumns = new Map<string, MakeRow>()

/**
 * Compiles a literal with the columns as its properties. A loop that adds one property after the other takes
 * four times as long, and its objects are slow to read: reading events was half of what webhooks cost.
 */
function rowMakerOf(fields: Pick<pg.FieldDef, 'name' | 'dataTypeID'>[]): MakeRow {
  const key = fields.map(({ name, dataTypeID }) => `${name} ${dataTypeID}`).join()
  const known = makersByColumns.get(key)
  if (known) return known
  const properties = fields.map(
    ({ name }, at) => `${JSON.stringify(camelCase(name))}: f[${at}] === null ? null : r[${at}](f[${at}])`,
  )
  const readers = fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID))
  const made: MakeRow = new Function('r', `return (f) => ({ ${properties.join(', ')} })`)(readers)
  makersByColumns.set(key, made)
  return made
}
