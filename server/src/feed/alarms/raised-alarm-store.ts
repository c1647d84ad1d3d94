import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import { emailKeyOf } from '../../storage/database/email-key.ts'

const WANTED = sql`alarm_mails and role = 'owner' and email_verified_at is not null`

/** A page of the partners with an owner who wants mails about alarms. */
export async function listAlarmedPartners(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db.many<{ partnerId: string }>(sql`
    select distinct partner_id
    from team_members
    where ${WANTED} and partner_id > ${after}
    order by partner_id
    limit ${limit}`)
  return rows.map(({ partnerId }) => partnerId)
}

/** The owners who want mails, in the order that locks their counters. */
export async function listAlarmedOwners(db: Db, partnerId: string): Promise<string[]> {
  const owners = await db.many<{ email: string }>(sql`
    select email
    from team_members
    where partner_id = ${partnerId} and ${WANTED}
    order by ${emailKeyOf(sql`email`)}`)
  return owners.map(({ email }) => email)
}

/** Stores the alarms that last, and returns those that were not stored. One process at a time stores each. */
export async function raiseAlarms(tx: Tx, partnerId: string, keys: string[], now: Date): Promise<string[]> {
  tx.send(sql`
    delete from raised_alarms
    where partner_id = ${partnerId} and key <> all(${keys}::text[])`)
  const begun = await tx.many<{ key: string }>(sql`
    insert into raised_alarms (partner_id, key, begun_at)
    select ${partnerId}::uuid, key, ${now}
    from unnest(${keys}::text[]) as key
    order by key
    on conflict do nothing
    returning key`)
  return begun.map(({ key }) => key)
}
