import { type Db, sql } from '../../storage/database/database.ts'
import type { Edition } from './count-store.ts'

/** When an event happened, and on which day of the zone. */
export function findEventTime(
  db: Db,
  { partnerId, timeZone }: Edition,
  seq: bigint,
): Promise<{ createdAt: Date; day: string } | undefined> {
  return db.first<{ createdAt: Date; day: string }>(sql`
    select created_at, (created_at at time zone ${timeZone})::date as day
    from events
    where partner_id = ${partnerId} and seq = ${seq}`)
}

export async function findRuleNames(
  db: Db,
  partnerId: string,
  ruleIds: string[],
): Promise<Map<string, string>> {
  const rows = await db.many<{ id: string; name: string }>(sql`
    select id, name
    from rules
    where partner_id = ${partnerId} and id = any(${ruleIds}::uuid[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
