import type { Logger } from 'pino'
import { type Database, isDatabaseUnavailable } from '../database/database.ts'
import { unavailable } from '../http/failure.ts'
import { lockLedger } from '../ledger/ledger.ts'
import { failpoint } from '../process/failpoint.ts'
import type { SegmentOf } from '../ranking/board.ts'
import { cutSegments } from '../ranking/segment-store.ts'
import type { Call, CallOutcome } from './call.ts'
import { takeTurn } from './take-turn.ts'

const CALLS_WAITING_MAX = 20_000

type Waiting = { call: Call; resolve: (outcome: CallOutcome) => void; reject: (error: unknown) => void }

export type QueueServices = {
  database: Database
  batchSizeMax: number
  now: () => Date
  log: Pick<Logger, 'warn'>
}

/** Gathers the calls of each partner while its turn before is under way: no timer, so an idle service answers at once, and a busy one decides hundreds in one commit. */
export function createPartnerQueues(
  services: QueueServices,
): (partnerId: string, call: Call) => Promise<CallOutcome> {
  const queues = new Map<string, Waiting[]>()
  let waiting = 0

  async function work(partnerId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const turn = queue.splice(0, services.batchSizeMax)
      await decideTogether(services, partnerId, turn)
      waiting -= turn.length
    }
    queues.delete(partnerId)
  }

  return (partnerId, call) =>
    new Promise((resolve, reject) => {
      if (waiting >= CALLS_WAITING_MAX) {
        reject(unavailable('Too many requests are waiting; try again in a moment.'))
        return
      }
      waiting += 1
      const queue = queues.get(partnerId)
      if (queue) {
        queue.push({ call, resolve, reject })
        return
      }
      const opened = [{ call, resolve, reject }]
      queues.set(partnerId, opened)
      // Requests that arrived together are still being read; one turn of the event loop lets them share a transaction.
      setImmediate(() => void work(partnerId, opened))
    })
}

/** Decides the calls in one transaction. When that fails, halves are tried alone, so that one bad call harms no other. */
async function decideTogether(services: QueueServices, partnerId: string, turn: Waiting[]): Promise<void> {
  const { database, now, log } = services
  try {
    const calls = turn.map((waiting) => waiting.call)
    const { outcomes, overgrown } = await database.transaction(async (tx) => {
      const taken = await takeTurn(tx, partnerId, calls, now())
      failpoint('before-commit')
      return taken
    })
    failpoint('after-commit')
    // After the statements of the next turn have left: the database reads for those while this process writes these answers.
    setImmediate(() => {
      for (const [index, waiting] of turn.entries()) waiting.resolve(outcomes[index] as CallOutcome)
    })
    const segments = await overgrown
    if (segments.length > 0) await cut(services, partnerId, segments)
  } catch (error) {
    if (turn.length === 1 || isDatabaseUnavailable(error)) {
      for (const waiting of turn) waiting.reject(error)
      return
    }
    log.warn({ err: error, calls: turn.length }, 'a turn failed and is tried in halves')
    const middle = Math.ceil(turn.length / 2)
    await decideTogether(services, partnerId, turn.slice(0, middle))
    await decideTogether(services, partnerId, turn.slice(middle))
  }
}

async function cut(
  { database, log }: QueueServices,
  partnerId: string,
  segments: SegmentOf[],
): Promise<void> {
  try {
    const remember = await database.transaction(async (tx) =>
      cutSegments(tx, await lockLedger(tx, partnerId), segments),
    )
    remember()
  } catch (err) {
    log.warn({ err }, 'a board could not be cut anew; the next turn tries again')
  }
}
