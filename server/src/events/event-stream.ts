import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../database/database-error.ts'
import type { Event } from './event.ts'
import { eventData } from './event-data.ts'
import type { EventPage } from './event-queries.ts'
import type { EventWatch } from './event-watch.ts'

const PAGE_SIZE = 200
const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 1_000

/** Why a stream ends that the reader did not close. */
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
  /** How long to rest when new events came, so that those of a busy partner are read together. */
  restMs: () => number
  /** Aborted, with a `StreamEnd` as its reason, when the stream must end; without one when nobody reads it any more. */
  ending: AbortSignal
  heartbeatMs?: number
}

/** Server-sent events from `after` on, page by page as they are read: what nobody takes is not loaded. */
export async function* streamEvents(options: StreamOptions): AsyncGenerator<string> {
  const { watch, partnerId, after, readPage, restMs, ending, heartbeatMs = HEARTBEAT_MS } = options
  const bell = createBell(ending)
  const unsubscribe = watch.subscribe(partnerId, bell.ring)
  // How far was looked, and how far the reader knows.
  let [seen, told] = [after, after]
  let sentAt = Date.now()
  try {
    yield `retry: ${RECONNECT_MS}\n\n`
    while (!ending.aborted) {
      bell.silence()
      const { events, next } = await readPage(seen, PAGE_SIZE)
      if (ending.aborted) break
      const hasMoved = next > seen
      seen = next
      if (events.length > 0) {
        told = (events.at(-1) as Event).seq
        yield events.map(written).join('')
        sentAt = Date.now()
      } else if (Date.now() - sentAt >= heartbeatMs) {
        // Takes the reader past what the filter left out, so that it is not looked at again after a reconnect.
        yield told === seen ? ':\n\n' : `:\nid: ${seen}\n\n`
        told = seen
        sentAt = Date.now()
      }
      if (!hasMoved) await bell.wait(sentAt + heartbeatMs - Date.now())
      else if (events.length < PAGE_SIZE) await restUnless(ending, restMs())
    }
    if (isStreamEnd(ending.reason)) yield ended(ending.reason)
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    yield ended('unavailable')
  } finally {
    unsubscribe()
  }
}

const restUnless = (ending: AbortSignal, ms: number) =>
  delay(ms, undefined, { signal: ending }).catch(() => {})

const written = (event: Event) =>
  `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(eventData(event))}\n\n`

const ended = (reason: StreamEnd) =>
  `event: end\ndata: ${JSON.stringify({ reason, message: STREAM_ENDS[reason] })}\n\n`

const isStreamEnd = (reason: unknown): reason is StreamEnd =>
  typeof reason === 'string' && Object.hasOwn(STREAM_ENDS, reason)

/** Rings when there may be new events; whoever waits for it also hears that the stream ends. */
function createBell(ending: AbortSignal) {
  let hasRung = false
  let hear = () => {}
  ending.addEventListener('abort', () => hear())
  return {
    ring: () => {
      hasRung = true
      hear()
    },
    silence: () => {
      hasRung = false
    },
    async wait(ms: number): Promise<void> {
      if (hasRung || ending.aborted) return
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        hear = resolve
        timer = setTimeout(resolve, ms)
      })
      clearTimeout(timer)
    },
  }
}
