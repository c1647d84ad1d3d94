import type { Db } from '../database/database.ts'
import type { Event, EventType } from '../events/event.ts'
import { listEvents } from '../events/event-queries.ts'
import { eventsBody, type MessageRange } from './message.ts'

export const EVENTS_PER_DELIVERY_MAX = 500

/**
 * The next events after a cursor, and the cursor `to` after them; `sent` is null when the filter passes none.
 */
export type Payload = {
  to: bigint
  sent: (MessageRange & { count: number; body: string; oldestAt: Date }) | null
}

type Wanted = { after: bigint; types: EventType[] | null; until: bigint | null }

export type Payloads = (partnerId: string, wanted: Wanted) => Promise<Payload>

const CACHE_MS = 1_000

/** Caches payloads for a second, so that endpoints at the same cursor share one. */
export function createPayloads(db: Db): Payloads {
  const recent = new Map<string, Promise<Payload>>()
  return (partnerId, wanted) => {
    const key = [partnerId, wanted.after, wanted.until, ...(wanted.types ?? ['all'])].join(' ')
    const known = recent.get(key)
    if (known) return known
    const built = buildPayload(db, partnerId, wanted)
    recent.set(key, built)
    setTimeout(() => recent.delete(key), CACHE_MS).unref()
    built.catch(() => recent.delete(key))
    return built
  }
}

export async function buildPayload(
  db: Db,
  partnerId: string,
  { after, types, until }: Wanted,
): Promise<Payload> {
  const { events, next } = await listEvents(db, partnerId, { after, types, limit: EVENTS_PER_DELIVERY_MAX })
  const wanted = until === null ? events : events.filter(({ seq }) => seq <= until)
  const to = until !== null && until < next ? until : next
  if (wanted.length === 0) return { to, sent: null }
  const [first, last] = [wanted[0] as Event, wanted.at(-1) as Event]
  return {
    to,
    sent: {
      firstSeq: first.seq,
      lastSeq: last.seq,
      count: wanted.length,
      body: eventsBody(wanted),
      oldestAt: first.createdAt,
    },
  }
}
