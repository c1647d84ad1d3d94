import assert from 'node:assert/strict'
import type { Award } from '../awards/award.ts'
import { reversalData } from '../awards/award-data.ts'
import { findAwards } from '../awards/award-store.ts'
import { transferData } from '../coins/transaction-data.ts'
import type { Transfer } from '../coins/transfer.ts'
import { type Db, list, sql } from '../database/database.ts'
import type { LifecycleEventType } from '../ledger/ledger.ts'
import { EVENT_TYPES, type Event, type EventType } from './event.ts'
import { awardEventData } from './event-data.ts'

/** How many numbers one call looks at, so that a filter that few events pass still answers at once. */
const LOOKED_AT_MAX = 10_000n

export type EventPage = { events: Event[]; next: bigint }

export type EventFilter = { after: bigint; types: EventType[] | null; limit: number }

type Numbered = { seq: bigint; createdAt: Date }
type Fact =
  | (Numbered & Award & { type: 'award.paid' | 'award.counted' | 'award.refused' })
  | (Numbered & Transfer & { type: 'coins.transferred' })
  | (Numbered & { type: 'award.reversed'; awardId: string })
  | (Numbered & { type: LifecycleEventType; data: unknown })

/** Events in order, and the number up to which all were looked at: the `after` of the next call. */
export async function listEvents(
  db: Db,
  partnerId: string,
  { after, types, limit }: EventFilter,
): Promise<EventPage> {
  // Numbers are given out under the ledger's lock, so all up to the last one that is seen here can be seen.
  const [ledger] = await findLastSeqs(db, [partnerId])
  const last = ledger?.last ?? 0n
  if (last <= after) return { events: [], next: after }
  const until = last - after > LOOKED_AT_MAX ? after + LOOKED_AT_MAX : last
  const facts = await findEvents(db, partnerId, { after, until, types: types ?? [...EVENT_TYPES], limit })
  const events = await withData(db, partnerId, facts)
  return { events, next: events.length < limit ? until : (events.at(-1) as Event).seq }
}

export type EarlierFilter = EventFilter & { before: bigint }

/** Events before a number, the newest first, and the number down to which all were looked at: the `before` of the next call. */
export async function listEarlierEvents(
  db: Db,
  partnerId: string,
  { after, before, types, limit }: EarlierFilter,
): Promise<EventPage> {
  const [ledger] = await findLastSeqs(db, [partnerId])
  const last = ledger?.last ?? 0n
  const until = before <= last ? before - 1n : last
  if (until <= after) return { events: [], next: after + 1n }
  const lowest = until - after > LOOKED_AT_MAX ? until - LOOKED_AT_MAX + 1n : after + 1n
  const first = types
    ? await findFirstOfLast(db, partnerId, { from: lowest, until, types, limit })
    : maxOf(lowest, until - BigInt(limit) + 1n)
  const facts = await findEvents(db, partnerId, {
    after: first - 1n,
    until,
    types: types ?? [...EVENT_TYPES],
    limit,
  })
  const events = (await withData(db, partnerId, facts)).reverse()
  return { events, next: events.length < limit ? lowest : first }
}

const maxOf = (left: bigint, right: bigint) => (left > right ? left : right)

/** Where the last events of these types begin; the end of where to look when there are fewer. */
async function findFirstOfLast(
  db: Db,
  partnerId: string,
  { from, until, types, limit }: { from: bigint; until: bigint; types: EventType[]; limit: number },
): Promise<bigint> {
  const row = await db.first<{ first: bigint | null }>(sql`
    select min(seq) as first
    from (
      select seq
      from events
      where partner_id = ${partnerId} and seq >= ${from} and seq <= ${until} and type = any(${list(types)}::text[])
      order by seq desc
      limit ${limit}
    ) newest`)
  return row?.first ?? from
}

/** How far these partners' ledgers are. */
export async function findLastSeqs(
  db: Db,
  partnerIds: string[],
): Promise<{ partnerId: string; last: bigint }[]> {
  return db.many(sql`
    select partner_id as "partnerId", last_seq as last
    from ledgers
    where partner_id = any(${list(partnerIds)}::uuid[])`)
}

/** Where the events of each type stand, so that only those tables are read. */
const SOURCES: Record<EventType, 'awards' | 'transfers' | 'reversals' | 'lifecycle_events'> = {
  'rule.created': 'lifecycle_events',
  'rule.updated': 'lifecycle_events',
  'user.onboarded': 'lifecycle_events',
  'user.left': 'lifecycle_events',
  'award.counted': 'awards',
  'award.paid': 'awards',
  'award.refused': 'awards',
  'award.reversed': 'reversals',
  'coins.transferred': 'transfers',
}

const sourcesOf = (types: EventType[]) => [...new Set(types.map((type) => SOURCES[type]))]

/** The parts have no condition of their own, so that the database reads the four tables side by side in the order of their events. */
async function findEvents(
  db: Db,
  partnerId: string,
  { after, until, types, limit }: { after: bigint; until: bigint; types: EventType[]; limit: number },
): Promise<Fact[]> {
  return db.many<Fact>(sql`
    select seq, type, created_at as "createdAt", id, user_id as "userId", note, note as narration, coins,
      rule_id as "ruleId", rule_name as "ruleName", outcome, reason, progress, progress_needed as "progressNeeded",
      user_awards as "userAwards", user_awards_max as "userAwardsMax", participants, participants_max as "participantsMax",
      award_id as "awardId", parties, data
    from (
      select 'awards' as source, partner_id, seq, 'award.' || outcome as type, created_at, id, user_id, note, coins,
        rule_id, rule_name, outcome, reason, progress, progress_needed, user_awards, user_awards_max, participants, participants_max,
        null::uuid as award_id, null::jsonb as parties, null::jsonb as data
      from awards
      union all
      select 'transfers', partner_id, seq, 'coins.transferred', created_at, id, user_id, narration, coins,
        null, null, null, null, null, null, null, null, null, null,
        null, parties, null
      from transfers
      union all
      select 'reversals', partner_id, seq, 'award.reversed', created_at, id, user_id, null, coins,
        null, null, null, null, null, null, null, null, null, null,
        award_id, null, null
      from reversals
      union all
      select 'lifecycle_events', partner_id, seq, type, created_at, null, null, null, null,
        null, null, null, null, null, null, null, null, null, null,
        null, null, data
      from lifecycle_events
    ) facts
    where source = any(${list(sourcesOf(types))}::text[])
      and partner_id = ${partnerId} and seq > ${after} and seq <= ${until}
      and type = any(${list(types)}::text[])
    order by seq
    limit ${limit}`)
}

async function withData(db: Db, partnerId: string, facts: Fact[]): Promise<Event[]> {
  const reversedIds = facts.flatMap((fact) => (fact.type === 'award.reversed' ? [fact.awardId] : []))
  const reversed = reversedIds.length > 0 ? await findAwards(db, partnerId, reversedIds) : []
  const awards = new Map(reversed.map((award) => [award.id, award]))
  const dataOf = (fact: Fact): unknown => {
    switch (fact.type) {
      case 'award.paid':
      case 'award.counted':
      case 'award.refused':
        return awardEventData(partnerId, fact)
      case 'award.reversed': {
        const award = awards.get(fact.awardId)
        assert(award)
        return reversalData(partnerId, award)
      }
      case 'coins.transferred':
        return transferData(partnerId, fact)
      default:
        return fact.data
    }
  }
  return facts.map((fact) => ({
    seq: fact.seq,
    type: fact.type,
    createdAt: fact.createdAt,
    data: dataOf(fact),
  }))
}
