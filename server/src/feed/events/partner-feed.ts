import { eventLagSeconds } from '../../runtime/metrics/metrics.ts'
import { withoutReader } from '../../runtime/process/reader.ts'
import { limitConcurrency } from '../../runtime/queues/concurrency-limit.ts'
import type { Database } from '../../storage/database/database.ts'
import type { Event, EventType } from './event.ts'
import { eventData } from './event-data.ts'
import { type EventPage, listEvents, USER_EVENT_TYPES } from './event-queries.ts'
import type { EventWatch } from './event-watch.ts'

export const PAGE_SIZE = 200

/**
 * The next events that pass a filter, as server-sent events. `lastSeq` is the number of the last of them,
 * `next` the last number scanned.
 */
type StreamPage = { text: string; count: number; lastSeq: bigint; next: bigint }

export type ShowEvent = (event: Event) => object

/** A page for all streams at one position. */
type SharedPage = EventPage & { toStream(): StreamPage }

/** The events of one partner for all its streams in this process. */
export type PartnerFeed = {
  /** Streams at the same position with the same filter share a read. */
  read(after: bigint, types: EventType[] | null): Promise<StreamPage>
  /**
   * The same for the events of one user, as `show` makes them. Users share reads, also at other positions.
   */
  ofUser(userId: string, show: ShowEvent): Pick<PartnerFeed, 'read' | 'subscribe'>
  /** Calls `wake` when there may be new events. */
  subscribe(wake: () => void): () => void
  /** Returns when a read last found new events, on the clock of `performance.now`. */
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
  const reading = new Map<string, Promise<SharedPage>>()
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

  /** The last page of users' events. */
  let usersPage: (EventPage & { after: bigint }) | undefined

  const list = (filter: { after: bigint; types: EventType[] | null; userId?: string }) =>
    oneAtATime(() =>
      limited(() =>
        // Streams wait for each other, and must not wait for other reads of the partner meanwhile.
        withoutReader(() =>
          listEvents(database.forPartner(partnerId), partnerId, { ...filter, limit: PAGE_SIZE }),
        ),
      ),
    )

  async function readPage(after: bigint, types: EventType[] | null): Promise<SharedPage> {
    const { events, next } = await list({ after, types })
    if (next > after) movedAt = performance.now()
    const [first] = events
    // A stream that catches up reads old events, which are not late.
    if (first && head !== undefined && after >= head)
      eventLagSeconds.observe(Math.max(0, Date.now() - first.createdAt.getTime()) / 1_000)
    if (head === undefined || next > head) head = next
    let page: StreamPage | undefined
    return {
      events,
      next,
      toStream: () => {
        page ??= streamPage(events, { after, next }, eventData)
        return page
      },
    }
  }

  function readShared(after: bigint, types: EventType[] | null): Promise<SharedPage> {
    const key = `${after} ${types ?? 'all'}`
    const shared = reading.get(key)
    if (shared) return shared
    const page = readPage(after, types).finally(() => {
      if (reading.get(key) === page) reading.delete(key)
    })
    reading.set(key, page)
    return page
  }

  /** Near the end, one page serves many users. A user who is far behind reads the own events alone. */
  async function readOfUser(after: bigint, userId: string): Promise<EventPage> {
    if (usersPage && usersPage.after <= after && after < usersPage.next) return usersPage
    const isNear = head !== undefined && head - after <= PAGE_SIZE
    const types = USER_EVENT_TYPES
    if (!isNear) {
      const page = await list({ after, types, userId })
      if (head === undefined || page.next > head) head = page.next
      return page
    }
    const page = await readShared(after, types)
    usersPage = { ...page, after }
    return page
  }

  function subscribe(wake: () => void): () => void {
    wakeups.add(wake)
    return () => wakeups.delete(wake)
  }

  return {
    read: async (after, types) => (await readShared(after, types)).toStream(),
    ofUser: (userId, show) => ({
      async read(after) {
        const { events, next } = await readOfUser(after, userId)
        const userEvents = events.filter((event) => event.seq > after && userIdOf(event) === userId)
        return streamPage(userEvents, { after, next }, show)
      },
      subscribe,
    }),
    subscribe,
    movedAt: () => movedAt,
    close: unsubscribe,
  }
}

/** Decisions on coins name their user. */
const userIdOf = ({ data }: Event) => (data as { userId?: string }).userId

function streamPage(
  events: Event[],
  { after, next }: { after: bigint; next: bigint },
  show: ShowEvent,
): StreamPage {
  const text = events.map((event) => eventText(event, show(event))).join('')
  return { text, count: events.length, lastSeq: events.at(-1)?.seq ?? after, next }
}

/** A server-sent event. */
export const eventText = ({ seq, type }: { seq: bigint | number; type: string }, data: object) =>
  `id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`
