import { LRUCache } from 'lru-cache'
import { Failure } from '../../runtime/failure.ts'
import type { Database, Db } from '../../storage/database/database.ts'
import { DatabaseBusy, isDatabaseUnavailable, ShardMoved } from '../../storage/database/database-error.ts'
import { createKeptValues, type PartnerValues } from './kept-values.ts'
import { followLedger, openReadBatch, type ReadBatch, type Remembered } from './read-batch.ts'

/** Keeps a batch short; the next one follows at once. */
const READS_PER_BATCH_MAX = 100
const READS_WAITING_MAX = 1_000
/** How long reads wait for a batch before another is opened beside it, and how many a partner may have. */
const WAIT_MS_MAX = 50
const BATCHES_MAX = 2
/** Bounds the memory of a process. */
const CHARACTERS_REMEMBERED_MAX = 32_000_000
/** The rough size of an entry beside its text, and of a number. */
const ENTRY_CHARACTERS = 200
const NUMBER_CHARACTERS = 8

/** Makes a result of values that are kept in memory; undefined when one of them is missing. */
export type FromMemory<T> = (values: PartnerValues) => T | undefined

export type PartnerReads = {
  /**
   * Reads what belongs to a partner. Everything that was committed before the call is seen. A read that can do with
   * what is in memory takes one statement, which it shares: the state of the ledger.
   */
  read<T>(partnerId: string, work: (batch: ReadBatch) => Promise<T>, fromMemory?: FromMemory<T>): Promise<T>
  /** The number of the partner's last change that this process read; others may have followed. */
  lastSeenChange(partnerId: string): bigint | undefined
}

type Read = {
  work: (batch: ReadBatch) => Promise<unknown>
  fromMemory: FromMemory<unknown> | undefined
  resolve: (result: never) => void
  reject: (error: unknown) => void
}

/** The reads of a partner that wait, and how many batches are under way. */
type Queue = { reads: Read[]; batches: number; timer: NodeJS.Timeout | undefined }

/**
 * Reads of a partner that arrive while one is under way share the next snapshot, as calls share a batch. So
 * what several reads ask for is read once, and a partner hardly uses more than one connection.
 */
export function createPartnerReads(database: Pick<Database, 'forPartner'>): PartnerReads {
  const queues = new Map<string, Queue>()
  const kept = createKeptValues()
  const memory = new LRUCache<string, Remembered>({
    maxSize: CHARACTERS_REMEMBERED_MAX,
    maxEntrySize: CHARACTERS_REMEMBERED_MAX / 100,
    sizeCalculation: (value, key) => ENTRY_CHARACTERS + key.length + charactersOf(value),
  })

  async function runBatches(partnerId: string, queue: Queue): Promise<void> {
    while (queue.reads.length > 0) {
      const reads = queue.reads.splice(0, READS_PER_BATCH_MAX)
      try {
        await readTogether(partnerId, reads)
      } catch (error) {
        // There was no connection. Those that wait would each wait for one again.
        const others = error instanceof ShardMoved ? [] : queue.reads.splice(0)
        for (const read of [...reads, ...others]) read.reject(error)
      }
    }
    queue.batches -= 1
    if (queue.batches > 0) return
    clearTimeout(queue.timer)
    queues.delete(partnerId)
  }

  function start(partnerId: string, queue: Queue): void {
    queue.batches += 1
    // Requests that arrived together are still being parsed; after one tick they share a snapshot.
    setImmediate(() => void runBatches(partnerId, queue))
  }

  function enqueue(partnerId: string, read: Read): void {
    const queue = queues.get(partnerId) ?? { reads: [], batches: 0, timer: undefined }
    if (queue.reads.length >= READS_WAITING_MAX) throw new DatabaseBusy('queue')
    queues.set(partnerId, queue)
    queue.reads.push(read)
    if (queue.batches === 0) start(partnerId, queue)
    // A slow read must not hold up the others.
    else
      queue.timer ??= setTimeout(() => {
        queue.timer = undefined
        if (queue.reads.length > 0 && queue.batches < BATCHES_MAX) start(partnerId, queue)
      }, WAIT_MS_MAX)
  }

  async function readTogether(partnerId: string, reads: Read[]): Promise<void> {
    const values = kept.of(partnerId)
    const isKept = ({ fromMemory }: Read) => fromMemory?.(values) !== undefined
    const { true: known = [], false: others = [] } = Object.groupBy(reads, (read) => `${isKept(read)}`)
    await Promise.all([readFromMemory(partnerId, known), readInSnapshot(partnerId, others)])
  }

  async function readFromMemory(partnerId: string, reads: Read[]): Promise<void> {
    if (reads.length === 0) return
    await followLedger(database.forPartner(partnerId), partnerId, kept)
    const values = kept.of(partnerId)
    const changed: Read[] = []
    for (const read of reads) {
      const result = read.fromMemory?.(values)
      if (result === undefined) changed.push(read)
      else read.resolve(result as never)
    }
    await readInSnapshot(partnerId, changed)
  }

  async function readInSnapshot(partnerId: string, reads: Read[]): Promise<void> {
    if (reads.length === 0) return
    const waiting = new Set(reads)
    const failed: Read[] = []
    const own = database.forPartner(partnerId)
    const readOn = async (db: Db) => {
      let moved: ShardMoved | undefined
      const batch = openReadBatch({ ...db, givenTime: own.givenTime }, partnerId, memory, kept)
      await Promise.all(
        Array.from(waiting, async (read) => {
          try {
            read.resolve((await read.work(batch)) as never)
          } catch (error) {
            if (error instanceof ShardMoved) {
              moved = error
              return
            }
            const isOwn = reads.length === 1 || error instanceof Failure || isDatabaseUnavailable(error)
            if (isOwn) read.reject(error)
            else failed.push(read)
          }
          waiting.delete(read)
        }),
      )
      // The database repeats this where the rows are now, for the reads that still wait.
      if (moved) throw moved
    }
    await own.snapshot(readOn)
    // A failed statement ends the snapshot for the reads beside it: each is tried alone.
    for (const read of failed) await readInSnapshot(partnerId, [read])
  }

  return {
    read: (partnerId, work, fromMemory) =>
      new Promise((resolve, reject) => enqueue(partnerId, { work, fromMemory, resolve, reject })),
    lastSeenChange: (partnerId) => kept.lastSeen(partnerId)?.changeNo,
  }
}

function charactersOf(value: Remembered): number {
  if (typeof value === 'string') return value.length
  return typeof value === 'number' ? NUMBER_CHARACTERS : NUMBER_CHARACTERS * value.length
}
