import {
  type ByPartner,
  insertRows,
  isEmpty,
  isOneOf,
  partnerRows,
} from '../../storage/database/by-partner.ts'
import {
  type Db,
  replanOnGrowth,
  rowsTable,
  type Sql,
  sql,
  type Tx,
} from '../../storage/database/database.ts'
import { keepCheckpoint } from './checkpoint-store.ts'
import {
  type EventCount,
  type PartnerChanges,
  type Payment,
  sumChanges,
  sumOfChanges,
} from './day-changes.ts'

/** The last counted event, and the last event. */
export type CountingProgress = { counted: bigint; last: bigint }

/** Which of the counts of a partner, and the zone of their days. */
export type Edition = { partnerId: string; edition: number; timeZone: string }

export type LockedEdition = Edition & CountingProgress & { hasOthers: boolean }

/** The events after one number, up to another. */
export type EventRange = Edition & { after: bigint; until: bigint }

/** Creates the counts that do not exist. */
export function createOverviews(tx: Tx, partnerIds: string[]): void {
  tx.send(sql`
    insert into overviews (partner_id)
    select partner_id
    from ledgers
    where ${isOneOf(sql`partner_id`, partnerIds)}
    order by partner_id
    on conflict do nothing`)
}

/** Locks the counts that are read, so that each event is counted once. With `skipLocked`, skips locked ones. */
export async function lockOverviews(
  tx: Tx,
  partnerIds: string[],
  { skipLocked }: { skipLocked: boolean },
): Promise<LockedEdition[]> {
  for (const partnerId of partnerIds) tx.keepInPlace(partnerId)
  return tx.many<LockedEdition>(sql`
    select o.partner_id, o.edition, o.time_zone, o.counted_events as counted, l.last_seq as last,
      exists (
        select from overviews x
        where x.partner_id = o.partner_id and x.edition <> o.edition
      ) as has_others
    from overviews o
    join ledgers l on l.partner_id = o.partner_id
    where ${isOneOf(sql`o.partner_id`, partnerIds)} and o.status = 'current'
    order by o.partner_id
    for update of o ${skipLocked ? sql`skip locked` : sql``}`)
}

const EVENT_COLUMNS = sql`e.partner_id, e.seq, e.type, e.reason, e.user_id, e.rule_id, e.kind, e.coins, e.change,
  e.owed, e.written_off`

/** One partner is a value, which leads a cluster to one shard. */
function eventsOf(ranges: EventRange[]): Sql {
  const [first, ...others] = ranges
  if (first && others.length === 0)
    return sql`
      select ${EVENT_COLUMNS}, (e.created_at at time zone ${first.timeZone})::date as day
      from day_events e
      where e.partner_id = ${first.partnerId} and e.seq > ${first.after} and e.seq <= ${first.until}`
  // The offset keeps the conditions inside, from where they reach the indexes of the tables.
  return sql`
    select ${EVENT_COLUMNS}, (e.created_at at time zone given.time_zone)::date as day
    from ${rowsTable('given', ranges, { partner_id: 'uuid', time_zone: 'text', after: 'bigint', until: 'bigint' })}
    cross join lateral (
      select *
      from day_events
      where partner_id = given.partner_id and seq > given.after and seq <= given.until
      offset 0
    ) e`
}

/** Adds events of some partners to their counts. */
export async function addToDays(tx: Tx, ranges: EventRange[]): Promise<void> {
  const [counts, payments] = await Promise.all([countByDay(tx, ranges), findPayments(tx, ranges)])
  const countsOf = Map.groupBy(counts, ({ partnerId }) => partnerId)
  const paymentsOf = Map.groupBy(payments, ({ partnerId }) => partnerId)
  const changes = ranges.map((range) => ({
    range,
    changes: sumChanges(countsOf.get(range.partnerId) ?? [], paymentsOf.get(range.partnerId) ?? []),
  }))
  const changed = <Row extends object>(of: (each: PartnerChanges) => Row[]) =>
    new Map(
      changes.map(({ range: { partnerId, edition }, changes }) => [
        partnerId,
        of(changes).map((row) => ({ ...row, edition })),
      ]),
    )
  changeDays(
    tx,
    changed(({ days }) => days),
  )
  changeMovements(
    tx,
    changed(({ movements }) => movements),
  )
  changeAwards(
    tx,
    changed(({ awards }) => awards),
  )
  changeRefusals(
    tx,
    changed(({ refusals }) => refusals),
  )
  changeVisits(
    tx,
    changed(({ visits }) => visits),
  )
  saveParticipations(
    tx,
    changed(({ participations }) => participations),
  )
  changeOverviews(
    tx,
    new Map(
      changes.map(({ range: { partnerId, edition, until }, changes }) => [
        partnerId,
        [{ edition, until, ...sumOfChanges(changes) }],
      ]),
    ),
  )
  for (const { until, ...edition } of ranges) keepCheckpoint(tx, edition, until)
}

const SUMS = ['coins', 'change', 'owed', 'writtenOff'] as const

/** Counts events by day, type, rule and reason. */
export async function countByDay(db: Db, ranges: EventRange[]): Promise<EventCount[]> {
  type Row = Omit<EventCount, (typeof SUMS)[number]> & Record<(typeof SUMS)[number], string>
  const rows = await db.many<Row>(
    replanOnGrowth(sql`
      select partner_id, day, type, rule_id, reason, kind, count(*) as count,
        count(*) filter (where coins > 0) as movements, sum(coins) as coins, sum(change) as change,
        count(*) filter (where owed > 0) as owing, sum(owed) as owed,
        count(*) filter (where written_off > 0) as writing_off, sum(written_off) as written_off,
        max(seq) as last_seq
      from (${eventsOf(ranges)}) new_events
      group by partner_id, day, type, rule_id, reason, kind`),
  )
  return rows.map((row) => ({
    ...row,
    coins: BigInt(row.coins),
    change: BigInt(row.change),
    owed: BigInt(row.owed),
    writtenOff: BigInt(row.writtenOff),
  }))
}

/** The first payments of each user, rule and day, in the order of their numbers. */
function findPayments(tx: Tx, ranges: EventRange[]): Promise<Payment[]> {
  const [first, ...others] = ranges as [EventRange, ...EventRange[]]
  const isAlone = others.length === 0
  const editions = rowsTable('editions', ranges, { partner_id: 'uuid', edition: 'integer' })
  const partnerId = isAlone ? sql`${first.partnerId}::uuid` : sql`e.partner_id`
  const edition = isAlone ? sql`${first.edition}::integer` : sql`editions.edition`
  return tx.many<Payment>(
    replanOnGrowth(sql`
      select e.partner_id, e.user_id, e.rule_id, e.day, p.rule_last_on, p.last_on
      from (
        select partner_id, user_id, rule_id, day, min(seq) as seq
        from (${eventsOf(ranges)}) new_events
        where type = 'award.paid'
        group by partner_id, user_id, rule_id, day
      ) e
      ${isAlone ? sql`` : sql`join ${editions} on editions.partner_id = e.partner_id`}
      cross join lateral (
        select max(last_on) as last_on, max(last_on) filter (where rule_id = e.rule_id) as rule_last_on
        from participations
        where partner_id = ${partnerId} and edition = ${edition} and user_id = e.user_id
      ) p
      where p.rule_last_on is null or p.rule_last_on < e.day
      order by e.seq`),
  )
}

type Rows<Name extends keyof PartnerChanges> = ByPartner<PartnerChanges[Name][number] & { edition: number }>

function changeDays(tx: Tx, days: Rows<'days'>): void {
  if (isEmpty(days)) return
  tx.send(sql`
    ${insertRows('day_totals as t', days, {
      edition: 'integer',
      day: 'date',
      joined: 'bigint',
      departed: 'bigint',
      last_seq: 'bigint',
    })}
    on conflict (partner_id, edition, day) do update
    set joined = t.joined + excluded.joined, departed = t.departed + excluded.departed,
      last_seq = greatest(t.last_seq, excluded.last_seq)`)
}

function changeMovements(tx: Tx, movements: Rows<'movements'>): void {
  if (isEmpty(movements)) return
  tx.send(sql`
    ${insertRows('day_movements as t', movements, {
      edition: 'integer',
      day: 'date',
      kind: 'text',
      movements: 'bigint',
      coins: 'numeric',
      change: 'numeric',
    })}
    on conflict (partner_id, edition, day, kind) do update
    set movements = t.movements + excluded.movements, coins = t.coins + excluded.coins,
      change = t.change + excluded.change`)
}

function changeAwards(tx: Tx, awards: Rows<'awards'>): void {
  if (isEmpty(awards)) return
  tx.send(sql`
    ${insertRows('award_days as t', awards, {
      edition: 'integer',
      rule_id: 'uuid',
      day: 'date',
      paid: 'bigint',
      counted: 'bigint',
      refused: 'bigint',
      coins: 'numeric',
      reversals: 'bigint',
      reversed: 'numeric',
      owed: 'numeric',
      written_off: 'numeric',
      people: 'bigint',
      new_people: 'bigint',
      last_seen: 'bigint',
    })}
    on conflict (partner_id, edition, rule_id, day) do update
    set paid = t.paid + excluded.paid, counted = t.counted + excluded.counted, refused = t.refused + excluded.refused,
      coins = t.coins + excluded.coins, reversals = t.reversals + excluded.reversals,
      reversed = t.reversed + excluded.reversed, owed = t.owed + excluded.owed,
      written_off = t.written_off + excluded.written_off, people = t.people + excluded.people,
      new_people = t.new_people + excluded.new_people, last_seen = t.last_seen + excluded.last_seen`)
}

function changeRefusals(tx: Tx, refusals: Rows<'refusals'>): void {
  if (isEmpty(refusals)) return
  tx.send(sql`
    ${insertRows('day_refusals as t', refusals, {
      edition: 'integer',
      rule_id: 'uuid',
      day: 'date',
      reason: 'text',
      count: 'bigint',
    })}
    on conflict (partner_id, edition, rule_id, day, reason) do update set count = t.count + excluded.count`)
}

function changeVisits(tx: Tx, visits: Rows<'visits'>): void {
  if (isEmpty(visits)) return
  tx.send(sql`
    ${insertRows('day_visits as t', visits, {
      edition: 'integer',
      rule_id: 'uuid',
      day: 'date',
      before: 'date',
      people: 'bigint',
    })}
    on conflict (partner_id, edition, rule_id, day, before) do update set people = t.people + excluded.people`)
}

function saveParticipations(tx: Tx, saved: Rows<'participations'>): void {
  if (isEmpty(saved)) return
  tx.send(sql`
    ${insertRows('participations', saved, {
      edition: 'integer',
      user_id: 'uuid',
      rule_id: 'uuid',
      last_on: 'date',
    })}
    on conflict (partner_id, edition, user_id, rule_id) do update set last_on = excluded.last_on`)
}

function changeOverviews(
  tx: Tx,
  changes: ByPartner<ReturnType<typeof sumOfChanges> & { edition: number; until: bigint }>,
): void {
  const { table, partnerId } = partnerRows('given', changes, {
    edition: 'integer',
    until: 'bigint',
    members: 'bigint',
    participants: 'bigint',
    coins: 'numeric',
  })
  tx.send(sql`
    update overviews o
    set counted_events = given.until,
      members = o.members + given.members,
      participants = o.participants + given.participants,
      coins_in_wallets = o.coins_in_wallets + given.coins
    from ${table}
    where o.partner_id = ${partnerId} and o.edition = given.edition`)
}

/** A page of all partners after one, in the order of their ids. */
export async function listPartners(
  db: Db,
  { after, countMax }: { after: string | null; countMax: number },
): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id
    from partners
    ${after === null ? sql`` : sql`where id > ${after}`}
    order by id
    limit ${countMax}`)
  return rows.map(({ id }) => id)
}

/** Returns those of some partners that have uncounted events, or counts that are made or deleted. */
export function findLaggingPartners(db: Db, partnerIds: string[]): Promise<{ partnerId: string }[]> {
  return db.many<{ partnerId: string }>(sql`
    select distinct l.partner_id
    from ledgers l
    left join overviews o on o.partner_id = l.partner_id
    where ${isOneOf(sql`l.partner_id`, partnerIds)}
      and (l.last_seq > coalesce(o.counted_events, 0) or o.status <> 'current')`)
}
