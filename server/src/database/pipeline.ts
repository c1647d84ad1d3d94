import pg from 'pg'
import { camelCase, type Sql } from './sql.ts'

export type Row = Record<string, unknown>

/** The tag of the command, such as COMMIT, UPDATE 3 or INSERT 0 3, and the rows that were read. */
export type Result = { tag: string; rows: Row[]; rowCount: number }

/** A statement, and the promise of its result. */
export type SentStatement = { sql: Sql; resolve: (result: Result) => void; reject: (error: Error) => void }

type Column = { name: string; read: (text: string) => unknown }

/** What the client of `pg` calls when it sends a query and as its result comes in. */
type Batch = pg.Submittable & {
  readonly name: string | undefined
  readonly text: string | undefined
  handleRowDescription(message: { fields: pg.FieldDef[] }): void
  handleDataRow(message: { fields: (string | null)[] }): void
  handleCommandComplete(message: { text: string }): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

/** The columns of every statement that has run: the database describes them once. */
const columnsOf = new Map<string, Column[]>()

/**
 * Sends statements in one message with one response: otherwise the database flushes after each of them and wakes this
 * process for it. After a statement that fails the database skips the others. A connection without a response in time is
 * closed, because its peer may be gone.
 */
export function sendTogether(client: pg.ClientBase, statements: SentStatement[], timeoutMs: number): void {
  let overdue: NodeJS.Timeout | undefined
  let completed = 0
  let columns: Column[] | undefined
  let rows: Row[] = []
  const batch: Batch = {
    // The client notes under this name that the connection has the statement prepared.
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

const timedOut = () => Object.assign(new Error('The database did not answer in time.'), { code: 'ETIMEDOUT' })

function rowOf(columns: Column[], fields: (string | null)[]): Row {
  const row: Row = {}
  for (let index = 0; index < columns.length; index += 1) {
    const { name, read } = columns[index] as Column
    const value = fields[index] as string | null
    row[name] = value === null ? null : read(value)
  }
  return row
}
