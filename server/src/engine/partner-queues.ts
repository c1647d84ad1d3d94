import type { Logger } from 'pino'
import type { Board } from '../ledger/board.ts'
import { recutBoard } from '../ledger/board-store.ts'
import { lockLedger } from '../ledger/ledger.ts'
import { type Database, isDatabaseAway } from '../platform/database.ts'
import { unavailable } from '../platform/failure.ts'
import type { Call, CallOutcome } from './call.ts'
import { takeTurn } from './take-turn.ts'

const CALLS_WAITING_MAX = 20_000
const CALLS_WORTH_HALVING = 16

type Waiting = { call: Call; resolve: (outcome: CallOutcome) => void; reject: (error: unknown) => void }

export type QueueServices = {
  database: Database
  callsPerTurn: number
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
    let answer: Answer = () => {}
    while (queue.length > 0) {
      const turn = queue.splice(0, turnSize(queue.length, services.callsPerTurn))
      const answerEarlier = onlyOnce(answer)
      answer = await decideTogether(services, partnerId, turn, () => setImmediate(answerEarlier))
      answerEarlier()
      waiting -= turn.length
    }
    queues.delete(partnerId)
    answer()
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

/**
 * Of many waiting calls a turn takes half: while the database works on it, this process answers the half before and reads new
 * requests. Were all taken, the callers would be answered together, come back together, and each side would wait for the other.
 */
function turnSize(waiting: number, callsPerTurn: number): number {
  return Math.min(callsPerTurn, waiting <= CALLS_WORTH_HALVING ? waiting : Math.ceil(waiting / 2))
}

/** Tells the callers of a turn what became of their calls. */
type Answer = () => void

function onlyOnce(answer: Answer): Answer {
  let done = false
  return () => {
    if (!done) answer()
    done = true
  }
}

/**
 * Decides the calls in one transaction. When that fails, halves are tried alone, so that one bad call harms no other.
 * Answers are given while the database is busy with the writes of the next turn (`whileWriting`): until then it would wait for us.
 */
async function decideTogether(
  services: QueueServices,
  partnerId: string,
  turn: Waiting[],
  whileWriting: () => void,
): Promise<Answer> {
  const { database, now, log } = services
  try {
    const calls = turn.map((waiting) => waiting.call)
    const { outcomes, overgrown } = await database.transaction(async (tx) => {
      const taken = await takeTurn(tx, partnerId, calls, now())
      whileWriting()
      return taken
    })
    const boards = await overgrown
    if (boards.length > 0) await recut(services, partnerId, boards)
    return () => {
      for (const [index, waiting] of turn.entries()) waiting.resolve(outcomes[index] as CallOutcome)
    }
  } catch (error) {
    if (turn.length === 1 || isDatabaseAway(error)) {
      return () => {
        for (const waiting of turn) waiting.reject(error)
      }
    }
    log.warn({ err: error, calls: turn.length }, 'a turn failed and is tried in halves')
    const middle = Math.ceil(turn.length / 2)
    const first = await decideTogether(services, partnerId, turn.slice(0, middle), whileWriting)
    const second = await decideTogether(services, partnerId, turn.slice(middle), whileWriting)
    return () => {
      first()
      second()
    }
  }
}

async function recut({ database, log }: QueueServices, partnerId: string, boards: Board[]): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      await lockLedger(tx, partnerId)
      for (const board of boards) await recutBoard(tx, partnerId, board)
    })
  } catch (err) {
    log.warn({ err }, 'a board could not be cut anew; the next turn tries again')
  }
}
