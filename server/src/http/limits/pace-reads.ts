import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tooManyWaiting } from '../../runtime/failure.ts'
import { createKeyedQueue } from '../../runtime/queues/keyed-queue.ts'

/** How many reads of one partner, or of one address without a token, are in progress while several partners call. */
const READS_AT_ONCE = 2
/**
 * While others of its partner wait, a read keeps its place for twice as long again as it took, so that they take a
 * third of what they could.
 */
const PAUSE_PER_MS = 2
/** A read that takes longer mostly waits for the database: it counts no more. */
const COUNTED_MS_MAX = 100
const READS_WAITING_MAX = 1_000
const READ_WAIT_MS_MAX = 10_000
/** Each of two partners keeps its share for this long after their calls. */
const ACTIVE_MS = 1_000

/**
 * Keeps the reads of one partner from taking all of the process's time: those that come from memory need no
 * connection, which would bound them. A partner that calls alone is not bounded.
 */
export function paceReads(
  app: FastifyInstance,
  { countedMsMax = COUNTED_MS_MAX, activeMs = ACTIVE_MS } = {},
): void {
  const queue = createKeyedQueue({
    capacity: READS_AT_ONCE,
    waitingMax: READS_WAITING_MAX,
    waitMsMax: READ_WAIT_MS_MAX,
    refused: tooManyWaiting,
  })
  /** Ends the count of a read that sends a stream, which may last for hours. */
  const streamed = new WeakMap<FastifyRequest, () => void>()
  let lastPartner: string | undefined
  /** When a request last came from another partner than the one before it. */
  let alternatedAt = Number.NEGATIVE_INFINITY

  app.addHook('onRequest', (request, { raw }, next) => {
    const { method, credential, reader } = request
    if (credential && credential.partnerId !== lastPartner) {
      if (lastPartner !== undefined) alternatedAt = performance.now()
      lastPartner = credential.partnerId
    }
    if (method !== 'GET' && method !== 'HEAD') return next()
    if (performance.now() - alternatedAt > activeMs) return next()
    const untilPaused = (hasWaiting: () => boolean) =>
      new Promise<void>((resolve) => {
        const begunAt = performance.now()
        let isCounted = true
        const end = (pausePerMs: number) => {
          if (!isCounted) return
          isCounted = false
          clearTimeout(timer)
          const tookMs = Math.min(performance.now() - begunAt, countedMsMax)
          if (pausePerMs > 0 && hasWaiting()) setTimeout(resolve, tookMs * pausePerMs)
          else resolve()
        }
        const timer = setTimeout(end, countedMsMax, PAUSE_PER_MS)
        raw.once('prefinish', () => end(PAUSE_PER_MS)).once('close', () => end(PAUSE_PER_MS))
        streamed.set(request, () => end(0))
        next()
      })
    queue(reader.id, untilPaused).catch(next)
  })
  app.addHook('onSend', async (request, _, payload) => {
    if (payload instanceof Readable) streamed.get(request)?.()
  })
}
