import { type Db, sql } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'

type ExpiringMonth = { month: string; members: bigint; coins: Coins }

/**
 * The coins that expire after a moment, by month. Those that expire with the last day of a month belong to that month. Months
 * are their first days; all from `later` on are one.
 */
export async function sumExpiring(
  db: Db,
  partnerId: string,
  { after, timeZone, later }: { after: Date; timeZone: string; later: string },
): Promise<ExpiringMonth[]> {
  const rows = await db.many<{ month: string; members: bigint; coins: string }>(sql`
    select least(date_trunc('month', (expires_at - interval '1 microsecond') at time zone ${timeZone})::date, ${later}::date)
        as month,
      count(distinct user_id) as members, sum(coins) as coins
    from lots
    where partner_id = ${partnerId} and expires_at > ${after} and is_open
    group by 1
    order by 1`)
  return rows.map((row) => ({ ...row, coins: BigInt(row.coins) }))
}
