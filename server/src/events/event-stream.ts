import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../database/database-error.ts'
import type { Event } from './event.ts'
import { eventData } from './event-data.ts'
import type { EventPage } from './event-queries.ts'
import type { EventWatch } from './event-watch.ts'

const PAGE_SIZE = 200
const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 1_000

/** Why the service ends a stream. */
export const STREAM_ENDS = {
  token_ended: 'The access token has expired or was revoked; connect again with a new one.',
  stopping: 'This process is stopping; connect again.',
  unavailable: 'The database is unavailable; connect again in a moment.',
} as const
export type StreamEnd = keyof typeof STREAM_ENDS

type StreamOptions = {
  watch: EventWatch
  partnerId: string
  after: bigint
  /** The next events that pass the filter, at most `limit`. */
  readPage: (after: bigint, limit: number) => Promise<EventPage>
  /** The pause after new events, so that those of a busy partner are read together. */
  pauseMs: () => number
  /** Ends the stream. Its reason is a `StreamEnd`, or missing when the client disconnected. */
  ending: AbortSignal
  heartbeatMs?: number
}

/** Server-sent events after `after`. Loads the next page only when the client has read the last. */
export async function* streamEvents(options: StreamOptions): AsyncGenerator<string> {
  const { watch, partnerId, after, readPage, pauseMs, ending, heartbeatMs = HEARTBEAT_MS } = options
  const wakeup = createWakeup(ending)
  const unsubscribe = watch.subscribe(partnerId, wakeup.set)
  let scanned = after
  let lastSentId = after
  let sentAt = Date.now()
  try {
    yield `retry: ${RECONNECT_MS}\n\n`
    while (!ending.aborted) {
      wakeup.reset()
      const { events, next } = await readPage(scanned, PAGE_SIZE)
      if (ending.aborted) break
      const hasMoved = next > scanned
      scanned = next
      if (events.length > 0) {
        lastSentId = (events.at(-1) as Event).seq
        yield events.map(eventText).join('')
        sentAt = Date.now()
      } else if (Date.now() - sentAt >= heartbeatMs) {
        // The id moves past filtered events, so that a reconnect does not scan them again.
        yield lastSentId === scanned ? ':\n\n' : `:\nid: ${scanned}\n\n`
        lastSentId = scanned
        sentAt = Date.now()
      }
      if (!hasMoved) await wakeup.wait(sentAt + heartbeatMs - Date.now())
      else if (events.length < PAGE_SIZE) await pause(pauseMs(), ending)
    }
    if (isStreamEnd(ending.reason)) yield endText(ending.reason)
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    yield endText('unavailable')
  } finally {
    unsubscribe()
  }
}

const pause = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => {})

const eventText = (event: Event) =>
  `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(eventData(event))}\n\n`

const endText = (reason: StreamEnd) =>
  `event: end\ndata: ${JSON.stringify({ reason, message: STREAM_ENDS[reason] })}\n\n`

const isStreamEnd = (reason: unknown): reason is StreamEnd =>
  typeof reason === 'string' && Object.hasOwn(STREAM_ENDS, reason)

/** A resettable event: `wait` returns when it is set, when the stream ends, or after a time. */
function createWakeup(ending: AbortSignal) {
  let isSet = false
  let wake = () => {}
  ending.addEventListener('abort', () => wake())
  return {
    set: () => {
      isSet = true
      wake()
    },
    reset: () => {
      isSet = false
    },
    async wait(ms: number): Promise<void> {
      if (isSet || ending.aborted) return
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        wake = resolve
        timer = setTimeout(resolve, ms)
      })
      clearTimeout(timer)
    },
  }
}
