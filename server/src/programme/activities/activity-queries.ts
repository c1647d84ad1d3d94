import { rowsOf } from '../../storage/database/by-partner.ts'
import { allOf, type Db, type Sql, sql } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import { findSeqRange } from '../ledger/event-queries.ts'
import type { Activity } from './activity.ts'
import { withAwards } from './activity-part.ts'
import {
  type ActivityRow,
  activityOf,
  type FoundActivity,
  findActivities,
  findAwardsOfActivities,
  selectActivities,
} from './activity-store.ts'

/** Activities scanned per call, so that a filter that matches few still returns quickly. */
export const SCANNED_MAX = 10_000

/** What listed activities have in common; null for what may be anything. */
export type ActivityFilter = {
  type: string | null
  userId: string | null
  reference: string | null
  from: Date | null
  to: Date | null
}

type ListedActivity = FoundActivity & { coins: Coins }
type ActivityPage = { activities: ListedActivity[]; next: bigint | null }

/** Activities, newest first. `next`, the next `before`, is the last number scanned; null when all were. */
export async function listActivities(
  db: Db,
  partnerId: string,
  { before, limit, ...filter }: ActivityFilter & { before: bigint | null; limit: number },
): Promise<ActivityPage> {
  const { type, userId, reference } = filter
  const { after, until } = await findSeqRange(db, partnerId, filter)
  const byIndex = allOf(
    sql`partner_id = ${partnerId}`,
    reference === null ? null : sql`reference = ${reference}`,
    userId === null || reference !== null ? null : sql`user_id = ${userId}`,
    type === null || userId !== null || reference !== null ? null : sql`type = ${type}`,
    sql`seq > ${after}`,
    until === null ? null : sql`seq <= ${until}`,
    before === null ? null : sql`seq < ${before}`,
  )
  const rows = await db.many<{ seq: bigint; isMatch: boolean; isLast: boolean }>(sql`
    select seq, is_match, is_last
    from (
      select seq, row_number() over (order by seq desc) = ${SCANNED_MAX} as is_last,
        (${userId}::uuid is null or user_id = ${userId}) and (${type}::text is null or type = ${type}) as is_match
      from (
        select seq, user_id, type
        from activities
        where ${byIndex}
        order by seq desc
        limit ${SCANNED_MAX}
      ) scanned
    ) numbered
    where is_match or is_last
    order by seq desc
    limit ${limit + 1}`)
  const found = rows.filter(({ isMatch }) => isMatch).map(({ seq }) => seq)
  const seqs = found.slice(0, limit)
  const last = rows.find(({ isLast }) => isLast)?.seq ?? null
  return {
    activities: await readActivities(db, partnerId, seqs),
    next: found.length > limit ? (seqs.at(-1) ?? null) : last,
  }
}

async function readActivities(db: Db, partnerId: string, seqs: readonly bigint[]): Promise<ListedActivity[]> {
  if (seqs.length === 0) return []
  const rows = await db.many<ActivityRow & { coins: string }>(sql`
    select found.*, (
      select coalesce(sum(w.coins), 0)
      from awards w
      where w.partner_id = ${partnerId} and w.seq > found.seq and w.seq <= found.last_seq
    ) as coins
    from (${selectActivities(sql`${partnerId}::uuid`)} and a.seq = any(${seqs}::bigint[])) found
    order by found.seq desc`)
  return rows.map(({ coins, ...row }) => ({ ...activityOf(row), coins: BigInt(coins) }))
}

/** What was told of an activity, as long as it is kept. */
export type ActivityDetails = { seq: bigint } & Pick<Activity, 'properties' | 'metadata'>

/** What was told of the first activities in a range of sequence numbers. */
export function findActivityDetails(
  db: Db,
  partnerId: string,
  {
    after,
    until,
    order,
    limit,
    userId,
  }: { after: bigint; until: bigint; order: Sql; limit: number; userId?: string },
): Promise<ActivityDetails[]> {
  const inRange = sql`partner_id = ${partnerId} and seq > ${after} and seq <= ${until}`
  const ofUser =
    userId === undefined
      ? null
      : sql`seq = any(array(
          select seq
          from activities
          where ${inRange} and user_id = ${userId}
          order by seq ${order}
          limit ${limit}
        ))`
  return db.many<ActivityDetails>(sql`
    select seq, properties, metadata
    from activity_data
    where ${allOf(inRange, ofUser)}
    order by seq ${order}
    limit ${limit}`)
}

/** An activity with its awards. */
export async function findActivity(db: Db, partnerId: string, id: string): Promise<Activity | undefined> {
  const ids = new Map([[partnerId, [id]]])
  const [activities, awards] = await Promise.all([findActivities(db, ids), findAwardsOfActivities(db, ids)])
  return withAwards(rowsOf(activities, partnerId), rowsOf(awards, partnerId))[0]
}
