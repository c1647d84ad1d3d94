import pg from 'pg'

/** A prepared statement with its values. One without a name is planned for these values alone. */
export type Sql = { name: string; text: string; values: unknown[] }

export type Row = Record<string, unknown>

/** What a statement did, as in COMMIT, UPDATE 3 or INSERT 0 3, and what it read. */
export type Answer = { tag: string; rows: Row[]; rowCount: number }

/** A statement, and whoever waits for its answer. */
export type Statement = { sql: Sql; resolve: (answer: Answer) => void; reject: (error: Error) => void }

type Column = { name: string; read: (text: string) => unknown }

/** What the client of `pg` calls when it sends a query and as its answer comes in. */
type Batch = pg.Submittable & {
  readonly name: string | undefined
  readonly text: string | undefined
  handleRowDescription(message: { fields: pg.FieldDef[] }): void
  handleDataRow(message: { fields: (string | null)[] }): void
  handleCommandComplete(message: { text: string }): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

/** The columns of every statement that was answered before: the database is not asked to describe them again. */
const columnsOf = new Map<string, Column[]>()

/**
 * Sends statements as one message that has one answer: the database otherwise stops after each of them to send what it has, and wakes this process
 * for it. After one that fails the database skips the others. A connection on which no answer comes in time is given up: whoever is at its other end may be
 * gone without a word.
 */
export function sendTogether(client: pg.ClientBase, statements: Statement[], answerMsMax: number): void {
  let overdue: NodeJS.Timeout | undefined
  let answered = 0
  let columns: Column[] | undefined
  let rows: Row[] = []
  const batch: Batch = {
    // The client notes under this name that the connection has the statement prepared.
    get name() {
      return statements[answered]?.sql.name
    },
    get text() {
      return statements[answered]?.sql.text
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
        connection.bind({ statement: name, values: values.map(parameter) }, true)
        if (!columnsOf.has(name)) connection.describe({ type: 'P' }, true)
        connection.execute({}, true)
      }
      connection.sync()
      connection.stream.uncork()
      overdue = setTimeout(() => connection.stream.destroy(noAnswer()), answerMsMax)
    },
    handleRowDescription({ fields }) {
      columns = fields.map(({ name, dataTypeID }) => ({ name, read: pg.types.getTypeParser(dataTypeID) }))
    },
    handleDataRow({ fields }) {
      columns ??= columnsOf.get(statements[answered]?.sql.name as string) as Column[]
      rows.push(rowOf(columns, fields))
    },
    handleCommandComplete({ text }) {
      const { sql, resolve } = statements[answered] as Statement
      if (sql.name !== '' && !columnsOf.has(sql.name)) columnsOf.set(sql.name, columns ?? [])
      resolve({ tag: text, rows, rowCount: Number(/\d+$/.exec(text)?.[0] ?? 0) })
      answered += 1
      columns = undefined
      rows = []
    },
    handleReadyForQuery: () => clearTimeout(overdue),
    handleError(error) {
      clearTimeout(overdue)
      const left = statements.slice(answered)
      answered = statements.length
      for (const { reject } of left) reject(error)
    },
  }
  client.query(batch)
}

const noAnswer = () => Object.assign(new Error('The database did not answer in time.'), { code: 'ETIMEDOUT' })

function rowOf(columns: Column[], fields: (string | null)[]): Row {
  const row: Row = {}
  for (let index = 0; index < columns.length; index += 1) {
    const { name, read } = columns[index] as Column
    const value = fields[index] as string | null
    row[name] = value === null ? null : read(value)
  }
  return row
}

/** A value as the database reads it. */
function parameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function element(value: unknown): string {
  const written = parameter(value)
  if (written === null) return 'NULL'
  const text = Buffer.isBuffer(written) ? `\\x${written.toString('hex')}` : written
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
