import { type Db, sql } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import type { CountingProgress } from './count-store.ts'
import type { Day } from './overview.ts'

export type AllTimeTotals = CountingProgress & {
  members: bigint
  participants: bigint
  coinsInWallets: Coins
  walletsWithCoins: bigint
}

export async function findAllTimeTotals(db: Db, partnerId: string): Promise<AllTimeTotals | undefined> {
  const row = await db.first<Omit<AllTimeTotals, 'coinsInWallets'> & { coinsInWallets: string }>(sql`
    select coalesce(o.counted_events, 0) as counted, l.last_seq as last,
      coalesce(o.members, 0) as members, coalesce(o.participants, 0) as participants,
      coalesce(o.coins_in_wallets, 0) as coins_in_wallets, l.wallets_with_coins
    from ledgers l
    left join overviews o on o.partner_id = l.partner_id
    where l.partner_id = ${partnerId}`)
  return row && { ...row, coinsInWallets: BigInt(row.coinsInWallets) }
}

type DayRow = Omit<Day, 'issued' | 'reversed' | 'spent'> & Record<'issued' | 'reversed' | 'spent', string>

/** Days with events, from this day on. */
export async function listDays(db: Db, partnerId: string, from: string): Promise<Day[]> {
  const rows = await db.many<DayRow>(sql`
    select day as date, issued, reversed, spent, paid, counted, refused, joined, departed as left,
      participants, new_participants, last_seen
    from day_totals
    where partner_id = ${partnerId} and day >= ${from}
    order by day`)
  return rows.map((row) => ({
    ...row,
    issued: BigInt(row.issued),
    reversed: BigInt(row.reversed),
    spent: BigInt(row.spent),
  }))
}

/** Reasons of refusals, the most frequent first. */
export async function listRefusals(
  db: Db,
  partnerId: string,
  { from, to }: { from: string; to: string },
): Promise<{ reason: string; count: bigint }[]> {
  return db.many(sql`
    select reason, sum(count)::bigint as count
    from day_refusals
    where partner_id = ${partnerId} and day between ${from} and ${to}
    group by reason
    order by count desc, reason`)
}
