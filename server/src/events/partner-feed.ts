import type { Database } from '../database/database.ts'
import { eventLagSeconds } from '../metrics/metrics.ts'
import { limitConcurrency } from '../process/concurrency-limit.ts'
import type { Event, EventType } from './event.ts'
import { eventData } from './event-data.ts'
import { listEvents } from './event-queries.ts'
import type { EventWatch } from './event-watch.ts'

export const PAGE_SIZE = 200

/**
 * The next events that pass a filter, as server-sent events. `lastSeq` is the number of the last of them,
 * `next` the last number scanned.
 */
type StreamPage = { text: string; count: number; lastSeq: bigint; next: bigint }

/** The events of one partner for all its streams in this process. */
export type PartnerFeed = {
  /** Streams at the same position with the same filter share a read. */
  read(after: bigint, types: EventType[] | null): Promise<StreamPage>
  /** Calls `wake` when there may be new events. */
  subscribe(wake: () => void): () => void
  /** When a read last found that there was more, on the clock of `performance.now`. */
  movedAt(): number
  close(): void
}

type FeedServices = {
  database: Pick<Database, 'forPartner'>
  eventWatch: EventWatch
  /** Limits the reads of all feeds. */
  limited: ReturnType<typeof limitConcurrency>
}

export function openPartnerFeed(
  { database, eventWatch, limited }: FeedServices,
  partnerId: string,
): PartnerFeed {
  const reading = new Map<string, Promise<StreamPage>>()
  const wakeups = new Set<() => void>()
  // One read at a time for each feed: however many streams a partner has, others wait for one of its reads.
  const oneAtATime = limitConcurrency(1)
  let movedAt = Number.NEGATIVE_INFINITY
  /** How far the furthest stream has read. */
  let head: bigint | undefined
  const unsubscribe = eventWatch.subscribe(partnerId, () => {
    // A read in progress may have begun before the new event was there.
    reading.clear()
    for (const wake of wakeups) wake()
  })

  async function readPage(after: bigint, types: EventType[] | null): Promise<StreamPage> {
    const { events, next } = await oneAtATime(() =>
      limited(() =>
        listEvents(database.forPartner(partnerId), partnerId, { after, types, limit: PAGE_SIZE }),
      ),
    )
    if (next > after) movedAt = performance.now()
    const [first] = events
    // A stream that catches up reads old events, which are not late.
    if (first && head !== undefined && after >= head)
      eventLagSeconds.observe(Math.max(0, Date.now() - first.createdAt.getTime()) / 1_000)
    if (head === undefined || next > head) head = next
    const lastSeq = events.at(-1)?.seq ?? after
    return { text: events.map(eventText).join(''), count: events.length, lastSeq, next }
  }

  return {
    read(after, types) {
      const key = `${after} ${types ?? 'all'}`
      const shared = reading.get(key)
      if (shared) return shared
      const page = readPage(after, types).finally(() => {
        if (reading.get(key) === page) reading.delete(key)
      })
      reading.set(key, page)
      return page
    },
    subscribe(wake) {
      wakeups.add(wake)
      return () => wakeups.delete(wake)
    },
    movedAt: () => movedAt,
    close: unsubscribe,
  }
}

const eventText = (event: Event) =>
  `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(eventData(event))}\n\n`
