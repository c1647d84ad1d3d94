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

const CALLS_WAITING_MAX = 20_000

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

/**
 * Collects the calls of each partner while its previous batch runs. There is no timer: an idle service
 * decides a call at once, a busy one decides hundreds in one commit.
 */
export function createPartnerQueues(
  services: QueueServices,
): (call: Call) => Promise<CallResult<CallRecord>> {
  const queues = new Map<string, QueuedCall[]>()
  let waiting = 0

  async function work(partnerId: string, queue: QueuedCall[]): Promise<void> {
    while (queue.length > 0) {
      const next = queue.splice(0, services.batchSizeMax)
      await commitBatch(services, next)
      waiting -= next.length
    }
    queues.delete(partnerId)
  }

  return (call) =>
    new Promise((resolve, reject) => {
      if (waiting >= CALLS_WAITING_MAX) {
        reject(unavailable('Too many requests are waiting; try again in a moment.'))
        return
      }
      waiting += 1
      const queue = queues.get(call.partnerId)
      if (queue) {
        queue.push({ call, resolve, reject })
        return
      }
      const opened = [{ call, resolve, reject }]
      queues.set(call.partnerId, opened)
      // Requests that arrived together are still being parsed; after one tick they share a transaction.
      setImmediate(() => void work(call.partnerId, opened))
    })
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
