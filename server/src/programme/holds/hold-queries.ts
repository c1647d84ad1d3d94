import { allOf, type Db, type Sql, sql, type Tx, unionAll } from '../../storage/database/database.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import { ledgerTime } from '../ledger/ledger.ts'
import { ACTOR, joinPersonalData } from '../ledger/record-store.ts'
import type { Hold, HoldStatus } from '../lots/hold.ts'

type TimedDb = Db & Pick<Tx, 'givenTime'>

/** A hold with what its call said, as of a time. */
export type ListedHold = Omit<Hold, 'lots'> & {
  externalId: string | null
  narration: string | null
  metadata: unknown
  actor: RecordedActor
}

type HoldFilter = {
  userId: string | null
  status: HoldStatus | null
  reference: string | null
}

/** Holds, newest first, as of now: one whose time is over has expired, whether that was written or not. */
export async function listHolds(
  db: TimedDb,
  partnerId: string,
  { userId, status, reference, before, limit }: HoldFilter & { before: bigint | null; limit: number },
): Promise<ListedHold[]> {
  const now = ledgerTime(db, partnerId)
  const isOver = sql`status = 'active' and expires_at <= ${now}`
  // Each status has an index, which a condition on two of them would not use.
  const conditions = {
    active: [sql`status = 'active' and expires_at > ${now}`],
    expired: [sql`status = 'expired'`, isOver],
    captured: [sql`status = 'captured'`],
    released: [sql`status = 'released'`],
  }
  const found = (status === null ? [null] : conditions[status]).map(
    (isInStatus) => sql`(
        select *
        from holds
        where ${allOf(
          sql`partner_id = ${partnerId}`,
          userId === null ? null : sql`user_id = ${userId}`,
          reference === null ? null : sql`reference = ${reference}`,
          before === null ? null : sql`seq < ${before}`,
          isInStatus,
        )}
        order by seq desc
        limit ${limit}
      )`,
  )
  const rows = await db.many<HoldRow>(sql`
    ${selectHolds(
      db,
      partnerId,
      sql`
      select *
      from (${unionAll(found)}) found
      order by seq desc
      limit ${limit}`,
    )}
    order by h.seq desc`)
  return rows.map(asOfNow)
}

export async function findHold(db: TimedDb, partnerId: string, id: string): Promise<ListedHold | undefined> {
  const row = await db.first<HoldRow>(
    selectHolds(db, partnerId, sql`select * from holds where partner_id = ${partnerId} and id = ${id}`),
  )
  return row && asOfNow(row)
}

type HoldRow = ListedHold & { now: Date }

const selectHolds = (db: TimedDb, partnerId: string, holds: Sql) => sql`
  select h.id, h.seq, h.user_id, m.external_id, h.status, h.coins, h.captured, h.expires_at, h.reference, h.created_at,
    h.ended_at, d.note as narration, d.metadata, ${ACTOR} as actor, ${ledgerTime(db, partnerId)} as now
  from (${holds}) h
  join coin_transactions t on t.partner_id = ${partnerId} and t.seq = h.seq
  left join memberships m on m.partner_id = ${partnerId} and m.user_id = h.user_id
  left join actors x on x.partner_id = ${partnerId} and x.id = t.actor_id
  ${joinPersonalData(sql`${partnerId}`, sql`h.seq`)}`

const asOfNow = ({ now, ...hold }: HoldRow): ListedHold =>
  hold.status === 'active' && hold.expiresAt <= now
    ? { ...hold, status: 'expired', endedAt: hold.expiresAt }
    : hold
