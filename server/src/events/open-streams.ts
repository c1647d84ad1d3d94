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
const TOKENS_CHECK_MS = 1_000
/** How long a reader may take for the last lines of a stream that must end. */
const LAST_LINES_MS = 1_000
const RETRY_SECONDS = 5
/** Streams must not take the connections that awards need. */
const READS_AT_ONCE_MAX = 2
const REST_MS_MIN = 50
/** With many streams each rests for longer, so that all together read no more than some hundred times a second. */
const REST_MS_PER_STREAM = 10

type OpenStream = { partnerId: string; isTokenGood: () => Promise<boolean>; end(reason: StreamEnd): void }

type NewStream = {
  partnerId: string
  types: EventType[] | null
  after: bigint
  isTokenGood: () => Promise<boolean>
  response: ServerResponse
}

export type OpenStreams = {
  /** What to answer with; it ends with its token, and with the process. */
  open(stream: NewStream): Readable
  endAll(): void
}

/** The streams of this process. */
export function createOpenStreams({
  database,
  eventWatch,
}: {
  database: Db
  eventWatch: EventWatch
}): OpenStreams {
  const streams = new Set<OpenStream>()
  const inTurn = limitConcurrency(READS_AT_ONCE_MAX)
  let checking: NodeJS.Timeout | undefined

  async function endWithTokens(): Promise<void> {
    for (const stream of streams) {
      // What cannot be told now is asked again in a moment.
      const isGood = await stream.isTokenGood().catch(() => true)
      if (!isGood) stream.end('token_ended')
    }
  }

  function add(stream: OpenStream): void {
    streams.add(stream)
    checking ??= setInterval(() => void endWithTokens(), TOKENS_CHECK_MS)
  }

  function remove(stream: OpenStream): void {
    streams.delete(stream)
    if (streams.size > 0) return
    clearInterval(checking)
    checking = undefined
  }

  return {
    open({ partnerId, types, after, isTokenGood, response }) {
      const others = [...streams].filter((stream) => stream.partnerId === partnerId)
      if (others.length >= STREAMS_PER_PARTNER_MAX)
        throw tooMany(
          `${STREAMS_PER_PARTNER_MAX} streams are open already; close some, or let several readers share one.`,
          RETRY_SECONDS,
        )
      // Whoever left while the request was let in has closed the response already, and it says so only once.
      if (response.closed) return Readable.from([])
      const ending = new AbortController()
      let patience: NodeJS.Timeout | undefined
      const stream: OpenStream = {
        partnerId,
        isTokenGood,
        end(reason) {
          ending.abort(reason)
          patience ??= setTimeout(() => response.destroy(), LAST_LINES_MS)
        },
      }
      add(stream)
      response.once('close', () => {
        remove(stream)
        ending.abort()
        clearTimeout(patience)
      })
      return Readable.from(
        streamEvents({
          watch: eventWatch,
          partnerId,
          after,
          readPage: (from, limit) =>
            inTurn(() => listEvents(database, partnerId, { after: from, types, limit })),
          restMs: () => Math.max(REST_MS_MIN, REST_MS_PER_STREAM * streams.size),
          ending: ending.signal,
        }),
      )
    },
    endAll() {
      for (const stream of streams) stream.end('stopping')
    },
  }
}
