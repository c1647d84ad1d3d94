import { type ByPartner, insertRows, isEmpty } from '../../storage/database/by-partner.ts'
import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'

/** An activity of the service itself that is not decided yet. */
export type NotedActivity = {
  id: string
  type: 'member.joined' | 'member.referred'
  /** The member who joined. */
  userId: string | null
  /** The account that referred a member. */
  accountId: string | null
  /** As `storedKey` makes it: the same for the same activity. */
  idempotencyKey: string
  notedAt: Date
}

/** Partners with activities that this process noted and did not decide yet, as far as it knows. */
const recentlyNoted = new Set<string>()

/** Whether a partner may have noted activities; asked once after the commit that noted them. */
export const takeNoted = (partnerId: string): boolean => recentlyNoted.delete(partnerId)

export function noteActivities(tx: Tx, noted: ByPartner<Omit<NotedActivity, 'id'>>): void {
  if (isEmpty(noted)) return
  tx.send(
    insertRows('noted_activities', noted, {
      id: { type: 'uuid', of: newId },
      type: 'text',
      user_id: 'uuid',
      account_id: 'uuid',
      idempotency_key: 'uuid',
      noted_at: 'timestamptz',
    }),
  )
  for (const partnerId of noted.keys()) recentlyNoted.add(partnerId)
}

/** Noted activities of a partner, the oldest first. */
export function listNoted(db: Db, partnerId: string, limit: number): Promise<NotedActivity[]> {
  return db.many<NotedActivity>(sql`
    select id, type, user_id, account_id, idempotency_key, noted_at
    from noted_activities
    where partner_id = ${partnerId}
    order by id
    limit ${limit}`)
}

/** Partners whose noted activities have waited for a time, those with the oldest first. */
export async function findPartnersWithNoted(
  db: Db,
  { givenTime, waitedMs, countMax }: { givenTime: Date | undefined; waitedMs: number; countMax: number },
): Promise<string[]> {
  const rows = await db.many<{ partnerId: string }>(sql`
    select partner_id
    from noted_activities
    where noted_at <= coalesce(${givenTime}::timestamptz, now()) - make_interval(secs => ${waitedMs / 1_000})
    group by partner_id
    order by min(noted_at)
    limit ${countMax}`)
  return rows.map(({ partnerId }) => partnerId)
}

/** When the oldest noted activity of all partners was noted. */
export async function findOldestNoted(db: Db): Promise<Date | undefined> {
  const row = await db.first<{ notedAt: Date }>(sql`
    select noted_at
    from noted_activities
    order by noted_at
    limit 1`)
  return row?.notedAt
}

export function deleteNoted(tx: Tx, partnerId: string, ids: string[]): void {
  tx.send(sql`
    delete from noted_activities
    where partner_id = ${partnerId} and id = any(${ids}::uuid[])`)
}
