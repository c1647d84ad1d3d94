import assert from 'node:assert/strict'
import type { Award, Reversal } from '../awards/award.ts'
import { findReversedAwards } from '../awards/award-store.ts'
import type { CoinTransaction } from '../coins/coin-transaction.ts'
import { isOneOf } from '../database/by-partner.ts'
import { type Db, fixedText, type Sql, sql, unionAll } from '../database/database.ts'
import type { LifecycleEventType } from '../ledger/ledger.ts'
import type { Loader } from '../reads/read-batch.ts'
import { EVENT_TYPES, type Event, type EventType } from './event.ts'
import { awardEventData, reversalEventData, transactionEventData } from './event-data.ts'

/** Sequence numbers scanned per call, so that a filter that matches few events still returns quickly. */
const SCANNED_MAX = 10_000n

export type EventPage = { events: Event[]; next: bigint }

export type EventFilter = { after: bigint; types: EventType[] | null; limit: number }

type Numbered = { seq: bigint; createdAt: Date }
type EventRow =
  | (Numbered & Award & { type: `award.${Award['outcome']}` })
  | (Numbered & Omit<Reversal, 'award'> & { awardId: string; type: 'award.reversed' | 'reversal.refused' })
  | (Numbered & CoinTransaction & { type: TransactionEvent })
  | (Numbered & { type: LifecycleEventType; data: unknown })

type TransactionEvent = Extract<
  EventType,
  `coins.${string}` | `${'transfer' | 'refund' | 'adjustment'}.refused`
>

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

/** The table of each type; a filter by type reads only those. */
function sourceOf(type: EventType): Source {
  if (type.startsWith('rule.') || type.startsWith('user.')) return 'lifecycle_events'
  if (type === 'award.reversed' || type === 'reversal.refused') return 'reversals'
  return type.startsWith('award.') ? 'awards' : 'coin_transactions'
}

/** The columns of all events, of which each table has some. */
const COLUMNS = {
  id: 'uuid',
  actor_id: 'bigint',
  user_id: 'uuid',
  coins: 'bigint',
  balance: 'bigint',
  points: 'bigint',
  note: 'text',
  reference: 'text',
  metadata: 'jsonb',
  outcome: 'text',
  reason: 'text',
  rule_id: 'uuid',
  rule_name: 'text',
  rule_version: 'integer',
  units: 'bigint',
  coins_per_unit: 'bigint',
  progress: 'integer',
  progress_needed: 'integer',
  user_awards: 'integer',
  user_awards_max: 'integer',
  user_coins: 'bigint',
  user_coins_max: 'bigint',
  participants: 'integer',
  participants_max: 'integer',
  budget_used: 'bigint',
  coin_budget: 'bigint',
  retry_at: 'timestamptz',
  award_id: 'uuid',
  taken: 'bigint',
  owed: 'bigint',
  written_off: 'bigint',
  remaining: 'bigint',
  kind: 'text',
  is_credit: 'boolean',
  narration: 'text',
  original_id: 'uuid',
  return_id: 'uuid',
  parties: 'jsonb',
  data: 'jsonb',
} as const

type ColumnName = keyof typeof COLUMNS
type Source = 'awards' | 'reversals' | 'coin_transactions' | 'lifecycle_events'

const RECORD: ColumnName[] = [
  'id',
  'actor_id',
  'user_id',
  'coins',
  'balance',
  'points',
  'reference',
  'outcome',
  'reason',
]

/** What each table calls the type of its events, and the columns that it has. */
const TABLES: Record<Source, { type: string; has: ColumnName[] }> = {
  awards: {
    type: "'award.' || outcome",
    has: [
      ...RECORD,
      'note',
      'metadata',
      'rule_id',
      'rule_name',
      'rule_version',
      'units',
      'coins_per_unit',
      'progress',
      'progress_needed',
      'user_awards',
      'user_awards_max',
      'user_coins',
      'user_coins_max',
      'participants',
      'participants_max',
      'budget_used',
      'coin_budget',
      'retry_at',
    ],
  },
  reversals: {
    type: "case outcome when 'reversed' then 'award.reversed' else 'reversal.refused' end",
    has: [...RECORD, 'award_id', 'taken', 'owed', 'written_off', 'remaining', 'return_id'],
  },
  coin_transactions: {
    type: `case
      when outcome = 'refused' then kind || '.refused'
      when kind = 'transfer' then 'coins.transferred'
      when kind = 'refund' then 'coins.refunded'
      when kind = 'adjustment' then 'coins.adjusted'
      else 'coins.settled'
    end`,
    has: [
      ...RECORD,
      'metadata',
      'kind',
      'is_credit',
      'narration',
      'original_id',
      'remaining',
      'return_id',
      'parties',
    ],
  },
  lifecycle_events: { type: 'type', has: ['data'] },
}

/** With the same columns, so that any of them can be joined with `union all`. */
const selectFrom = (source: Source): Sql => {
  const { type, has } = TABLES[source]
  const columns = Object.entries(COLUMNS).map(([name, columnType]) =>
    has.includes(name as ColumnName) ? name : `null::${columnType} as ${name}`,
  )
  return fixedText(
    `select partner_id, seq, ${type} as type, created_at, ${columns.join(', ')} from ${source}`,
  )
}

const SELECT_STORED = {
  awards: selectFrom('awards'),
  reversals: selectFrom('reversals'),
  coin_transactions: selectFrom('coin_transactions'),
  lifecycle_events: selectFrom('lifecycle_events'),
} as const satisfies Record<Source, Sql>

const ALL_COLUMNS = fixedText(
  Object.keys(COLUMNS)
    .map((name) => `e.${name}`)
    .join(', '),
)

/** The union has no conditions inside, so that the database merges the tables by sequence number. */
async function findEvents(
  db: Db,
  partnerId: string,
  filter: EventFilter & { until: bigint; order: Sql },
): Promise<Event[]> {
  const types = filter.types ?? EVENT_TYPES
  const sources = new Set(types.map(sourceOf))
  const stored = Object.entries(SELECT_STORED).flatMap(([source, select]) =>
    sources.has(source as Source) ? [select] : [],
  )
  const finding = db.many<EventRow>(sql`
    select e.seq, e.type, e.created_at, ${ALL_COLUMNS},
      json_build_object('kind', x.kind, 'id', x.subject, 'name', x.name) as actor
    from (
      select *
      from (${unionAll(stored)}) stored
      where partner_id = ${partnerId} and seq > ${filter.after} and seq <= ${filter.until}
        and type = any(${types}::text[])
      order by seq ${filter.order}
      limit ${filter.limit}
    ) e
    left join actors x on x.partner_id = ${partnerId} and x.id = e.actor_id
    order by e.seq ${filter.order}`)
  const [rows, reversed] = await Promise.all([
    finding,
    // In the same round trip: the awards of the first reversals in the range, which hold those of the page.
    sources.has('reversals') ? findReversedAwards(db, partnerId, filter) : [],
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
      case 'transfer.refused':
      case 'refund.refused':
      case 'adjustment.refused':
        return transactionEventData(partnerId, row)
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
