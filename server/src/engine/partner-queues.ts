import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { isDatabaseUnavailable } from '../database/database-error.ts'
import { unavailable } from '../http/failure.ts'
import type { CallResult } from '../idempotency/idempotency-key.ts'
import { lockLedger } from '../ledger/ledger.ts'
import { failpoint } from '../process/failpoint.ts'
import { splitSegments } from '../ranking/split-segments.ts'
import type { Batch, PartnerBatch } from './batch.ts'
import type { Call, CallRecord } from './call.ts'
import { runBatch } from './run-batch.ts'

/** Bounds the memory of a process. */
const CALLS_WAITING_MAX = 50_000
/** The share of one partner, so that it leaves room for the others. */
const PARTNER_CALLS_WAITING_MAX = 10_000
/** Every partner may have so many waiting, also when others fill the process. A bulk call fits. */
const PARTNER_CALLS_GUARANTEED = 1_000

/** How many calls of a partner may share a transaction while other partners wait too. */
const SHARED_BATCH_SIZE = 100

type QueuedCall = {
  call: Call
  resolve: (result: CallResult<CallRecord>) => void
  reject: (error: unknown) => void
}

export type QueueServices = {
  database: Database
  batchSizeMax: number
  now: () => Date
  log: Pick<Logger, 'warn'>
}

export type PartnerQueues = {
  enqueue(call: Call): Promise<CallResult<CallRecord>>
  /** Throws unless a partner has room for so many calls, which must be queued in the same tick. */
  requireRoom(partnerId: string, calls: number): void
}

/** The calls of a partner that wait for their batch, and how many there are with those of the running batch. */
type Queue = { calls: QueuedCall[]; waiting: number }

/**
 * Collects the calls of each partner while its previous batch runs. There is no timer: an idle service
 * decides a call at once, a busy one decides hundreds in one commit.
 */
export function createPartnerQueues(services: QueueServices): PartnerQueues {
  const queues = new Map<string, Queue>()
  let waiting = 0

  async function work(partnerId: string, queue: Queue): Promise<void> {
    while (queue.calls.length > 0) {
      // Deciding a large batch would delay the calls of other partners.
      const size =
        queues.size > 1 ? Math.min(services.batchSizeMax, SHARED_BATCH_SIZE) : services.batchSizeMax
      const next = queue.calls.splice(0, size)
      await commitBatch(services, next)
      queue.waiting -= next.length
      waiting -= next.length
    }
    queues.delete(partnerId)
  }

  function open(partnerId: string): Queue {
    const queue: Queue = { calls: [], waiting: 0 }
    queues.set(partnerId, queue)
    // Requests that arrived together are still being parsed; after one tick they share a transaction.
    setImmediate(() => void work(partnerId, queue))
    return queue
  }

  function requireRoom(partnerId: string, calls: number): void {
    const ofPartner = (queues.get(partnerId)?.waiting ?? 0) + calls
    const max = waiting + calls > CALLS_WAITING_MAX ? PARTNER_CALLS_GUARANTEED : PARTNER_CALLS_WAITING_MAX
    if (ofPartner > max) throw unavailable('Too many requests are waiting; try again in a moment.')
  }

  return {
    requireRoom,
    enqueue: (call) =>
      new Promise((resolve, reject) => {
        requireRoom(call.partnerId, 1)
        const queue = queues.get(call.partnerId) ?? open(call.partnerId)
        queue.calls.push({ call, resolve, reject })
        queue.waiting += 1
        waiting += 1
      }),
  }
}

/** Runs calls in one transaction. On failure, retries in halves, so that one bad call fails alone. */
async function commitBatch(services: QueueServices, queued: QueuedCall[]): Promise<void> {
  const { database, now, log } = services
  let batch: Batch
  try {
    const calls = queued.map(({ call }) => call)
    batch = await database.transaction(async (tx) => {
      const done = await runBatch(tx, calls, now())
      failpoint('before-commit')
      return done
    })
  } catch (error) {
    if (queued.length === 1 || isDatabaseUnavailable(error)) {
      for (const { reject } of queued) reject(error)
      return
    }
    log.warn({ err: error, calls: queued.length }, 'batch failed; retrying in halves')
    const middle = Math.ceil(queued.length / 2)
    await commitBatch(services, queued.slice(0, middle))
    await commitBatch(services, queued.slice(middle))
    return
  }
  failpoint('after-commit')
  // Defers the responses by one tick, so that the next batch's statements leave first.
  setImmediate(() => {
    for (const [index, { resolve }] of queued.entries())
      resolve(batch.results[index] as CallResult<CallRecord>)
  })
  for (const partner of batch.partners) await splitOversizedSegments(services, partner)
}

async function splitOversizedSegments(
  { database, log }: QueueServices,
  { ledger, changes }: PartnerBatch,
): Promise<void> {
  const oversized = await changes.oversizedSegments
  if (oversized.length === 0) return
  try {
    const afterCommit = await database.transaction(async (tx) =>
      splitSegments(tx, await lockLedger(tx, ledger.partnerId), oversized),
    )
    afterCommit()
  } catch (err) {
    log.warn(
      { err, partnerId: ledger.partnerId },
      'oversized segments were not split; the next batch retries',
    )
  }
}
