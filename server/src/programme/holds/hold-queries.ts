import { allOf, type Db, sql } from '../../storage/database/database.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import { ACTOR, joinPersonalData } from '../ledger/record-store.ts'
import type { Hold, HoldStatus } from '../lots/hold.ts'

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
  now: Date
}

/** Holds, newest first, as of a time: one whose time is over has expired, whether that was written or not. */
export async function listHolds(
  db: Db,
  partnerId: string,
  { userId, status, reference, now, before, limit }: HoldFilter & { before: bigint | null; limit: number },
): Promise<ListedHold[]> {
  const rows = await db.many<ListedHold>(sql`
    ${selectHolds(partnerId)} and h.seq in (
      select seq
      from holds
      where ${allOf(
        sql`partner_id = ${partnerId}`,
        userId === null ? null : sql`user_id = ${userId}`,
        reference === null ? null : sql`reference = ${reference}`,
        before === null ? null : sql`seq < ${before}`,
        status === 'active' ? sql`status = 'active' and expires_at > ${now}` : null,
        status === 'expired'
          ? sql`(status = 'expired' or (status = 'active' and expires_at <= ${now}))`
          : null,
        status === 'captured' || status === 'released' ? sql`status = ${status}` : null,
      )}
      order by seq desc
      limit ${limit}
    )
    order by h.seq desc`)
  return rows.map((row) => asOf(row, now))
}

export async function findHold(
  db: Db,
  partnerId: string,
  id: string,
  now: Date,
): Promise<ListedHold | undefined> {
  const row = await db.first<ListedHold>(sql`${selectHolds(partnerId)} and h.id = ${id}`)
  return row && asOf(row, now)
}

const selectHolds = (partnerId: string) => sql`
  select h.id, h.seq, h.user_id, m.external_id, h.status, h.coins, h.captured, h.expires_at, h.reference, h.created_at,
    h.ended_at, d.note as narration, d.metadata, ${ACTOR} as actor
  from holds h
  join coin_transactions t on t.partner_id = ${partnerId} and t.seq = h.seq
  left join memberships m on m.partner_id = ${partnerId} and m.user_id = h.user_id
  left join actors x on x.partner_id = ${partnerId} and x.id = t.actor_id
  ${joinPersonalData(sql`${partnerId}`, sql`h.seq`)}
  where h.partner_id = ${partnerId}`

const asOf = (hold: ListedHold, now: Date): ListedHold =>
  hold.status === 'active' && hold.expiresAt <= now
    ? { ...hold, status: 'expired', endedAt: hold.expiresAt }
    : hold
