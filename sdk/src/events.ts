import type { CallOptions, Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import type { EventsResource } from './resources.ts'
import { mayRetry, pause, pauseBeforeRetry } from './retry.ts'
import type { Event, EventType } from './schemas.ts'
import { readBlocks } from './server-sent-events.ts'
import type { Send } from './transport.ts'

interface Position extends CallOptions {
  /** The number of the last event that you have handled; 0 unless given, which is from the first event on. */
  after?: number
  /** Is called with the number up to which every event was given to you. Keep it, to go on from there. */
  onCursor?: (seq: number) => void
}

export interface FollowOptions extends Position {
  /** Limits the events to these types. */
  types?: EventType[]
}

export interface EventFollowing {
  /**
   * Every event from `after` on, and then each new one as it happens, over one connection. After a break it
   * connects again and goes on where it was, without a gap and without a repetition. Ends when the loop is left
   * or the signal aborted; throws only what another try cannot change, such as a missing scope.
   */
  stream(options?: StreamOptions): AsyncGenerator<Event, void>
  /** Like `stream`, but asks every few seconds; use it where a connection cannot stay open. */
  follow(options?: PollOptions): AsyncGenerator<Event, void>
}

interface Silence {
  /** Connects again after this long without a sign of life; 45 seconds unless given. The service sends one every 15. */
  silenceMs?: number
}

export interface StreamOptions extends FollowOptions, Silence {}
export interface OwnStreamOptions extends Position, Silence {}

export interface PollOptions extends FollowOptions {
  /** The pause when there is no new event; 2 seconds unless given. */
  pollMs?: number
}

const SILENCE_MS = 45_000
const POLL_MS = 2_000
const PAGE_SIZE = 1_000

export function createFollowing(send: Send, events: EventsResource): EventFollowing {
  return {
    stream: ({ types, ...options } = {}) =>
      streamOf<Event>(send, OPERATIONS['events.stream'], { types: types?.join() }, options),

    async *follow({ after = 0, types, onCursor, pollMs = POLL_MS, ...options } = {}) {
      const { signal } = options
      let cursor = after
      let failures = 0
      while (!signal?.aborted) {
        try {
          const query = { after: cursor, limit: PAGE_SIZE, ...(types && { types: types.join() }) }
          const page = await events.list(query, options)
          failures = 0
          yield* page.events
          if (page.next === cursor) await pause(pollMs, signal)
          else onCursor?.(page.next)
          cursor = page.next
        } catch (error) {
          if (signal?.aborted) return
          if (!mayRetry(error, true)) throw error
          await pauseBeforeRetry(failures, signal, error.retryAfterSeconds).catch(() => {})
          failures += 1
        }
      }
    },
  }
}

/** Every event of a stream, over as many connections as it takes. */
export async function* streamOf<Of>(
  send: Send,
  operation: Operation,
  query: Record<string, unknown>,
  { after = 0, onCursor, silenceMs = SILENCE_MS, ...options }: OwnStreamOptions,
): AsyncGenerator<Of, void> {
  const { signal } = options
  const headers = { ...options.headers, accept: 'text/event-stream' }
  let cursor = after
  let failures = 0
  while (!signal?.aborted) {
    let waitMs = 0
    try {
      const call = { query: { ...query, after: cursor }, options: { ...options, headers, retries: 0 } }
      const { body } = await send(operation, call, (response) => response)
      for await (const { id, event, data, retry } of readBlocks(body, silenceMs)) {
        failures = 0
        waitMs = retry ?? waitMs
        if (data && event !== 'end') yield JSON.parse(data) as Of
        if (id !== undefined) {
          cursor = Number(id)
          onCursor?.(cursor)
        }
      }
    } catch (error) {
      if (signal?.aborted) return
      if (!mayRetry(error, true)) throw error
      waitMs = Math.max(waitMs, (error.retryAfterSeconds ?? 0) * 1000)
    }
    await pauseBeforeRetry(failures, signal, waitMs / 1000).catch(() => {})
    failures += 1
  }
}
