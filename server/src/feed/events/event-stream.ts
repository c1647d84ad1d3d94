import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../../storage/database/database-error.ts'
import type { EventType } from './event.ts'
import { PAGE_SIZE, type PartnerFeed } from './partner-feed.ts'

const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 1_000
/** Clients may reconnect to another process at once; the jitter spreads them. */
const RECONNECT_ELSEWHERE_MS_MAX = 200

/** Why the service ends a stream. */
export const STREAM_ENDS = {
  token_ended: 'The access token has expired or was revoked; connect again with a new one.',
  stopping: 'This process is stopping; connect again.',
  unavailable: 'The database is unavailable; connect again in a moment.',
} as const
export type StreamEnd = keyof typeof STREAM_ENDS

type StreamOptions = {
  feed: Pick<PartnerFeed, 'read' | 'subscribe'>
  after: bigint
  types: EventType[] | null
  /** The pause after new events, so that those of a busy partner are read together. */
  pauseMs: () => number
  /** Ends the stream. Its reason is a `StreamEnd`, or missing when the client disconnected. */
  ending: AbortSignal
  heartbeatMs?: number
}

export type EventStream = {
  /** Server-sent events after `after`. Loads the next page only when the client has read the last. */
  text: AsyncGenerator<string>
  /** Sends a comment when nothing was sent for a while. Call it every second or so. */
  beat(): void
}

/** An idle stream reads nothing: new events and heartbeats wake it. */
export function streamEvents(options: StreamOptions): EventStream {
  const { feed, after, types, pauseMs, ending, heartbeatMs = HEARTBEAT_MS } = options
  const wakeup = createWakeup(ending)
  let sentAt = performance.now()
  const isSilent = () => performance.now() - sentAt >= heartbeatMs

  async function* generateText(): AsyncGenerator<string> {
    const unsubscribe = feed.subscribe(wakeup.set)
    let scanned = after
    let lastSentId = after
    let mayHaveMore = true
    try {
      yield `retry: ${RECONNECT_MS}\n\n`
      while (!ending.aborted) {
        let count = 0
        if (mayHaveMore) {
          wakeup.reset()
          const page = await feed.read(scanned, types)
          if (ending.aborted) break
          mayHaveMore = page.next > scanned
          scanned = page.next
          count = page.count
          if (count > 0) {
            lastSentId = page.lastSeq
            yield page.text
            sentAt = performance.now()
          }
        }
        if (isSilent()) {
          // The id moves past filtered events, so that a reconnect does not scan them again.
          yield lastSentId === scanned ? ':\n\n' : `:\nid: ${scanned}\n\n`
          lastSentId = scanned
          sentAt = performance.now()
        }
        if (!mayHaveMore) mayHaveMore = await wakeup.wait()
        else if (count < PAGE_SIZE) await pause(pauseMs(), ending)
      }
      if (isStreamEnd(ending.reason)) yield endText(ending.reason)
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      yield endText('unavailable')
    } finally {
      unsubscribe()
    }
  }

  return {
    text: generateText(),
    beat() {
      if (isSilent()) wakeup.beat()
    },
  }
}

const pause = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => {})

function endText(reason: StreamEnd): string {
  const retry = reason === 'stopping' ? `retry: ${randomInt(RECONNECT_ELSEWHERE_MS_MAX)}\n` : ''
  return `${retry}event: end\ndata: ${JSON.stringify({ reason, message: STREAM_ENDS[reason] })}\n\n`
}

const isStreamEnd = (reason: unknown): reason is StreamEnd =>
  typeof reason === 'string' && Object.hasOwn(STREAM_ENDS, reason)

/**
 * A resettable event. `wait` resolves to whether it is set: it also returns at a beat and when the stream
 * ends.
 */
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
    beat: () => wake(),
    async wait(): Promise<boolean> {
      if (!isSet && !ending.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return isSet
    },
  }
}
