import { createHash } from 'node:crypto'
import pg from 'pg'

pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

export type Sql = { name: string; text: string; values: unknown[] }

type Row = Record<string, unknown>

/** Reads are fine anywhere; a `Tx` is a `Db` that is inside a transaction. */
export type Db = {
  many<T extends Row>(query: Sql): Promise<T[]>
  first<T extends Row>(query: Sql): Promise<T | undefined>
  run(query: Sql): Promise<number>
}

declare const inTransaction: unique symbol
export type Tx = Db & { [inTransaction]: true }

export type Database = Db & {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const statements = new WeakMap<TemplateStringsArray, { name: string; text: string }>()

/** Turns a template into a prepared statement; every `${value}` becomes a parameter, never text. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  let statement = statements.get(strings)
  if (!statement) {
    const text = strings.reduce((left, right, index) => `${left}$${index}${right}`)
    statement = { name: createHash('sha1').update(text).digest('base64url'), text }
    statements.set(strings, statement)
  }
  return { ...statement, values }
}

export const SERVICE_ROLE = 'laurel_service'

export type DatabaseOptions = {
  connectionString: string
  connectionsMax?: number
  /** Called for errors on idle connections, which nobody is waiting for. */
  onConnectionError?: (error: Error) => void
}

/** Opens a pool whose connections act as the service's role, which owns no table and so cannot rewrite the ledger. */
export function openDatabase({
  connectionString,
  connectionsMax = 10,
  onConnectionError = () => {},
}: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString,
    max: connectionsMax,
    connectionTimeoutMillis: 5_000,
    options: `-c role=${SERVICE_ROLE}`,
    application_name: 'laurel',
  })
  pool.on('error', onConnectionError)
  pool.on('connect', (client) => client.on('error', onConnectionError))
  return { ...queries(pool), transaction: (work) => transaction(pool, work), close: () => pool.end() }
}

function queries(runner: pg.Pool | pg.ClientBase): Db {
  return {
    many: async <T extends Row>(query: Sql) => (await runner.query<T>(query)).rows,
    first: async <T extends Row>(query: Sql) => (await runner.query<T>(query)).rows[0],
    run: async (query) => (await runner.query(query)).rowCount ?? 0,
  }
}

async function transaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // Whoever locks a row must then read what the one before wrote, also on a server whose default is stricter.
    await client.query('begin isolation level read committed')
    const result = await work(queries(client) as Tx)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** The constraint that refused a row, when that is what an error is about. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined
}

const DATABASE_AWAY_CODES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
const DATABASE_AWAY_MESSAGES =
  /^(Connection terminated|timeout (exceeded when trying to connect|expired)|Client has encountered a connection error)/

/** Whether an error means that the database cannot be reached now, rather than that a statement was wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (code !== undefined) return DATABASE_AWAY_CODES.has(code) || code.startsWith('08')
  return DATABASE_AWAY_MESSAGES.test(error.message)
}

const NOT_ADMITTED_CODES = ['28000', '28P01', '3D000']

/** Whether the database answers, but does not let us in: a wrong user, password or name of the database. */
export function isNotAdmitted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && NOT_ADMITTED_CODES.includes(error.code ?? '')
}
