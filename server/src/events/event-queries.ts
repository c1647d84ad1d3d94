import assert from 'node:assert/strict'
import type { Award } from '../awards/award.ts'
import { reversalData } from '../awards/award-data.ts'
import { findReversedAwards } from '../awards/award-store.ts'
import { transferData } from '../coins/transaction-data.ts'
import type { Transfer } from '../coins/transfer.ts'
import { isOneOf } from '../database/by-partner.ts'
import { type Db, type Sql, sql, unionAll } from '../database/database.ts'
import type { LifecycleEventType } from '../ledger/ledger.ts'
import type { Loader } from '../reads/read-batch.ts'
import { EVENT_TYPES, type Event, type EventType } from './event.ts'
import { awardEventData } from './event-data.ts'

/** Sequence numbers scanned per call, so that a filter that matches few events still returns quickly. */
const SCANNED_MAX = 10_000n

export type EventPage = { events: Event[]; next: bigint }

export type EventFilter = { after: bigint; types: EventType[] | null; limit: number }

type Numbered = { seq: bigint; createdAt: Date }
type EventRow =
  | (Numbered & Award & { type: 'award.paid' | 'award.counted' | 'award.refused' })
  | (Numbered & Transfer & { type: 'coins.transferred' })
  | (Numbered & { type: 'award.reversed'; awardId: string })
  | (Numbered & { type: LifecycleEventType; data: unknown })

/** Events in order. `next`, the next `after`, is the last number scanned. */
export async function listEvents(db: Db, partnerId: string, filter: EventFilter): Promise<EventPage> {
  return listEventsUpTo(db, partnerId, filter, await findLastSeq(db, partnerId))
}

/** Numbers are assigned under the ledger's lock, so every event up to the last number is visible. */
async function listEventsUpTo(
  db: Db,
  partnerId: string,
  { after, types, limit }: EventFilter,
  last: bigint,
): Promise<EventPage> {
  if (last <= after) return { events: [], next: after }
  const until = last - after > SCANNED_MAX ? after + SCANNED_MAX : last
  const events = await findEvents(db, partnerId, { after, until, types, limit, order: sql`asc` })
  return { events, next: events.length < limit ? until : (events.at(-1) as Event).seq }
}

type EventsAsked = EventFilter & { before: bigint | null; last: bigint }

/** A page of events up to `last`; with `before`, those before it, newest first. */
export const EVENTS: Loader<EventsAsked, EventPage> = {
  idOf: ({ after, before, types, limit }) => `${after} ${before} ${types} ${limit}`,
  load: (db, partnerId, pages) =>
    Promise.all(
      pages.map(({ before, last, ...filter }) =>
        before === null
          ? listEventsUpTo(db, partnerId, filter, last)
          : listEarlierEvents(db, partnerId, { ...filter, before }, last),
      ),
    ),
}

/** Events before a number, newest first. `next`, the next `before`, is the lowest number scanned. */
async function listEarlierEvents(
  db: Db,
  partnerId: string,
  { after, before, types, limit }: EventFilter & { before: bigint },
  last: bigint,
): Promise<EventPage> {
  const until = before <= last ? before - 1n : last
  if (until <= after) return { events: [], next: after + 1n }
  const lowest = until - after > SCANNED_MAX ? until - SCANNED_MAX + 1n : after + 1n
  const range = { after: lowest - 1n, until }
  const events = await findEvents(db, partnerId, { ...range, types, limit, order: sql`desc` })
  return { events, next: events.length < limit ? lowest : (events.at(-1) as Event).seq }
}

export async function findLastSeq(db: Db, partnerId: string): Promise<bigint> {
  const [ledger] = await findLastSeqs(db, [partnerId])
  return ledger?.last ?? 0n
}

export async function findLastSeqs(
  db: Db,
  partnerIds: string[],
): Promise<{ partnerId: string; last: bigint }[]> {
  return db.many(sql`
    select partner_id, last_seq as last
    from ledgers
    where ${isOneOf(sql`partner_id`, partnerIds)}`)
}

type Source = 'awards' | 'transfers' | 'reversals' | 'lifecycle_events'

/** The table of each type; a filter by type reads only those. */
const SOURCES: Record<EventType, Source> = {
  'rule.created': 'lifecycle_events',
  'rule.updated': 'lifecycle_events',
  'user.onboarded': 'lifecycle_events',
  'user.left': 'lifecycle_events',
  'user.claimed': 'lifecycle_events',
  'award.counted': 'awards',
  'award.paid': 'awards',
  'award.refused': 'awards',
  'award.reversed': 'reversals',
  'coins.transferred': 'transfers',
}

/** With the same columns, so that any of them can be joined with `union all`. */
const SELECT_STORED: Record<Source, Sql> = {
  awards: sql`
    select partner_id, seq, 'award.' || outcome as type, created_at, id, user_id,
      note, coins, rule_id, rule_name, outcome, reason, progress, progress_needed, user_awards, user_awards_max,
      participants, participants_max, null::uuid as award_id, null::jsonb as parties, null::jsonb as data
    from awards`,
  transfers: sql`
    select partner_id, seq, 'coins.transferred' as type, created_at, id, user_id,
      narration as note, coins, null::uuid as rule_id, null as rule_name, null as outcome, null as reason,
      null::integer as progress, null::integer as progress_needed, null::integer as user_awards,
      null::integer as user_awards_max, null::integer as participants, null::integer as participants_max,
      null::uuid as award_id, parties, null::jsonb as data
    from transfers`,
  reversals: sql`
    select partner_id, seq, 'award.reversed' as type, created_at, id, user_id,
      null as note, coins, null::uuid as rule_id, null as rule_name, null as outcome, null as reason,
      null::integer as progress, null::integer as progress_needed, null::integer as user_awards,
      null::integer as user_awards_max, null::integer as participants, null::integer as participants_max,
      award_id, null::jsonb as parties, null::jsonb as data
    from reversals`,
  lifecycle_events: sql`
    select partner_id, seq, type, created_at, null::uuid as id, null::uuid as user_id,
      null as note, null::bigint as coins, null::uuid as rule_id, null as rule_name, null as outcome,
      null as reason, null::integer as progress, null::integer as progress_needed, null::integer as user_awards,
      null::integer as user_awards_max, null::integer as participants, null::integer as participants_max,
      null::uuid as award_id, null::jsonb as parties, data
    from lifecycle_events`,
}

/** The union has no conditions inside, so that the database merges the tables by sequence number. */
async function findEvents(
  db: Db,
  partnerId: string,
  filter: EventFilter & { until: bigint; order: Sql },
): Promise<Event[]> {
  const types = filter.types ?? EVENT_TYPES
  const sources = new Set(types.map((type) => SOURCES[type]))
  const finding = db.many<EventRow>(sql`
    select seq, type, created_at, id, user_id, note, note as narration, coins, rule_id, rule_name,
      outcome, reason, progress, progress_needed, user_awards, user_awards_max,
      participants, participants_max, award_id, parties, data
    from (${unionAll(Object.entries(SELECT_STORED).flatMap(([source, select]) => (sources.has(source as Source) ? [select] : [])))}) stored
    where partner_id = ${partnerId} and seq > ${filter.after} and seq <= ${filter.until}
      and type = any(${types}::text[])
    order by seq ${filter.order}
    limit ${filter.limit}`)
  const [rows, reversed] = await Promise.all([
    finding,
    // In the same round trip: the awards of the first reversals in the range, which hold those of the page.
    types.includes('award.reversed') ? findReversedAwards(db, partnerId, filter) : [],
  ])
  return withData(partnerId, rows, reversed)
}

function withData(partnerId: string, rows: EventRow[], reversed: Award[]): Event[] {
  const awards = new Map(reversed.map((award) => [award.id, award]))
  const dataOf = (row: EventRow): unknown => {
    switch (row.type) {
      case 'award.paid':
      case 'award.counted':
      case 'award.refused':
        return awardEventData(partnerId, row)
      case 'award.reversed': {
        const award = awards.get(row.awardId)
        assert(award)
        return reversalData(partnerId, award)
      }
      case 'coins.transferred':
        return transferData(partnerId, row)
      default:
        return row.data
    }
  }
  return rows.map((row) => ({
    seq: row.seq,
    type: row.type,
    createdAt: row.createdAt,
    data: dataOf(row),
  }))
}
