import { type Db, sql } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Edition } from './count-store.ts'
import type { DayRange } from './days.ts'
import type { ReadEdition } from './edition-store.ts'
import type { Movements } from './kinds.ts'

type AllTime = {
  members: bigint
  participants: bigint
  coinsInWallets: Coins
  walletsWithCoins: bigint
}

/** The sums over all counted events, and the wallets that hold coins now. */
export async function findAllTimeTotals(db: Db, { partnerId, edition }: Edition): Promise<AllTime> {
  const row = await db.first<Omit<AllTime, 'coinsInWallets'> & { coinsInWallets: string }>(sql`
    select coalesce(o.members, 0) as members, coalesce(o.participants, 0) as participants,
      coalesce(o.coins_in_wallets, 0) as coins_in_wallets, l.wallets_with_coins
    from ledgers l
    left join overviews o on o.partner_id = l.partner_id and o.edition = ${edition}
    where l.partner_id = ${partnerId}`)
  return {
    members: row?.members ?? 0n,
    participants: row?.participants ?? 0n,
    walletsWithCoins: row?.walletsWithCoins ?? 0n,
    coinsInWallets: BigInt(row?.coinsInWallets ?? 0),
  }
}

/** By how much the movements of a day and of all later ones changed the coins in wallets. */
export async function sumChangesFrom(db: Db, { partnerId, edition }: Edition, day: string): Promise<Coins> {
  const row = await db.first<{ change: string }>(sql`
    select coalesce(sum(change), 0) as change
    from day_movements
    where partner_id = ${partnerId} and edition = ${edition} and day >= ${day}`)
  return BigInt(row?.change ?? 0)
}

export type DayMovements = Movements & { day: string; kind: string }

type DayMovementsRow = Omit<DayMovements, 'coins' | 'change'> & { coins: string; change: string }

/** The movements of each day and kind. */
export async function listMovements(
  db: Db,
  { partnerId, edition }: Edition,
  { from, to }: DayRange,
): Promise<DayMovements[]> {
  const rows = await db.many<DayMovementsRow>(sql`
    select day, kind, movements, coins, change
    from day_movements
    where partner_id = ${partnerId} and edition = ${edition} and day between ${from} and ${to}
    order by day, kind`)
  return rows.map((row) => ({ ...row, coins: BigInt(row.coins), change: BigInt(row.change) }))
}

/** Joined and left members of each day with events. */
export function listMembersByDay(
  db: Db,
  { partnerId, edition }: Edition,
  { from, to }: DayRange,
): Promise<{ day: string; joined: bigint; left: bigint }[]> {
  return db.many(sql`
    select day, joined, departed as left
    from day_totals
    where partner_id = ${partnerId} and edition = ${edition} and day between ${from} and ${to}`)
}

/** The number of the last event before a day; no counted event of that day has it or a lower one. */
export async function findLastSeqBefore(
  db: Db,
  { partnerId, edition, counted }: ReadEdition,
  day: string,
): Promise<bigint> {
  const row = await db.first<{ firstSeq: bigint }>(sql`
    select first_seq
    from day_totals
    where partner_id = ${partnerId} and edition = ${edition} and day >= ${day}
    order by day
    limit 1`)
  return row ? row.firstSeq - 1n : counted
}
