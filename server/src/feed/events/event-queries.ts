import assert from 'node:assert/strict'
import { type ActivityEventRow, activityEventData } from '../../programme/activities/activity-data.ts'
import {
  type ActivityDetails,
  findActivityDetails,
  joinActivity,
} from '../../programme/activities/activity-queries.ts'
import type { Award, Reversal } from '../../programme/awards/award.ts'
import { findAwards, findReversedAwards } from '../../programme/awards/award-store.ts'
import type { CoinTransaction } from '../../programme/coins/coin-transaction.ts'
import { PARTIES } from '../../programme/coins/coin-transaction-store.ts'
import { DECISION_SOURCES, type EventSource, eventsFrom } from '../../programme/ledger/event-queries.ts'
import type { LifecycleEventType } from '../../programme/ledger/ledger.ts'
import { ACTOR, joinPersonalData } from '../../programme/ledger/record-store.ts'
import type { Loader } from '../../programme/read-batches/read-batch.ts'
import { type ReturnEventRow, returnEventData } from '../../programme/returns/return-data.ts'
import { isOneOf } from '../../storage/database/by-partner.ts'
import { allOf, type Db, type Sql, sql } from '../../storage/database/database.ts'
import { EVENT_TYPES, type Event, type EventType } from './event.ts'
import { awardEventData, reversalEventData, transactionEventData } from './event-data.ts'

/** Sequence numbers scanned per call, so that a filter that matches few events still returns quickly. */
const SCANNED_MAX = 10_000n

export type EventPage = { events: Event[]; next: bigint }

export type EventFilter = {
  after: bigint
  types: EventType[] | null
  limit: number
  /** Limits the events to decisions on the coins of this user. */
  userId?: string
}

type Numbered = { seq: bigint; createdAt: Date }
type EventRow =
  | (Numbered & Award & { type: `award.${Award['outcome']}`; activityId: string | null })
  | (Numbered & Omit<Reversal, 'award'> & { awardId: string; type: 'award.reversed' | 'reversal.refused' })
  | (Numbered & CoinTransaction & { type: TransactionEvent })
  | (Numbered & ReturnEventRow & { type: 'order.returned' | 'return.refused' })
  | (Numbered & ActivityEventRow & { type: 'activity.recorded' })
  | (Numbered & { type: LifecycleEventType; data: object; shown: object | null })

type TransactionEvent = Extract<
  Exclude<EventType, 'coins.expiring'>,
  `coins.${string}` | `hold.${string}` | `${'transfer' | 'refund' | 'adjustment'}.refused`
>

/** Events in order. `next`, the next `after`, is the last number scanned. */
export async function listEvents(db: Db, partnerId: string, filter: EventFilter): Promise<EventPage> {
  return listEventsUpTo(db, partnerId, filter, await findLastSeq(db, partnerId))
}

/** Numbers are assigned under the ledger's lock, so every event up to the last number is visible. */
async function listEventsUpTo(
  db: Db,
  partnerId: string,
  { after, types, limit, userId }: EventFilter,
  last: bigint,
): Promise<EventPage> {
  if (last <= after) return { events: [], next: after }
  // The events of a user have indexes of their own, so none of the others are scanned.
  const isLong = userId === undefined && last - after > SCANNED_MAX
  const until = isLong ? after + SCANNED_MAX : last
  const range = { after, until, types, limit, ...(userId !== undefined && { userId }) }
  const events = await findEvents(db, partnerId, { ...range, order: sql`asc` })
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

/** A filter by type reads only the tables of its types. */
function sourceOf(type: EventType): EventSource {
  if (type === 'activity.recorded') return 'activity'
  if (type === 'order.returned' || type === 'return.refused') return 'return'
  if (type.startsWith('rule.') || type.startsWith('user.') || type === 'coins.expiring') return 'lifecycle'
  if (type === 'award.reversed' || type === 'reversal.refused') return 'reversal'
  return type.startsWith('award.') ? 'award' : 'transaction'
}

/** What was decided on the coins of a user. A return can touch those of several; its steps name each. */
export const USER_EVENT_TYPES = EVENT_TYPES.filter(
  (type) => !['lifecycle', 'return', 'activity'].includes(sourceOf(type)),
)

const EVENT_COLUMNS = sql`
  e.seq, e.type, e.created_at, e.id, e.user_id, e.coins, e.balance, e.points, e.reference, e.outcome,
  e.reason, e.rule_id, e.rule_name, e.rule_version, e.units, e.coins_per_unit, e.progress, e.progress_needed,
  e.user_awards, e.user_awards_max, e.user_coins, e.user_coins_max, e.participants, e.participants_max,
  e.budget_used, e.coin_budget, e.member_coins, e.member_coins_max, e.retry_at, e.award_id, e.taken, e.owed, e.written_off, e.remaining, e.kind,
  e.is_credit, e.original_id, e.return_id, e.share, e.share_total, e.shortfall, e.data,
  e.available_at, e.expires_at, e.hold_id, e.from_expired`

async function findEvents(
  db: Db,
  partnerId: string,
  filter: EventFilter & { until: bigint; order: Sql },
): Promise<Event[]> {
  const { userId } = filter
  const types = filter.types ?? EVENT_TYPES
  const sources = [...new Set(types.map(sourceOf))]
  const finding = db.many<EventRow>(
    selectEvents(
      partnerId,
      sources,
      allOf(
        sql`seq > ${filter.after} and seq <= ${filter.until} and type = any(${types}::text[])`,
        userId === undefined ? null : sql`user_id = ${userId}`,
      ),
      filter,
    ),
  )
  const [rows, reversed, details] = await Promise.all([
    finding,
    // The same round trip reads the awards of the first reversals in the range, which hold those of the page. So it
    // does with what was told of the first activities.
    sources.includes('reversal') ? findReversedAwards(db, partnerId, filter) : [],
    sources.includes('activity') ? findActivityDetails(db, partnerId, filter) : [],
  ])
  return withData(partnerId, rows, reversed, details)
}

function selectEvents(
  partnerId: string,
  sources: readonly EventSource[],
  condition: Sql,
  { order, limit }: { order: Sql; limit: number },
): Sql {
  return sql`
    select ${EVENT_COLUMNS}, ${PARTIES} as parties, d.note, d.note as narration, d.metadata, d.shown,
      c.activity_id, ${ACTOR} as actor
    from (
      select *
      from ${eventsFrom(sources)} stored
      where partner_id = ${partnerId} and ${condition}
      order by seq ${order}
      limit ${limit}
    ) e
    left join actors x on x.partner_id = ${partnerId} and x.id = e.actor_id
    ${joinPersonalData(sql`${partnerId}`, sql`e.seq`)}
    ${joinActivity(sql`${partnerId}`, sql`e.seq`, sql`e.type in ('award.paid', 'award.counted')`)}
    order by e.seq ${order}`
}

/** Events about one user after a number, in order. */
export async function listEventsAbout(
  db: Db,
  partnerId: string,
  { userId, after, limit }: { userId: string; after: bigint; limit: number },
): Promise<Event[]> {
  const ofUser = (table: Sql) => sql`
    (select seq
    from ${table}
    where partner_id = ${partnerId} and user_id = ${userId} and seq > ${after}
    order by seq
    limit ${limit})`
  const found = await db.many<{ seq: bigint }>(sql`
    ${ofUser(sql`awards`)}
    union
    ${ofUser(sql`reversals`)}
    union
    ${ofUser(sql`coin_transactions`)}
    union
    ${ofUser(sql`activities`)}
    union
    ${ofUser(sql`lifecycle_events`)}
    union
    ${ofUser(sql`personal_data`)}
    order by seq
    limit ${limit}`)
  const seqs = found.map(({ seq }) => seq)
  const condition = sql`seq = any(${seqs}::bigint[])`
  const rows = await db.many<EventRow>(
    selectEvents(partnerId, [...DECISION_SOURCES, 'activity', 'lifecycle'], condition, {
      order: sql`asc`,
      limit,
    }),
  )
  const awardIds = rows.flatMap((row) => ('awardId' in row && row.awardId ? [row.awardId] : []))
  const range = { after, until: seqs.at(-1) ?? after, order: sql`asc`, limit, userId }
  const [awards, details] = await Promise.all([
    findAwards(db, partnerId, awardIds),
    findActivityDetails(db, partnerId, range),
  ])
  return withData(partnerId, rows, awards, details)
}

function withData(
  partnerId: string,
  rows: EventRow[],
  reversed: Award[],
  details: ActivityDetails[],
): Event[] {
  const awards = new Map(reversed.map((award) => [award.id, award]))
  const detailsOf = new Map(details.map((each) => [each.seq, each]))
  const dataOf = (row: EventRow): unknown => {
    switch (row.type) {
      case 'award.paid':
      case 'award.counted':
      case 'award.refused':
        return awardEventData(partnerId, row)
      case 'award.reversed':
      case 'reversal.refused': {
        const award = awards.get(row.awardId)
        assert(award)
        return reversalEventData(partnerId, { ...row, award })
      }
      case 'coins.transferred':
      case 'coins.refunded':
      case 'coins.adjusted':
      case 'coins.settled':
      case 'coins.opened':
      case 'coins.expired':
      case 'coins.held':
      case 'hold.extended':
      case 'hold.released':
      case 'hold.expired':
      case 'hold.refused':
      case 'transfer.refused':
      case 'refund.refused':
      case 'adjustment.refused':
        return transactionEventData(partnerId, row)
      case 'order.returned':
      case 'return.refused':
        return returnEventData(row)
      case 'activity.recorded':
        return activityEventData(partnerId, row, detailsOf.get(row.seq))
      default:
        return { ...row.data, ...row.shown }
    }
  }
  return rows.map((row) => ({
    seq: row.seq,
    type: row.type,
    createdAt: row.createdAt,
    data: dataOf(row),
  }))
}
