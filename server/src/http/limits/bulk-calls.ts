import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooManyWaiting } from '../../runtime/failure.ts'
import { createKeyedQueue } from '../../runtime/queues/keyed-queue.ts'
import { partnerOf } from '../edge/request-caller.ts'
import { isDryRun } from '../input/dry-run.ts'

/** The longest list of any request. */
export const LIST_MAX = 1_000
/** Fits the most items, with 2 kB each. More would keep the process from other requests while it is parsed. */
export const BULK_BYTES_MAX = 2 * 1_048_576

/** What a partner may have in progress: about four calls of 1,000 items, or hundreds of small ones. */
const BYTES_AT_ONCE = 400_000
const CALLS_WAITING_MAX = 1_000
const CALL_WAIT_MS_MAX = 10_000

/** The limits of a route for calls with many items. */
export const bulkLimits = () => ({ bodyLimit: BULK_BYTES_MAX, preParsing: createWaitToStart() })

/**
 * A `preParsing` hook. Before the body is read, because reading it, and refusing a caller that repeats it at once,
 * delays others. Each call waits until its partner has little in progress, and counts until its response is made.
 */
function createWaitToStart() {
  const queue = createKeyedQueue({
    capacity: BYTES_AT_ONCE,
    waitingMax: CALLS_WAITING_MAX,
    waitMsMax: CALL_WAIT_MS_MAX,
    refused: tooManyWaiting,
  })
  return (request: FastifyRequest, { raw }: FastifyReply): Promise<void> => {
    // A client that reads its response slowly does not hold up the others; one that leaves does not either.
    const ended = new Promise<void>((resolve) => raw.once('prefinish', resolve).once('close', resolve))
    return new Promise((start, refuse) => {
      const untilEnded = () => {
        start()
        return ended
      }
      const bytes = Number(request.headers['content-length'] ?? BYTES_AT_ONCE)
      // A dry run does not wait behind calls that wait for the ledger.
      const key = isDryRun(request) ? `${partnerOf(request)} dry run` : partnerOf(request)
      queue(key, untilEnded, bytes).catch(refuse)
    })
  }
}
