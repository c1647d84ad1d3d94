import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { isDatabaseUnavailable } from '../database/database-error.ts'
import { unavailable } from '../http/failure.ts'
import { lockLedger } from '../ledger/ledger.ts'
import { failpoint } from '../process/failpoint.ts'
import { splitSegments } from '../ranking/split-segments.ts'
import type { Batch, PartnerBatch } from './batch.ts'
import type { Call, CallOutcome } from './call.ts'
import { runBatch } from './run-batch.ts'

const CALLS_WAITING_MAX = 20_000

type Waiting = { call: Call; resolve: (outcome: CallOutcome) => void; reject: (error: unknown) => void }

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
export function createPartnerQueues(services: QueueServices): (call: Call) => Promise<CallOutcome> {
  const queues = new Map<string, Waiting[]>()
  let waiting = 0

  async function work(partnerId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, services.batchSizeMax)
      await decideBatch(services, batch)
      waiting -= batch.length
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

/** Decides calls in one transaction. On failure, retries in halves, so that one bad call fails alone. */
async function decideBatch(services: QueueServices, waiting: Waiting[]): Promise<void> {
  const { database, now, log } = services
  let batch: Batch
  try {
    const calls = waiting.map(({ call }) => call)
    batch = await database.transaction(async (tx) => {
      const done = await runBatch(tx, calls, now())
      failpoint('before-commit')
      return done
    })
  } catch (error) {
    if (waiting.length === 1 || isDatabaseUnavailable(error)) {
      for (const { reject } of waiting) reject(error)
      return
    }
    log.warn({ err: error, calls: waiting.length }, 'batch failed; retrying in halves')
    const middle = Math.ceil(waiting.length / 2)
    await decideBatch(services, waiting.slice(0, middle))
    await decideBatch(services, waiting.slice(middle))
    return
  }
  failpoint('after-commit')
  // Sends the statements of the next batch first, so the database works while this process sends responses.
  setImmediate(() => {
    for (const [index, { resolve }] of waiting.entries()) resolve(batch.outcomes[index] as CallOutcome)
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
