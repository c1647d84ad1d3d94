import assert from 'node:assert/strict'
import type pg from 'pg'
import { failpointOnceSent } from '../../runtime/process/failpoint.ts'
import { isOfCluster, keepInPlace } from './cluster.ts'
import type { Db, Tx } from './database.ts'
import { CommitOutcomeUnknown, isConnectionLost } from './database-error.ts'
import { keepShards, readShard } from './in-place.ts'
import { type Result, type Row, type SentStatement, sendTogether } from './pipeline.ts'
import type { Connect } from './read-share.ts'
import type { Placement } from './shard.ts'
import { type Sql, sql } from './sql.ts'
import { traceStatement } from './trace-statement.ts'

/** Gets what changed, and of a ledger the number of its last event. */
export type CommitListener = (changed: ReadonlyMap<string, bigint | undefined>) => void

type ReadOptions = {
  connect: Connect
  timeoutMs: number
  /** The shards that are read. Without one, the tables have their own names. */
  placement?: Placement | undefined
}

function queries(query: (statement: Sql) => Promise<Result>): Db {
  return {
    many: async <T extends Row>(statement: Sql) => (await query(statement)).rows as T[],
    first: async <T extends Row>(statement: Sql) => (await query(statement)).rows[0] as T | undefined,
    run: async (statement) => (await query(statement)).rowCount,
  }
}

/** Runs statements one by one, each with a connection of its own. */
export const runStatements = (options: () => ReadOptions): Db =>
  queries(async (statement) => {
    const { connect, timeoutMs, placement } = options()
    const { client, release } = await connect()
    const send = createSender(client, timeoutMs)
    let lost: Error | undefined
    try {
      return await (placement ? readShard(send, placement) : send)(statement)
    } catch (error) {
      if (isConnectionLost(error)) lost = error
      throw error
    } finally {
      release(lost)
    }
  })

/**
 * Sends begin with the first statements. Its end is not waited for, since nothing was written, and is sent after the
 * responses to what was read: to wake the database takes as long as to write a response.
 */
export async function snapshot<T>(
  { connect, timeoutMs, placement }: ReadOptions,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { client, release } = await connect()
  const send = createSender(client, timeoutMs)
  let isOver = false
  send(sql`begin isolation level repeatable read read only`).catch(() => {})
  const read = placement ? readShard(send, placement) : send
  const query = async (statement: Sql) => {
    assert(!isOver, 'the snapshot is over')
    return read(statement)
  }
  const commit = sql`commit`
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

export type TransactionOptions = ReadOptions & {
  givenTime: Tx['givenTime']
  listeners: CommitListener[]
}

/**
 * Sends begin with the first statements and commit with the last: two round trips for a short transaction.
 */
export async function transaction<T>(
  { connect, timeoutMs, placement, givenTime, listeners }: TransactionOptions,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { client, release } = await connect()
  const sent: Promise<Result>[] = []
  const changed = new Map<string, bigint | undefined>()
  const send = createSender(client, timeoutMs)
  let isOver = false
  const query = (statement: Sql) => {
    assert(!isOver, 'the transaction is over')
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
    const common = {
      givenTime,
      announce: (what: string, lastSeq?: bigint) => void changed.set(what, lastSeq),
    }
    if (placement) {
      const { queryOn, areKept } = keepShards(query, placement)
      result = await work(placedTx(placement, queryOn, common))
      await areKept
    } else {
      const tx: Tx = {
        ...common,
        ...queries(query),
        send: query,
        keepInPlace: (partnerId) => void (isOfCluster(client) && query(keepInPlace(partnerId))),
        eachShard: async (partnerIds, workOn) => [await workOn(tx, partnerIds)],
      }
      result = await work(tx)
    }
    void query(sql`commit`)
    isCommitSent = true
    isOver = true
    failpointOnceSent('during-commit')
    const results = await Promise.all(sent)
    assert.equal(results.at(-1)?.tag, 'COMMIT', 'the commit must succeed')
  } catch (error) {
    isOver = true
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

/** The tables of several shards have several names, so work for more than one runs shard by shard. */
function placedTx(
  { shards }: Placement,
  queryOn: ReturnType<typeof keepShards>['queryOn'],
  common: Pick<Tx, 'givenTime' | 'announce'>,
): Tx {
  const txs = Array.from(shards, ([shard, partnerIds]) => {
    const query = queryOn(shard)
    const tx: Tx = {
      ...common,
      ...queries(query),
      send: query,
      keepInPlace: () => {},
      eachShard: async (wanted, work) => [await work(tx, wanted)],
    }
    return { tx, partnerIds }
  })
  const [first, ...others] = txs
  if (first && others.length === 0) return first.tx
  const refuse = async () => assert.fail('a statement needs the tables of one shard')
  return {
    ...common,
    ...queries(refuse),
    send: refuse,
    keepInPlace: () => {},
    async eachShard(wanted, work) {
      const outcomes = await Promise.allSettled(
        txs.map(({ tx, partnerIds }) =>
          work(
            tx,
            wanted.filter((partnerId) => partnerIds.includes(partnerId)),
          ),
        ),
      )
      const failed = outcomes.find(({ status }) => status === 'rejected')
      if (failed) throw (failed as PromiseRejectedResult).reason
      return outcomes.map(
        (outcome) => (outcome as PromiseFulfilledResult<Awaited<ReturnType<typeof work>>>).value,
      )
    },
  }
}

/** A listener that throws must not make a committed transaction look like a failed one, which is repeated. */
function notifyListeners(listeners: CommitListener[], changed: Map<string, bigint | undefined>): void {
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
