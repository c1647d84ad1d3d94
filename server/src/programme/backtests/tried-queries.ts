import { type Db, rowsTable, type Sql, sql } from '../../storage/database/database.ts'
import type { Properties } from '../activities/activity.ts'
import type { StoredRefusal } from '../activities/activity-store.ts'
import type { Coins } from '../ledger/coin.ts'

/** Activities of these types, with numbers above `after` and up to `until`. */
export type ActivityRange = { partnerId: string; types: readonly string[]; after: bigint; until: bigint }

/** The first numbers of each type in an order, which need not be all the first of the range. */
const numbersIn = ({ partnerId, types, after, until }: ActivityRange, order: Sql, limit: number): Sql => sql`
  select found.seq
  from ${rowsTable(
    'given',
    types.map((type) => ({ type })),
    { type: 'text' },
  )}
  cross join lateral (
    select seq
    from activities
    where partner_id = ${partnerId} and type = given.type and seq > ${after} and seq <= ${until}
    order by seq ${order}
    limit ${limit}
  ) found
  order by found.seq ${order}
  limit ${limit}`

/** How many of the newest activities there are, up to a number, and the first of them. */
export async function countNewest(
  db: Db,
  range: ActivityRange,
  limit: number,
): Promise<{ count: number; first: bigint | null }> {
  const row = await db.first<{ count: bigint; first: bigint | null }>(sql`
    select count(*) as count, min(seq) as first
    from (${numbersIn(range, sql`desc`, limit)}) newest`)
  return { count: Number(row?.count ?? 0), first: row?.first ?? null }
}

/** An activity with what its listeners made of it. */
export type RecordedActivity = {
  id: string
  seq: bigint
  lastSeq: bigint
  type: string
  userId: string
  reference: string | null
  occurredAt: Date
  balance: Coins
  points: Coins
  hasProperties: boolean
  properties: Properties | null
  /** Null when no rule listened. */
  listeningId: bigint | null
  outcomes: string | null
  refused: StoredRefusal[] | null
  createdAt: Date
}

/** The next activities of a range, in their order. */
export async function findNext(db: Db, range: ActivityRange, limit: number): Promise<RecordedActivity[]> {
  const numbers = await db.many<{ seq: bigint }>(numbersIn(range, sql`asc`, limit))
  const seqs = numbers.map(({ seq }) => seq)
  return db.many<RecordedActivity>(sql`
    select a.id, a.seq, a.last_seq, a.type, a.user_id, a.reference, a.occurred_at, a.balance, a.points,
      a.has_properties, d.properties, a.listening_id, a.outcomes, a.refused, a.created_at
    from activities a
    left join lateral (
      select properties
      from activity_data
      where partner_id = ${range.partnerId} and seq = a.seq
      limit 1
    ) d on true
    where a.partner_id = ${range.partnerId} and a.seq = any(${seqs}::bigint[])
    order by a.seq`)
}

/** What conditions read of a member, and what shows that it is no longer what it was. */
export type TriedMember = {
  userId: string
  externalId: string | null
  joinedAt: Date
  updatedAt: Date
  erasedAt: Date | null
}

export function findTriedMembers(
  db: Db,
  partnerId: string,
  userIds: readonly string[],
): Promise<TriedMember[]> {
  return db.many<TriedMember>(sql`
    select user_id, external_id, created_at as joined_at, updated_at, erased_at
    from memberships
    where partner_id = ${partnerId} and user_id = any(${userIds}::uuid[])`)
}

export type Listening = { id: bigint; rules: { ruleId: string }[] }

export function findListening(db: Db, partnerId: string, ids: readonly bigint[]): Promise<Listening[]> {
  return db.many<Listening>(sql`
    select id, rules
    from listening_rules
    where partner_id = ${partnerId} and id = any(${ids}::bigint[])`)
}

type EventRange = { partnerId: string; ruleId: string; after: bigint; until: bigint }

/** How many awards of a rule paid or counted, of those with numbers in a range. */
export async function countAwards(db: Db, { partnerId, ruleId, after, until }: EventRange): Promise<number> {
  const row = await db.first<{ awards: bigint }>(sql`
    select count(*) as awards
    from awards
    where partner_id = ${partnerId} and seq > ${after} and seq <= ${until} and rule_id = ${ruleId}
      and outcome <> 'refused'`)
  return Number(row?.awards ?? 0)
}

export async function countReversals(
  db: Db,
  { partnerId, ruleId, after, until }: EventRange,
): Promise<number> {
  const row = await db.first<{ reversals: bigint }>(sql`
    select count(*) as reversals
    from reversals
    where partner_id = ${partnerId} and seq > ${after} and seq <= ${until} and rule_id = ${ruleId}
      and outcome <> 'refused'`)
  return Number(row?.reversals ?? 0)
}

/** Whether a rule got other terms at or after a time. */
export async function hasVersionSince(
  db: Db,
  { partnerId, ruleId }: { partnerId: string; ruleId: string },
  since: Date,
): Promise<boolean> {
  const row = await db.first(sql`
    select 1 as one
    from rule_versions
    where partner_id = ${partnerId} and rule_id = ${ruleId} and version > 1 and created_at >= ${since}
    limit 1`)
  return row !== undefined
}

/** Whether all rules together have a limit for each member, or had another one at or after a time. */
export async function hasMemberLimit(db: Db, partnerId: string, since: Date): Promise<boolean> {
  const row = await db.first(sql`
    select 1 as one
    from ledgers
    where partner_id = ${partnerId} and (member_coins_max is not null or member_limit_since >= ${since})`)
  return row !== undefined
}
