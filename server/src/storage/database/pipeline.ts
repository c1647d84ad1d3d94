import pg from 'pg'
import { camelCase, type Sql } from './sql.ts'

export type Row = Record<string, unknown>

/** `tag` is PostgreSQL's command tag, such as COMMIT, UPDATE 3 or INSERT 0 3. */
export type Result = { tag: string; rows: Row[]; rowCount: number }

export type SentStatement = { sql: Sql; resolve: (result: Result) => void; reject: (error: Error) => void }

type Column = { name: string; read: (text: string) => unknown }

/** The callbacks of the `pg` client for a query and its result. */
type Batch = pg.Submittable & {
  readonly name: string | undefined
  readonly text: string | undefined
  handleRowDescription(message: { fields: pg.FieldDef[] }): void
  handleDataRow(message: { fields: (string | null)[] }): void
  handleCommandComplete(message: { text: string }): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

/** Each statement of each shard is prepared apart. A plan takes some ten kilobytes of the database's memory. */
const PREPARED_MAX = 300

/** The prepared statements of a connection, those used longest ago first. */
const preparedOn = new WeakMap<pg.Connection, Set<string>>()

/** The columns of each prepared statement. The database describes them on the first run only. */
const columnsOf = new Map<string, Column[]>()

/**
 * Sends statements together with one sync; otherwise the database flushes after each statement and wakes this
 * process each time. After a failed statement the database skips the rest. Closes the connection if the
 * response times out, because the server may be gone.
 */
export function sendTogether(client: pg.ClientBase, statements: SentStatement[], timeoutMs: number): void {
  let overdue: NodeJS.Timeout | undefined
  let completed = 0
  let columns: Column[] | undefined
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
        const isPrepared = name !== '' && (parsedStatements[name] !== undefined || parsed.has(name))
        if (!isPrepared) connection.parse({ name, text, types: [] }, true)
        parsed.add(name)
        connection.bind({ statement: name, values: values as (string | Buffer | null)[] }, true)
        if (!columnsOf.has(name)) connection.describe({ type: 'P' }, true)
        connection.execute({}, true)
      }
      connection.sync()
      connection.stream.uncork()
      overdue = setTimeout(() => connection.stream.destroy(timedOut()), timeoutMs)
    },
    handleRowDescription({ fields }) {
      columns = fields.map(({ name, dataTypeID }) => ({
        name: camelCase(name),
        read: pg.types.getTypeParser(dataTypeID),
      }))
    },
    handleDataRow({ fields }) {
      columns ??= columnsOf.get(statements[completed]?.sql.name as string) as Column[]
      rows.push(rowOf(columns, fields))
    },
    handleCommandComplete({ text }) {
      const { sql, resolve } = statements[completed] as SentStatement
      if (sql.name !== '' && !columnsOf.has(sql.name)) columnsOf.set(sql.name, columns ?? [])
      resolve({ tag: text, rows, rowCount: Number(/\d+$/.exec(text)?.[0] ?? 0) })
      completed += 1
      columns = undefined
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
    if (sql.name === '') continue
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

function rowOf(columns: Column[], fields: (string | null)[]): Row {
  const row: Row = {}
  for (let index = 0; index < columns.length; index += 1) {
    const { name, read } = columns[index] as Column
    const value = fields[index] as string | null
    row[name] = value === null ? null : read(value)
  }
  return row
}
