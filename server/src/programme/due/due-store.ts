import type { Db, Tx } from '../../storage/database/database.ts'
import { sql } from '../../storage/database/database.ts'
import { changeLedger } from '../ledger/ledger.ts'

const timeOf = (givenTime: Date | undefined) => sql`coalesce(${givenTime}::timestamptz, now())`

/** Partners with wallets of which something may be due, those that wait longest first. */
export async function findPartnersWithDue(
  db: Db,
  { givenTime, limit }: { givenTime: Date | undefined; limit: number },
): Promise<string[]> {
  const rows = await db.many<{ partnerId: string }>(sql`
    select partner_id
    from ledgers
    where next_due_at <= ${timeOf(givenTime)}
    order by next_due_at
    limit ${limit}`)
  return rows.map(({ partnerId }) => partnerId)
}

/** Since when something is due that the job has not come to; undefined if there is nothing. */
export async function findOldestDue(db: Db): Promise<Date | undefined> {
  const [oldest] = await db.many<{ nextDueAt: Date }>(sql`
    select next_due_at
    from ledgers
    where next_due_at <= now()
    order by next_due_at
    limit 1`)
  return oldest?.nextDueAt
}

export type DueWallet = { userId: string; openLots: number; isHeld: boolean }

/** Members of a partner with something due, those whose first has waited longest before others. */
export async function findDueWallets(
  db: Db,
  partnerId: string,
  { givenTime, limit }: { givenTime: Date | undefined; limit: number },
): Promise<DueWallet[]> {
  return db.many<DueWallet>(sql`
    select user_id, open_lots, held > 0 as is_held
    from wallets
    where partner_id = ${partnerId} and next_due_at <= ${timeOf(givenTime)}
    order by next_due_at
    limit ${limit}`)
}

/** Sets when something of a partner's wallets is due next. */
export async function scheduleNextDue(tx: Tx, partnerId: string): Promise<void> {
  await changeLedger(tx, partnerId)
  const next = await tx.first<{ nextDueAt: Date }>(sql`
    select next_due_at
    from wallets
    where partner_id = ${partnerId} and next_due_at is not null
    order by next_due_at
    limit 1`)
  tx.send(sql`
    update ledgers
    set next_due_at = ${next?.nextDueAt ?? null}
    where partner_id = ${partnerId}`)
}
