import { type Db, sql } from '../../storage/database/database.ts'
import type { Properties } from './activity.ts'

/** A type that activities or rules have, with the time of its latest activity. */
export type ListedType = { type: string; lastAt: Date | null }

/** Types after one, in their order; with `only`, that one. */
export function listActivityTypes(
  db: Db,
  partnerId: string,
  { after, only, limit }: { after: string | null; only: string | null; limit: number },
): Promise<ListedType[]> {
  return db.many<ListedType>(sql`
    select t.type, (
      select a.created_at
      from activities a
      where a.partner_id = ${partnerId} and a.type = t.type
      order by a.seq desc
      limit 1
    ) as last_at
    from (
      select type
      from activity_types
      where partner_id = ${partnerId}
      union
      select activity_type
      from rules
      where partner_id = ${partnerId} and activity_type is not null and archived_at is null
      union
      select s.activity_type
      from sub_rules s
      join rules r on r.partner_id = s.partner_id and r.id = s.rule_id
      where s.partner_id = ${partnerId} and s.activity_type is not null and r.archived_at is null
    ) t
    where (${after}::text is null or t.type collate "C" > ${after}::text collate "C")
      and (${only}::text is null or t.type = ${only})
    order by t.type collate "C"
    limit ${limit}`)
}

/** From how many of its latest activities the properties of a type are described. */
export const DESCRIBED_MAX = 100
/** More text is not read of one type. */
export const DESCRIBED_CHARACTERS_MAX = 100_000

/** The properties of the latest activities of a type, newest first. */
export async function findLatestProperties(
  db: Db,
  partnerId: string,
  type: string,
): Promise<(Properties | null)[]> {
  const rows = await db.many<{ properties: Properties | null }>(sql`
    select properties
    from (
      select a.seq, d.properties, sum(coalesce(length(d.properties::text), 0)) over (order by a.seq desc) as characters
      from (
        select seq
        from activities
        where partner_id = ${partnerId} and type = ${type}
        order by seq desc
        limit ${DESCRIBED_MAX}
      ) a
      left join lateral (
        select properties
        from activity_data
        where partner_id = ${partnerId} and seq = a.seq
        limit 1
      ) d on true
    ) latest
    where characters <= ${DESCRIBED_CHARACTERS_MAX}
    order by seq desc`)
  return rows.map(({ properties }) => properties)
}

/** One of the latest errors of the expressions of a rule. */
export type ListedError = {
  activityId: string
  ruleName: string
  error: string
  createdAt: Date
}

/** The latest errors of the expressions of a rule, newest first. */
export function listEvaluationErrors(db: Db, partnerId: string, ruleId: string): Promise<ListedError[]> {
  return db.many<ListedError>(sql`
    select activity_id, rule_name, error, created_at
    from evaluation_errors
    where partner_id = ${partnerId} and rule_id = ${ruleId}
    order by seq desc
    limit 10`)
}
