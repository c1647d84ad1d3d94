import assert from 'node:assert/strict'
import pg from 'pg'
import { failpointOnceSent } from '../process/failpoint.ts'
import { type Result, type Row, type SentStatement, sendTogether } from './pipeline.ts'
import { type Sql, sql } from './sql.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

export { allOf, plannedAnew, records, replanned, Sql, sql } from './sql.ts'

/** Takes one statement at a time, inside a transaction or not; a `Tx` is a `Db` that is inside one. */
export type Db = {
  many<T extends Row>(query: Sql): Promise<T[]>
  first<T extends Row>(query: Sql): Promise<T | undefined>
  run(query: Sql): Promise<number>
}

/** Inside a transaction. Statements go out at once, without waiting for the answers to those before. */
export type Tx = Db & {
  /** A write whose answer nobody needs; when it fails, the whole transaction does. */
  send(query: Sql): void
  /** Notes what this changes; whoever listens to commits is told once it is committed. */
  announce(changed: string): void
}

/** Is told what committed transactions of this process have announced. */
type CommitListener = (changed: ReadonlySet<string>) => void

export type Database = Db & {
  /** Reads that all see the same moment. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  onCommit(listener: CommitListener): void
  close(): Promise<void>
}

export const SERVICE_ROLE = 'laurel_service'

/** A plan that was made while a table was small would go on scanning it as it grows, so the service plans for indexes alone. */
const BY_KEY = [
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  // Weighing a new plan for the values of every call costs more than a third of a short transaction.
  'plan_cache_mode=force_generic_plan',
  // Starting workers takes longer than anything that is read by key.
  'max_parallel_workers_per_gather=0',
]

/** What ends a transaction whose owner is gone without a word, and with it the lock on a partner's ledger. */
const ENDED_WHEN_LEFT = [
  'idle_in_transaction_session_timeout=30s',
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
]
const KEEP_ALIVE_MS = 10_000
const TIMEOUT_MS = 60_000
/** As long as a timer can be set for: 24 days. */
const MS_MAX = 2 ** 31 - 1

export type DatabaseOptions = {
  connectionString: string
  connectionsMax?: number
  /** How long an answer may take before the connection is given up. */
  timeoutMs?: number
  /** For reports that read whole tables; the service itself reads by key. */
  wholeTables?: boolean
  /** For writes that may be done again after a crash of the database: they do not wait for the disk. */
  lazyCommits?: boolean
  /** Called for errors on idle connections, which nobody is waiting for. */
  onConnectionError?: (error: Error) => void
}

/** Opens a pool whose connections act as the service's role, which owns no table and so cannot rewrite the ledger. */
export function openDatabase({
  connectionString,
  connectionsMax = 10,
  wholeTables = false,
  timeoutMs = wholeTables ? MS_MAX : TIMEOUT_MS,
  lazyCommits = false,
  onConnectionError = () => {},
}: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString,
    max: connectionsMax,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    options: [
      `role=${SERVICE_ROLE}`,
      ...ENDED_WHEN_LEFT,
      ...(wholeTables ? [] : BY_KEY),
      ...(lazyCommits ? ['synchronous_commit=off'] : []),
    ]
      .map((setting) => `-c ${setting}`)
      .join(' '),
    application_name: 'laurel',
  })
  pool.on('error', onConnectionError)
  pool.on('connect', (client) => client.on('error', onConnectionError))
  const listeners: CommitListener[] = []
  return {
    ...queries((statement) => alone(pool, timeoutMs, statement)),
    // Whoever locks a row must then read what the one before wrote, also on a server whose default is stricter.
    transaction: (work) =>
      transaction(pool, timeoutMs, sql`begin isolation level read committed`, work, listeners),
    snapshot: (work) =>
      transaction(pool, timeoutMs, sql`begin isolation level repeatable read read only`, work, []),
    onCommit: (listener) => void listeners.push(listener),
    close: () => pool.end(),
  }
}

function queries(query: (statement: Sql) => Promise<Result>): Db {
  return {
    many: async <T extends Row>(statement: Sql) => (await query(statement)).rows as T[],
    first: async <T extends Row>(statement: Sql) => (await query(statement)).rows[0] as T | undefined,
    run: async (statement) => (await query(statement)).rowCount,
  }
}

/** One statement that needs no transaction of its own. */
async function alone(pool: pg.Pool, timeoutMs: number, statement: Sql): Promise<Result> {
  const client = await pool.connect()
  try {
    return await sender(client, timeoutMs)(statement)
  } finally {
    client.release()
  }
}

/** Begin travels with the first statements, and commit with the last, so a short transaction is two round trips. */
async function transaction<T>(
  pool: pg.Pool,
  timeoutMs: number,
  begin: Sql,
  work: (tx: Tx) => Promise<T>,
  listeners: CommitListener[],
): Promise<T> {
  const client = await pool.connect()
  const sent: Promise<Result>[] = []
  const changed = new Set<string>()
  const send = sender(client, timeoutMs)
  const query = (statement: Sql) => {
    const result = send(statement)
    result.catch(() => {})
    sent.push(result)
    return result
  }
  let broken: Error | undefined
  let isCommitSent = false
  try {
    void query(begin)
    const result = await work({ ...queries(query), send: query, announce: (what) => void changed.add(what) })
    void query(sql`commit`)
    isCommitSent = true
    failpointOnceSent('during-commit')
    const results = await Promise.all(sent)
    assert.equal(results.at(-1)?.tag, 'COMMIT', 'the transaction was committed')
    if (changed.size > 0) for (const listener of listeners) listener(changed)
    return result
  } catch (error) {
    await Promise.allSettled(sent)
    await send(sql`rollback`).catch((failure: Error) => {
      broken = failure
    })
    throw isCommitSent && broken ? new OutcomeUnknown({ cause: error }) : error
  } finally {
    client.release(broken)
  }
}

/** Sends what is asked of a connection at once, as soon as nobody has more to ask for the moment. */
function sender(client: pg.PoolClient, timeoutMs: number): (statement: Sql) => Promise<Result> {
  let waiting: SentStatement[] = []
  return (statement) =>
    new Promise((resolve, reject) => {
      waiting.push({ sql: statement, resolve, reject })
      if (waiting.length > 1) return
      process.nextTick(() => {
        const statements = waiting
        waiting = []
        sendTogether(client, statements, timeoutMs)
      })
    })
}

/** The constraint that refused a row, when that is what an error is about. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined
}

/** It answers, but cannot do its work now: its disk is full, its memory is, or it only reads, as after a failover. */
const DATABASE_UNABLE_CODES = ['53100', '53200', '25006']
const DATABASE_AWAY_CODES = new Set([
  ...DATABASE_UNABLE_CODES,
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

/** A transaction was to be committed when its connection broke, so nobody knows whether it was. */
class OutcomeUnknown extends Error {
  constructor(options: ErrorOptions) {
    super('The connection broke while a transaction was being committed.', options)
  }
}

/** Whether an error means that the database cannot be reached or used now, rather than that a statement was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof OutcomeUnknown) return true
  const { code } = error as { code?: string }
  if (code !== undefined) return DATABASE_AWAY_CODES.has(code) || code.startsWith('08')
  return DATABASE_AWAY_MESSAGES.test(error.message)
}

export function isDatabaseRefusingWrites(error: unknown): boolean {
  return error instanceof pg.DatabaseError && DATABASE_UNABLE_CODES.includes(error.code ?? '')
}

const NOT_ADMITTED_CODES = ['28000', '28P01', '3D000']

/** Whether the database answers, but does not let us in: a wrong user, password or name of the database. */
export function isNotAdmitted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && NOT_ADMITTED_CODES.includes(error.code ?? '')
}
