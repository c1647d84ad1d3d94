import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Db } from '../database/database.ts'
import { tooMany } from '../http/failure.ts'
import { limitConcurrency } from '../process/concurrency-limit.ts'
import type { EventType } from './event.ts'
import { listEvents } from './event-queries.ts'
import { type StreamEnd, streamEvents } from './event-stream.ts'
import type { EventWatch } from './event-watch.ts'

export const STREAMS_PER_PARTNER_MAX = 100
const TOKEN_CHECK_MS = 1_000
/** How long a client may take to read the end of a stream. */
const END_GRACE_MS = 1_000
const RETRY_AFTER_SECONDS = 5
/** Streams must not take the connections that awards need. */
const CONCURRENT_READS_MAX = 2
const PAUSE_MS_MIN = 50
/** The pause grows with the streams, so that all together read at most about a hundred times a second. */
const PAUSE_MS_PER_STREAM = 10

type OpenStream = { partnerId: string; isTokenValid: () => Promise<boolean>; end(reason: StreamEnd): void }

type NewStream = {
  partnerId: string
  types: EventType[] | null
  after: bigint
  isTokenValid: () => Promise<boolean>
  response: ServerResponse
}

export type StreamRegistry = {
  /** Returns the response body. It ends with its token, and with the process. */
  open(stream: NewStream): Readable
  endAll(): void
}

export function createStreamRegistry({
  database,
  eventWatch,
}: {
  database: Db
  eventWatch: EventWatch
}): StreamRegistry {
  const streams = new Set<OpenStream>()
  const limited = limitConcurrency(CONCURRENT_READS_MAX)
  let checking: NodeJS.Timeout | undefined

  async function endExpired(): Promise<void> {
    for (const stream of streams) {
      // A failed check is repeated at the next interval.
      const isValid = await stream.isTokenValid().catch(() => true)
      if (!isValid) stream.end('token_ended')
    }
  }

  function add(stream: OpenStream): void {
    streams.add(stream)
    checking ??= setInterval(() => void endExpired(), TOKEN_CHECK_MS)
  }

  function remove(stream: OpenStream): void {
    streams.delete(stream)
    if (streams.size > 0) return
    clearInterval(checking)
    checking = undefined
  }

  return {
    open({ partnerId, types, after, isTokenValid, response }) {
      const others = [...streams].filter((stream) => stream.partnerId === partnerId)
      if (others.length >= STREAMS_PER_PARTNER_MAX)
        throw tooMany(
          `${STREAMS_PER_PARTNER_MAX} streams are open already; close some, or let several readers share one.`,
          RETRY_AFTER_SECONDS,
        )
      // A client that disconnected during authorization has already closed the response; no event follows.
      if (response.closed) return Readable.from([])
      const ending = new AbortController()
      let graceTimer: NodeJS.Timeout | undefined
      const stream: OpenStream = {
        partnerId,
        isTokenValid,
        end(reason) {
          ending.abort(reason)
          graceTimer ??= setTimeout(() => response.destroy(), END_GRACE_MS)
        },
      }
      add(stream)
      response.once('close', () => {
        remove(stream)
        ending.abort()
        clearTimeout(graceTimer)
      })
      return Readable.from(
        streamEvents({
          watch: eventWatch,
          partnerId,
          after,
          readPage: (from, limit) =>
            limited(() => listEvents(database, partnerId, { after: from, types, limit })),
          pauseMs: () => Math.max(PAUSE_MS_MIN, PAUSE_MS_PER_STREAM * streams.size),
          ending: ending.signal,
        }),
      )
    },
    endAll() {
      for (const stream of streams) stream.end('stopping')
    },
  }
}
