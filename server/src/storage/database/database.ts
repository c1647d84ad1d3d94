import pg from 'pg'
import { poolConnections, poolIdle, poolWaiting } from '../../runtime/metrics/metrics.ts'
import { currentReader } from '../../runtime/process/reader.ts'
import { createKeyedQueue } from '../../runtime/queues/keyed-queue.ts'
import { noteCluster } from './cluster.ts'
import { SERVICE_ROLE } from './connections.ts'
import { DatabaseBusy, isWaitTimeout } from './database-error.ts'
import type { Row } from './pipeline.ts'
import { type Connect, inSnapshot, shareConnections } from './read-share.ts'
import type { Placement, Shard } from './shard.ts'
import type { Sql } from './sql.ts'
import { type CommitListener, runStatements, snapshot, transaction } from './transaction.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)

export {
  allOf,
  type ColumnsOf,
  fixedText,
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
  /**
   * Runs work for those of some partners that one statement can reach: the partners of each shard of a cluster, or all
   * of them. Only a transaction of `forPartners` has several shards.
   */
  eachShard<T>(partnerIds: string[], work: (tx: Tx, partnerIds: string[]) => Promise<T>): Promise<T[]>
  /**
   * Passes the name of a change to the `onCommit` listeners after the commit; of a ledger, the partner and the number
   * of its last event.
   */
  announce(changed: string, lastSeq?: bigint): void
}

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
  /** The same for transactions that several partners of one machine share, who do not wait for a shard's move. */
  forPartners(partnerIds: string[]): Pick<Database, 'transaction' | 'hasLedgersAlone'>
  /**
   * The machine whose partners can share transactions; undefined for a partner that shares none. What is central needs
   * tables of partners and teams too.
   */
  machineOf(partnerId: string, options?: { isCentral?: boolean }): string | undefined
  /** The tables of a machine that hold a partner's ledger; undefined if all partners have the same ones. */
  shardOf(partnerId: string): Shard | undefined
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

type Access = Pick<Database, keyof Db | 'snapshot' | 'transaction' | 'queuedTransaction'>

/** A machine, which may hold shards of a cluster. */
export type NodeDatabase = Database & {
  /** The same connections, with the tables of these shards. What a request reads counts as read for the partner. */
  onShards(placement: Placement, partnerId: string): Database
}

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
  /** Its statements name the tables of shards, whose plans PostgreSQL keeps. */
  holdsShards?: boolean
  /** Commits without waiting for the disk. For writes that are safe to repeat after a database crash. */
  asyncCommits?: boolean
  /** Called for errors on idle connections. */
  onConnectionError?: (error: Error) => void
}

/**
 * What was answered stays: with `off`, a crash loses the last commits, and so does a move of a shard by logical
 * replication, without any crash. Every other level is the operator's choice.
 */
const DURABLE_COMMITS = `
  select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') = 'off'`

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
  holdsShards = false,
  timeoutMs = fullScans ? MS_MAX : TIMEOUT_MS,
  lockTimeoutMs = LOCK_TIMEOUT_MS,
  asyncCommits = false,
  givenTime = () => undefined,
  onConnectionError = () => {},
}: DatabaseOptions): NodeDatabase {
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
      onConnect: async (client) => {
        if (!asyncCommits) await client.query(DURABLE_COMMITS)
        if (!fullScans && !holdsShards) await noteCluster(client)
      },
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
  const queue = createKeyedQueue({
    capacity: 1,
    waitingMax: WAITING_MAX,
    waitMsMax: 1.5 * lockTimeoutMs,
    refused: () => new DatabaseBusy('queue'),
  })
  /** What is not read for a request, such as background work, has no share. */
  const access = (readerOf: () => string | undefined, placement?: Placement): Access => {
    const readOptions = () => {
      const reader = readerOf()
      return { connect: reader === undefined ? connect : () => connectAs(reader), timeoutMs, placement }
    }
    const write: Database['transaction'] = (work) =>
      transaction({ connect, timeoutMs, placement, givenTime, listeners }, work)
    return {
      ...runStatements(readOptions),
      snapshot: (work) =>
        snapshot(readOptions(), (db) => (readerOf() === undefined ? work(db) : inSnapshot(() => work(db)))),
      transaction: write,
      queuedTransaction: (key, work) => queue(key, () => write(work)),
    }
  }
  const database: NodeDatabase = {
    ...access(currentReader),
    givenTime,
    forPartner: (partnerId) => ({ ...database, ...access(() => currentReader() && partnerId) }),
    forPartners: () => database,
    onShards: (placement, partnerId) => ({
      ...database,
      ...access(() => currentReader() && partnerId, placement),
      hasLedgersAlone: true,
    }),
    machineOf: () => '',
    shardOf: () => undefined,
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
