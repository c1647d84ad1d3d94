import assert from 'node:assert/strict'
import pg from 'pg'
import { poolConnections, poolIdle, poolWaiting } from '../../runtime/metrics/metrics.ts'
import { failpointOnceSent } from '../../runtime/process/failpoint.ts'
import { currentReader } from '../../runtime/process/reader.ts'
import { createKeyedQueue } from '../../runtime/queues/keyed-queue.ts'
import { isOfCluster, keepInPlace, noteCluster } from './cluster.ts'
import { SERVICE_ROLE } from './connections.ts'
import { CommitOutcomeUnknown, DatabaseBusy, isConnectionLost, isWaitTimeout } from './database-error.ts'
import { type Result, type Row, type SentStatement, sendTogether } from './pipeline.ts'
import { type Connect, inSnapshot, shareConnections } from './read-share.ts'
import { type Sql, sql } from './sql.ts'
import { traceStatement } from './trace-statement.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

export {
  allOf,
  fixedText,
  neverPrepared,
  replanOnGrowth,
  rowsTable,
  Sql,
  sql,
  unionAll,
} from './sql.ts'

/** Runs statements, inside or outside a transaction. */
export type Db = {
  many<T extends Row>(query: Sql): Promise<T[]>
  first<T extends Row>(query: Sql): Promise<T | undefined>
  run(query: Sql): Promise<number>
}

/** A `Db` inside a transaction. It sends statements without waiting for the results of earlier ones. */
export type Tx = Db & {
  /** Sends a write without waiting for its result. If it fails, the transaction fails. */
  send(query: Sql): void
  /** See `Database.givenTime`. */
  givenTime(): Date | undefined
  /**
   * Keeps the rows of a partner on their machine until the transaction ends; the statements after it see where they are.
   * On one machine it does nothing.
   */
  keepInPlace(partnerId: string): void
  /** Passes the name of a change to the `onCommit` listeners after the commit. */
  announce(changed: string): void
}

type CommitListener = (changed: ReadonlySet<string>) => void

export type Database = Db & {
  /** The time that tests and seeds give in place of the database's. */
  givenTime(): Date | undefined
  /** Runs reads that all see the same state of the database. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Like `transaction`, one at a time for each key in this process. The others wait without a connection. The
   * work must not call it again for the same key.
   */
  queuedTransaction<T>(key: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * The connections to the machine that holds a partner's ledger: on a Citus cluster those of a node,
   * otherwise these. For what needs one partner's ledger and hardly anything else. What a request reads here counts
   * as read for this partner.
   */
  forPartner(partnerId: string): Database
  /** Whether it is a node of a cluster, which has ledgers, but not the tables of partners and teams. */
  hasLedgersAlone: boolean
  onCommit(listener: CommitListener): void
  close(): Promise<void>
}

/** Plans with indexes only: a plan made while a table is small would keep scanning the table as it grows. */
const PLANNER_SETTINGS = [
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  // Starting workers takes longer than a read by key, and so does compiling, which the cost of a scan leads to.
  'max_parallel_workers_per_gather=0',
  'jit=off',
]
/** Planning for the values of every call costs more than a third of a short transaction. */
const GENERIC_PLANS = 'plan_cache_mode=force_generic_plan'
/** Ends a transaction whose client vanished, and so releases its lock on a partner's ledger. */
const DEAD_CLIENT_SETTINGS = [
  'idle_in_transaction_session_timeout=30s',
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
]
/** Shorter than the time after which the transaction of a vanished client is ended. */
const LOCK_TIMEOUT_MS = 20_000
const CONNECTION_WAIT_MS = 5_000
/** How many queued transactions wait for each key. */
const WAITING_MAX = 1_000
const KEEP_ALIVE_MS = 10_000
const TIMEOUT_MS = 60_000
/** The longest timer of Node: 24 days. */
const MS_MAX = 2 ** 31 - 1

export type DatabaseOptions = {
  connectionString: string
  /** The name of the pool in metrics; without one it is not measured. */
  pool?: string
  connectionsMax?: number
  /**
   * Further connections, for what requests read; without them, these reads take the others. A read is bounded by what it
   * scans. One that a bad plan or a slow disk makes longer than twice `waitMs` is ended.
   */
  readConnectionsMax?: number
  /** How long a statement or transaction waits for one of the connections. */
  waitMs?: number
  /** Closes a connection whose result takes longer. */
  timeoutMs?: number
  /** Fails a statement that waits longer for a lock. A queued transaction waits up to half as long again. */
  lockTimeoutMs?: number
  /** Reports read whole tables; the service reads by key. */
  fullScans?: boolean
  /** See `Database.givenTime`. */
  givenTime?: () => Date | undefined
  /** Commits without waiting for the disk. For writes that are safe to repeat after a database crash. */
  asyncCommits?: boolean
  /** Called for errors on idle connections. */
  onConnectionError?: (error: Error) => void
}

/** What the service's connections set. The machines of a Citus cluster get them as settings of the role. */
export const roleSettings = ({ lockTimeoutMs = LOCK_TIMEOUT_MS } = {}): string[] => [
  ...DEAD_CLIENT_SETTINGS,
  `lock_timeout=${lockTimeoutMs}ms`,
  ...PLANNER_SETTINGS,
]

/** Opens a pool with the service's role, which owns no table and so cannot rewrite the ledger. */
export function openDatabase({
  connectionString,
  pool: name,
  connectionsMax = 10,
  readConnectionsMax = 0,
  waitMs = CONNECTION_WAIT_MS,
  fullScans = false,
  timeoutMs = fullScans ? MS_MAX : TIMEOUT_MS,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
  asyncCommits = false,
  givenTime = () => undefined,
  onConnectionError = () => {},
}: DatabaseOptions): Database {
  const openPool = (application: string, max: number, settings: string[]) =>
    connectionPool({
      connectionString,
      application_name: application,
      max,
      connectionTimeoutMillis: waitMs,
      options: [
        `role=${SERVICE_ROLE}`,
        ...DEAD_CLIENT_SETTINGS,
        `lock_timeout=${lockTimeoutMs}ms`,
        ...(fullScans ? [] : [...PLANNER_SETTINGS, GENERIC_PLANS]),
        ...(asyncCommits ? ['synchronous_commit=off'] : []),
        ...settings,
      ]
        .map((setting) => `-c ${setting}`)
        .join(' '),
      ...(fullScans ? {} : { onConnect: noteCluster }),
      onConnectionError,
    })
  const { pool, connect } = openPool('laurel', connectionsMax, [])
  const reading =
    readConnectionsMax > 0
      ? openPool('laurel reads', readConnectionsMax, [
          `statement_timeout=${Math.min(2 * waitMs, timeoutMs / 2)}ms`,
        ])
      : { pool, connect }
  const connectAs = shareConnections(reading.connect, { waitMs, refused: () => new DatabaseBusy('queue') })
  const stopMeasuring = name === undefined ? () => {} : measurePools(name, new Set([pool, reading.pool]))
  const listeners: CommitListener[] = []
  const write: Database['transaction'] = (work) =>
    transaction({ connect, timeoutMs, givenTime, listeners }, work)
  const queue = createKeyedQueue({
    capacity: 1,
    waitingMax: WAITING_MAX,
    waitMsMax: 1.5 * lockTimeoutMs,
    refused: () => new DatabaseBusy('queue'),
  })
  /** What is not read for a request, such as background work, has no share. */
  const reads = (readerOf: () => string | undefined): Db & Pick<Database, 'snapshot'> => ({
    ...queries((statement) => {
      const reader = readerOf()
      return runStatement(reader === undefined ? connect : () => connectAs(reader), timeoutMs, statement)
    }),
    snapshot(work) {
      const reader = readerOf()
      return reader === undefined
        ? snapshot(connect, timeoutMs, work)
        : snapshot(
            () => connectAs(reader),
            timeoutMs,
            (db) => inSnapshot(() => work(db)),
          )
    },
  })
  const database: Database = {
    ...reads(currentReader),
    givenTime,
    transaction: write,
    queuedTransaction: (key, work) => queue(key, () => write(work)),
    forPartner: (partnerId) => ({ ...database, ...reads(() => currentReader() && partnerId) }),
    hasLedgersAlone: false,
    onCommit: (listener) => void listeners.push(listener),
    async close() {
      stopMeasuring()
      await Promise.all([...new Set([pool, reading.pool])].map((each) => each.end()))
    },
  }
  return database
}

type PoolOptions = pg.PoolConfig & { max: number; onConnectionError: (error: Error) => void }

function connectionPool({ onConnectionError, ...options }: PoolOptions): { pool: pg.Pool; connect: Connect } {
  const pool = new pg.Pool({
    ...options,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  // `pool.end` resolves before PostgreSQL has closed the connections, so the database may be stopped under them.
  const report = (error: Error) => void (pool.ending || onConnectionError(error))
  pool.on('error', report)
  let connections = 0
  pool.on('connect', (client) => {
    connections += 1
    client.on('error', report)
  })
  pool.on('remove', () => {
    connections -= 1
  })
  return {
    pool,
    async connect() {
      try {
        const client = await pool.connect()
        return { client, release: (error) => client.release(error) }
      } catch (error) {
        // With fewer connections, the wait was for PostgreSQL to accept one.
        const isBusy = isWaitTimeout(error) && connections >= options.max
        throw isBusy ? new DatabaseBusy('connection', { cause: error }) : error
      }
    },
  }
}

function measurePools(name: string, pools: Set<pg.Pool>): () => void {
  const ends = Array.from(pools, (pool) => [
    poolConnections.sample(() => pool.totalCount, name),
    poolIdle.sample(() => pool.idleCount, name),
    poolWaiting.sample(() => pool.waitingCount, name),
  ]).flat()
  return () => {
    for (const end of ends) end()
  }
}

function queries(query: (statement: Sql) => Promise<Result>): Db {
  return {
    many: async <T extends Row>(statement: Sql) => (await query(statement)).rows as T[],
    first: async <T extends Row>(statement: Sql) => (await query(statement)).rows[0] as T | undefined,
    run: async (statement) => (await query(statement)).rowCount,
  }
}

async function runStatement(connect: Connect, timeoutMs: number, statement: Sql): Promise<Result> {
  const { client, release } = await connect()
  let lost: Error | undefined
  try {
    return await createSender(client, timeoutMs)(statement)
  } catch (error) {
    if (isConnectionLost(error)) lost = error
    throw error
  } finally {
    release(lost)
  }
}

/**
 * Sends begin with the first statements. Its end is not waited for, since nothing was written, and is sent after the
 * responses to what was read: to wake the database takes as long as to write a response.
 */
async function snapshot<T>(connect: Connect, timeoutMs: number, work: (db: Db) => Promise<T>): Promise<T> {
  const { client, release } = await connect()
  const send = createSender(client, timeoutMs)
  let isOver = false
  const query = async (statement: Sql) => {
    assert(!isOver, 'the snapshot is over')
    return send(statement)
  }
  const commit = sql`commit`
  send(sql`begin isolation level repeatable read read only`).catch(() => {})
  try {
    return await work(queries(query))
  } finally {
    isOver = true
    setImmediate(() =>
      send(commit).then(
        () => release(),
        (error: Error) => release(error),
      ),
    )
  }
}

type TransactionOptions = {
  connect: Connect
  timeoutMs: number
  givenTime: Tx['givenTime']
  listeners: CommitListener[]
}

/**
 * Sends begin with the first statements and commit with the last: two round trips for a short transaction.
 */
async function transaction<T>(
  { connect, timeoutMs, givenTime, listeners }: TransactionOptions,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { client, release } = await connect()
  const sent: Promise<Result>[] = []
  const changed = new Set<string>()
  const send = createSender(client, timeoutMs)
  const query = (statement: Sql) => {
    const result = send(statement)
    result.catch(() => {})
    sent.push(result)
    return result
  }
  let result: T
  let broken: Error | undefined
  let isCommitSent = false
  try {
    // After locking a row, a transaction must read the latest commit. The server's default may be stricter.
    void query(sql`begin isolation level read committed`)
    const announce = (what: string) => void changed.add(what)
    result = await work({
      ...queries(query),
      send: query,
      givenTime,
      keepInPlace: (partnerId) => void (isOfCluster(client) && query(keepInPlace(partnerId))),
      announce,
    })
    void query(sql`commit`)
    isCommitSent = true
    failpointOnceSent('during-commit')
    const results = await Promise.all(sent)
    assert.equal(results.at(-1)?.tag, 'COMMIT', 'the commit must succeed')
  } catch (error) {
    const outcomes = await Promise.allSettled(sent)
    await send(sql`rollback`).catch((failure: Error) => {
      broken = failure
    })
    const isCommitFailed =
      isCommitSent && outcomes.findIndex(({ status }) => status === 'rejected') === outcomes.length - 1
    throw isCommitFailed || (isCommitSent && broken) ? new CommitOutcomeUnknown({ cause: error }) : error
  } finally {
    release(broken)
  }
  if (changed.size > 0) notifyListeners(listeners, changed)
  return result
}

/** A listener that throws must not make a committed transaction look like a failed one, which is repeated. */
function notifyListeners(listeners: CommitListener[], changed: Set<string>): void {
  for (const listener of listeners) {
    try {
      listener(changed)
    } catch (error) {
      setImmediate(() => {
        throw error
      })
    }
  }
}

/** Collects the statements of one tick and sends them together. */
function createSender(client: pg.PoolClient, timeoutMs: number): (statement: Sql) => Promise<Result> {
  let waiting: SentStatement[] = []
  return (statement) => {
    const result = new Promise<Result>((resolve, reject) => {
      waiting.push({ sql: statement, resolve, reject })
      if (waiting.length > 1) return
      process.nextTick(() => {
        const statements = waiting
        waiting = []
        sendTogether(client, statements, timeoutMs)
      })
    })
    return traceStatement(statement, result)
  }
}
