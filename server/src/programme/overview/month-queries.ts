import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import { ACTOR } from '../ledger/record-store.ts'
import type { Edition } from './count-store.ts'
import type { DayRange } from './days.ts'
import type { Movements } from './kinds.ts'

/** The first day with a counted event. */
export async function findFirstDay(db: Db, { partnerId, edition }: Edition): Promise<string | undefined> {
  const row = await db.first<{ day: string }>(sql`
    select day
    from day_totals
    where partner_id = ${partnerId} and edition = ${edition}
    order by day
    limit 1`)
  return row?.day
}

/** The movements of each month and kind. A month is its first day. */
export async function listMonthMovements(
  db: Db,
  { partnerId, edition }: Edition,
  { from, to }: DayRange,
): Promise<(Movements & { month: string; kind: string })[]> {
  const rows = await db.many<{
    month: string
    kind: string
    movements: bigint
    coins: string
    change: string
  }>(sql`
    select date_trunc('month', day)::date as month, kind, sum(movements)::bigint as movements, sum(coins) as coins,
      sum(change) as change
    from day_movements
    where partner_id = ${partnerId} and edition = ${edition} and day between ${from} and ${to}
    group by 1, 2`)
  return rows.map((row) => ({ ...row, coins: BigInt(row.coins), change: BigInt(row.change) }))
}

/** That finance closed a month: as of which event, and who did it when. */
export type ClosedMonth = {
  month: string
  seq: bigint
  timeZone: string
  closedAt: Date
  actor: RecordedActor
}

export function listClosedMonths(db: Db, partnerId: string, { from, to }: DayRange): Promise<ClosedMonth[]> {
  return db.many<ClosedMonth>(sql`
    select c.month, c.seq, c.time_zone, c.closed_at, ${ACTOR} as actor
    from closed_months c
    left join actors x on x.partner_id = c.partner_id and x.id = c.actor_id
    where c.partner_id = ${partnerId} and c.month between ${from} and ${to}`)
}

/** Returns whether the month was not closed before. */
export async function insertClosedMonth(
  tx: Tx,
  partnerId: string,
  { month, seq, timeZone, closedAt, actorId }: Omit<ClosedMonth, 'actor'> & { actorId: bigint },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into closed_months (partner_id, month, seq, time_zone, actor_id, closed_at)
    values (${partnerId}, ${month}, ${seq}, ${timeZone}, ${actorId}, ${closedAt})
    on conflict do nothing`)
  return inserted > 0
}
