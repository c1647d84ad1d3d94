import { type Db, sql } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Edition } from './count-store.ts'
import type { DayRange } from './days.ts'

/** Members with coins, and their coins, whose last movement was so many days ago. */
export type Age = { fromDays: number; toDays: number | null; members: bigint; coins: Coins }

/** Members by the day of their last movement, oldest last. `since` are the first days of all ages but the last. */
export async function listIdleMembers(
  db: Db,
  { partnerId, edition }: Edition,
  since: string[],
): Promise<{ age: number; members: bigint; coins: Coins }[]> {
  const rows = await db.many<{ age: number; members: bigint; coins: string }>(sql`
    select age, sum(idle_members)::bigint as members, sum(idle_coins) as coins
    from (
      select (
        select count(*)::integer
        from unnest(${since}::date[]) as first_day
        where t.day < first_day
      ) as age, idle_members, idle_coins
      from day_totals t
      where partner_id = ${partnerId} and edition = ${edition}
    ) idle
    group by age`)
  return rows.map((row) => ({ ...row, coins: BigInt(row.coins) }))
}

/** The coins of each kind of movement in some days; in all of them, without a range. */
export async function sumKinds(
  db: Db,
  { partnerId, edition }: Edition,
  range: DayRange | null,
): Promise<Map<string, Coins>> {
  const rows = await db.many<{ kind: string; coins: string }>(sql`
    select kind, sum(coins) as coins
    from day_movements
    where partner_id = ${partnerId} and edition = ${edition}
      ${range === null ? sql`` : sql`and day between ${range.from} and ${range.to}`}
    group by kind`)
  return new Map(rows.map(({ kind, coins }) => [kind, BigInt(coins)]))
}
