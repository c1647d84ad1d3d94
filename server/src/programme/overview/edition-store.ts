import { type Db, fixedText, sql, type Tx } from '../../storage/database/database.ts'
import type { CountingProgress, Edition } from './count-store.ts'

type Status = 'counting' | 'current' | 'dropped'

export type OtherEdition = Edition & CountingProgress & { status: Status }

/** Locks all counts of a partner in the order of their editions. */
export function lockEditions(tx: Tx, partnerId: string): Promise<OtherEdition[]> {
  tx.keepInPlace(partnerId)
  return tx.many<OtherEdition>(sql`
    select o.partner_id, o.edition, o.time_zone, o.status, o.counted_events as counted, l.last_seq as last
    from overviews o
    join ledgers l on l.partner_id = o.partner_id
    where o.partner_id = ${partnerId}
    order by o.edition
    for update of o`)
}

/** Locks one of the counts that are not read; undefined if there is none, or another process works on it. */
export function lockOtherEdition(tx: Tx, partnerId: string): Promise<OtherEdition | undefined> {
  tx.keepInPlace(partnerId)
  return tx.first<OtherEdition>(sql`
    select o.partner_id, o.edition, o.time_zone, o.status, o.counted_events as counted, l.last_seq as last
    from overviews o
    join ledgers l on l.partner_id = o.partner_id
    where o.partner_id = ${partnerId} and o.status <> 'current'
    order by o.edition
    limit 1
    for update of o skip locked`)
}

export async function insertEdition(tx: Tx, { partnerId, edition, timeZone }: Edition): Promise<void> {
  await tx.run(sql`
    insert into overviews (partner_id, edition, time_zone, status)
    values (${partnerId}, ${edition}, ${timeZone}, 'counting')`)
}

/** Changes the zone of counts that have no events yet. */
export async function setTimeZone(tx: Tx, { partnerId, edition, timeZone }: Edition): Promise<void> {
  await tx.run(sql`
    update overviews
    set time_zone = ${timeZone}
    where partner_id = ${partnerId} and edition = ${edition}`)
}

export async function setStatus(
  tx: Tx,
  { partnerId, edition }: Pick<Edition, 'partnerId' | 'edition'>,
  status: Status,
): Promise<void> {
  await tx.run(sql`
    update overviews
    set status = ${status}
    where partner_id = ${partnerId} and edition = ${edition}`)
}

export async function dropCurrentEdition(tx: Tx, partnerId: string): Promise<void> {
  await tx.run(sql`
    update overviews
    set status = 'dropped'
    where partner_id = ${partnerId} and status = 'current'`)
}

/** Deletes at most this many rows of one user and rule. Returns how many there were. */
export async function deleteParticipations(
  tx: Tx,
  { partnerId, edition }: Edition,
  countMax: number,
): Promise<number> {
  const rows = await tx.many<{ userId: string }>(sql`
    delete from participations p
    where p.partner_id = ${partnerId} and p.edition = ${edition} and p.user_id <= (
      select user_id
      from (
        select user_id
        from participations
        where partner_id = ${partnerId} and edition = ${edition}
        order by user_id
        limit ${countMax}
      ) page
      order by user_id desc
      limit 1
    )
    returning p.user_id`)
  return rows.length
}

const DAY_TABLES = [
  'day_totals',
  'day_movements',
  'award_days',
  'day_refusals',
  'activity_days',
  'day_activity_refusals',
  'day_visits',
  'day_checkpoints',
  'overviews',
].map((table) => fixedText(table))

/** Deletes the days of dropped counts, and then the counts themselves. */
export async function deleteEdition(tx: Tx, { partnerId, edition }: Edition): Promise<void> {
  for (const table of DAY_TABLES)
    await tx.run(sql`
      delete from ${table}
      where partner_id = ${partnerId} and edition = ${edition}`)
}

/** The counts that are read, and how far those are that will replace them. */
export type ReadEdition = Edition &
  CountingProgress & { recountZone: string | null; recounted: bigint | null }

export function findReadEdition(db: Db, partnerId: string): Promise<ReadEdition | undefined> {
  return db.first<ReadEdition>(sql`
    select l.partner_id, coalesce(o.edition, 1) as edition, coalesce(o.time_zone, 'UTC') as time_zone,
      coalesce(o.counted_events, 0) as counted, l.last_seq as last, r.time_zone as recount_zone,
      r.counted_events as recounted
    from ledgers l
    left join overviews o on o.partner_id = l.partner_id and o.status = 'current'
    left join overviews r on r.partner_id = l.partner_id and r.status = 'counting'
    where l.partner_id = ${partnerId}`)
}
