import type { Db } from '../../storage/database/database.ts'
import { type EventType, USUAL_EVENT_TYPES } from '../events/event.ts'
import { eventData } from '../events/event-data.ts'
import { listEvents } from '../events/event-queries.ts'
import { EVENTS_PER_DELIVERY_MAX, type Payload, payloadOf } from './message.ts'

type PayloadRange = { after: bigint; types: EventType[] | null; until: bigint | null }

export type Payloads = (partnerId: string, range: PayloadRange) => Promise<Payload>

const CACHE_MS = 1_000

/** Caches payloads for a second, so that endpoints at the same cursor share one. */
export function createPayloads(db: Db): Payloads {
  const recent = new Map<string, Promise<Payload>>()
  return (partnerId, range) => {
    const key = [partnerId, range.after, range.until, ...(range.types ?? ['all'])].join(' ')
    const known = recent.get(key)
    if (known) return known
    const built = buildPayload(db, partnerId, range)
    recent.set(key, built)
    setTimeout(() => recent.delete(key), CACHE_MS).unref()
    built.catch(() => recent.delete(key))
    return built
  }
}

export async function buildPayload(
  db: Db,
  partnerId: string,
  { after, types: named, until }: PayloadRange,
): Promise<Payload> {
  const types = named ?? USUAL_EVENT_TYPES
  const { events, next } = await listEvents(db, partnerId, { after, types, limit: EVENTS_PER_DELIVERY_MAX })
  return payloadOf({ events: events.map(eventData), next }, until)
}
