import { type Db, sql } from '../../storage/database/database.ts'
import type { RefusalCount } from './award-queries.ts'
import type { Edition } from './count-store.ts'
import type { DayRange } from './days.ts'

/** How many activities of each of these types there were in a range. */
export async function countActivities(
  db: Db,
  { partnerId, edition }: Edition,
  types: readonly string[],
  { from, to }: DayRange,
): Promise<Map<string, bigint>> {
  const rows = await db.many<{ type: string; activities: bigint }>(sql`
    select type, sum(activities)::bigint as activities
    from activity_days
    where partner_id = ${partnerId} and edition = ${edition} and type = any(${types}::text[])
      and day between ${from} and ${to}
    group by type`)
  return new Map(rows.map(({ type, activities }) => [type, activities]))
}

export type ActivityRefusalDay = RefusalCount & { day: string }

/** What a rule refused of activities on each day, by reason; failed evaluations are among them. */
export function listActivityRefusals(
  db: Db,
  { partnerId, edition }: Edition,
  ruleId: string,
  { from, to }: DayRange,
): Promise<ActivityRefusalDay[]> {
  return db.many<ActivityRefusalDay>(sql`
    select day, reason, count
    from day_activity_refusals
    where partner_id = ${partnerId} and edition = ${edition} and rule_id = ${ruleId}
      and day between ${from} and ${to}
    order by day, reason`)
}
