import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { tooMany, unavailable } from '../../runtime/failure.ts'
import { eventStreams } from '../../runtime/metrics/metrics.ts'
import { type Poll, poll } from '../../runtime/process/poll.ts'
import { limitConcurrency } from '../../runtime/queues/concurrency-limit.ts'
import type { Database } from '../../storage/database/database.ts'
import type { EventType } from './event.ts'
import { type StreamEnd, streamEvents } from './event-stream.ts'
import type { EventWatch } from './event-watch.ts'
import { openPartnerFeed, type PartnerFeed, type ShowEvent } from './partner-feed.ts'

export const STREAMS_PER_PARTNER_MAX = 100
/** How often tokens are checked, and silent streams are found. */
const TICK_MS = 1_000
/** A token that could not be checked for this many ticks may have been revoked. */
const CHECKS_MISSED_MAX = 10
/** How long a client may take to read the end of a stream. */
const END_GRACE_MS = 1_000
const RETRY_AFTER_SECONDS = 5
/** Streams must not take the connections that awards need. */
const CONCURRENT_READS_MAX = 2
const PAUSE_MS_MIN = 50

export type StreamLimits = {
  perPartnerMax: number
  perUserMax: number
  pauseMsMin: number
}
const PARTNER_STREAMS: StreamLimits = {
  perPartnerMax: STREAMS_PER_PARTNER_MAX,
  perUserMax: Number.POSITIVE_INFINITY,
  pauseMsMin: PAUSE_MS_MIN,
}
/** Limits the streams that users open with their own tokens. */
export const USER_STREAMS = {
  perPartnerMax: 200,
  perUserMax: 5,
  /** Many users of one partner wait for the same events. */
  pauseMsMin: 250,
} as const satisfies StreamLimits
/**
 * The pause grows with the partners that have new events: all together read about a hundred times a second.
 */
const PAUSE_MS_PER_ACTIVE_PARTNER = 10
const ACTIVE_MS = 1_000

type OpenStream = {
  userId: string | undefined
  isTokenValid: () => Promise<boolean>
  isChecking: boolean
  /** Ticks since the token was last found valid. */
  checksMissed: number
  beat(): void
  end(reason: StreamEnd): void
}

/** The open streams of a partner. */
type PartnerStreams = { feed: PartnerFeed; streams: Set<OpenStream> }

export type NewStream = {
  partnerId: string
  types: EventType[] | null
  /** Sends only the events of this user, as `show` makes them. */
  owner?: { userId: string; show: ShowEvent }
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
  streamsMax,
  heartbeatMs,
  tickMs = TICK_MS,
  limits: { perPartnerMax, perUserMax, pauseMsMin } = PARTNER_STREAMS,
}: {
  database: Pick<Database, 'forPartner'>
  eventWatch: EventWatch
  /** Limits the streams of this process. */
  streamsMax: number
  heartbeatMs?: number
  tickMs?: number
  limits?: StreamLimits
}): StreamRegistry {
  const partners = new Map<string, PartnerStreams>()
  const limited = limitConcurrency(CONCURRENT_READS_MAX)
  let count = 0
  let ticking: Poll | undefined
  eventStreams.sample(() => count)

  async function tick(): Promise<void> {
    const open = [...partners.values()].flatMap(({ streams }) => [...streams])
    for (const stream of open) stream.beat()
    // No heartbeat waits for the database, so these are not awaited. The checks of a tick begin together and
    // share one read of the revocations.
    for (const stream of open) void checkToken(stream)
  }

  async function checkToken(stream: OpenStream): Promise<void> {
    if (stream.checksMissed >= CHECKS_MISSED_MAX) return stream.end('unavailable')
    stream.checksMissed += 1
    if (stream.isChecking) return
    stream.isChecking = true
    try {
      if (await stream.isTokenValid()) stream.checksMissed = 0
      else stream.end('token_ended')
    } catch {
      // The next tick checks again.
    } finally {
      stream.isChecking = false
    }
  }

  function pauseMs(): number {
    const since = performance.now() - ACTIVE_MS
    const active = [...partners.values()].filter(({ feed }) => feed.movedAt() > since)
    return Math.max(pauseMsMin, PAUSE_MS_PER_ACTIVE_PARTNER * active.length)
  }

  function streamsOf(partnerId: string): PartnerStreams {
    const known = partners.get(partnerId)
    if (known) return known
    const feed = openPartnerFeed({ database, eventWatch, limited }, partnerId)
    const opened = { feed, streams: new Set<OpenStream>() }
    partners.set(partnerId, opened)
    return opened
  }

  function add(partnerId: string, stream: OpenStream): void {
    streamsOf(partnerId).streams.add(stream)
    count += 1
    ticking ??= poll(tickMs, tick)
  }

  function remove(partnerId: string, stream: OpenStream): void {
    const { feed, streams } = streamsOf(partnerId)
    streams.delete(stream)
    count -= 1
    if (streams.size === 0) {
      feed.close()
      partners.delete(partnerId)
    }
    if (count > 0) return
    void ticking?.stop()
    ticking = undefined
  }

  function refuseTooMany(partnerId: string, userId: string | undefined): void {
    const streams = [...(partners.get(partnerId)?.streams ?? [])]
    const ofUser = userId === undefined ? 0 : streams.filter((stream) => stream.userId === userId).length
    const isFull = streams.length >= perPartnerMax
    if (isFull || ofUser >= perUserMax)
      throw tooMany(
        `${isFull ? perPartnerMax : perUserMax} streams are open already; close some, or let several readers share one.`,
        RETRY_AFTER_SECONDS,
      )
    if (count >= streamsMax)
      throw unavailable(
        'This process has as many streams as it can; try again in a moment.',
        RETRY_AFTER_SECONDS,
      )
  }

  return {
    open({ partnerId, types, owner, after, isTokenValid, response }) {
      refuseTooMany(partnerId, owner?.userId)
      // A client that disconnected during authorization has already closed the response; no event follows.
      if (response.closed) return Readable.from([])
      const ending = new AbortController()
      const { feed } = streamsOf(partnerId)
      const { text, beat } = streamEvents({
        feed: owner ? feed.ofUser(owner.userId, owner.show) : feed,
        after,
        types,
        pauseMs,
        ending: ending.signal,
        ...(heartbeatMs !== undefined && { heartbeatMs }),
      })
      let graceTimer: NodeJS.Timeout | undefined
      const stream: OpenStream = {
        userId: owner?.userId,
        isTokenValid,
        isChecking: false,
        checksMissed: 0,
        beat,
        end(reason) {
          ending.abort(reason)
          graceTimer ??= setTimeout(() => response.destroy(), END_GRACE_MS)
        },
      }
      add(partnerId, stream)
      response.once('close', () => {
        remove(partnerId, stream)
        ending.abort()
        clearTimeout(graceTimer)
      })
      return Readable.from(text)
    },
    endAll() {
      for (const { streams } of partners.values()) for (const stream of streams) stream.end('stopping')
    },
  }
}
