import {
  type ByPartner,
  insertRows,
  isEmpty,
  isOneOf,
  partnerRows,
  rowsOf,
} from '../../storage/database/by-partner.ts'
import {
  type Db,
  fixedText,
  replanOnGrowth,
  rowsTable,
  type Sql,
  sql,
  type Tx,
} from '../../storage/database/database.ts'
import {
  type DayChange,
  type EventCount,
  type PartnerChanges,
  sumChanges,
  sumOfDays,
  type Visit,
} from './day-changes.ts'

/** The last counted event, and the last event. */
export type CountingProgress = { counted: bigint; last: bigint }

export type LockedOverview = CountingProgress & { partnerId: string }

/** The events after one number, up to another. */
export type EventRange = { partnerId: string; after: bigint; until: bigint }

/** Creates the overviews that do not exist. */
export function createOverviews(tx: Tx, partnerIds: string[]): void {
  tx.send(sql`
    insert into overviews (partner_id)
    select partner_id
    from ledgers
    where ${isOneOf(sql`partner_id`, partnerIds)}
    order by partner_id
    on conflict do nothing`)
}

/** Locks overviews, so that each event is counted once. With `skipLocked`, skips locked ones. */
export async function lockOverviews(
  tx: Tx,
  partnerIds: string[],
  { skipLocked }: { skipLocked: boolean },
): Promise<LockedOverview[]> {
  for (const partnerId of partnerIds) tx.keepInPlace(partnerId)
  return tx.many<LockedOverview>(sql`
    select o.partner_id, o.counted_events as counted, l.last_seq as last
    from overviews o
    join ledgers l on l.partner_id = o.partner_id
    where ${isOneOf(sql`o.partner_id`, partnerIds)}
    order by o.partner_id
    for update of o ${skipLocked ? sql`skip locked` : sql``}`)
}

const EVENT_COLUMNS = sql`e.partner_id, e.seq, e.day, e.type, e.is_credit, e.reason, e.user_id, e.coins`

/** One partner is a value, which leads a cluster to one shard. */
function eventsOf(ranges: EventRange[]): Sql {
  const [first, ...others] = ranges
  if (first && others.length === 0)
    return sql`
      select ${EVENT_COLUMNS}
      from day_events e
      where e.partner_id = ${first.partnerId} and e.seq > ${first.after} and e.seq <= ${first.until}`
  // The offset keeps the conditions inside, from where they reach the indexes of the four tables.
  return sql`
    select ${EVENT_COLUMNS}
    from ${rowsTable('given', ranges, { partner_id: 'uuid', after: 'bigint', until: 'bigint' })}
    cross join lateral (
      select *
      from day_events
      where partner_id = given.partner_id and seq > given.after and seq <= given.until
      offset 0
    ) e`
}

/** Adds events of some partners to the totals of their days. */
export async function addToDays(tx: Tx, ranges: EventRange[]): Promise<void> {
  const [counts, visits] = await Promise.all([countByDay(tx, ranges), findVisits(tx, ranges)])
  const countsOf = Map.groupBy(counts, ({ partnerId }) => partnerId)
  const visitsOf = Map.groupBy(visits, ({ partnerId }) => partnerId)
  const changes = new Map(
    ranges.map(({ partnerId, until }) => {
      const sums = sumChanges(rowsOf(countsOf, partnerId), rowsOf(visitsOf, partnerId))
      return [partnerId, { ...sums, until }]
    }),
  )
  const changed = <Row>(of: (each: PartnerChanges & { until: bigint }) => Row[]): ByPartner<Row> =>
    new Map(Array.from(changes, ([partnerId, each]) => [partnerId, of(each)]))
  changeDays(
    tx,
    changed(({ days }) => days),
  )
  changeRefusals(
    tx,
    changed(({ refusals }) => refusals),
  )
  saveParticipations(
    tx,
    changed(({ participations }) => participations),
  )
  changeOverviews(
    tx,
    changed(({ days, until }) => [{ until, ...sumOfDays(days) }]),
  )
}

async function countByDay(tx: Tx, ranges: EventRange[]): Promise<EventCount[]> {
  const rows = await tx.many<Omit<EventCount, 'coins'> & { coins: string }>(
    replanOnGrowth(sql`
      select partner_id, day, type, is_credit, reason, count(*) as count, sum(coins) as coins
      from (${eventsOf(ranges)}) new_events
      group by partner_id, day, type, is_credit, reason`),
  )
  return rows.map((row) => ({ ...row, coins: BigInt(row.coins) }))
}

/** The first payments of each day. One dated before an earlier one, by a clock that lags, is not a visit. */
function findVisits(tx: Tx, ranges: EventRange[]): Promise<Visit[]> {
  const partnerId = ranges.length === 1 ? sql`${ranges[0]?.partnerId}::uuid` : sql`e.partner_id`
  return tx.many<Visit>(
    replanOnGrowth(sql`
      select partner_id, user_id, day, before
      from (
        select e.partner_id, e.user_id, e.day, greatest(p.last_on, max(e.day) over (
          partition by e.partner_id, e.user_id
          order by e.seq
          rows between unbounded preceding and 1 preceding
        )) as before
        from (
          select partner_id, user_id, day, min(seq) as seq
          from (${eventsOf(ranges)}) new_events
          where type = 'award.paid'
          group by partner_id, user_id, day
        ) e
        left join participations p on p.partner_id = ${partnerId} and p.user_id = e.user_id
      ) payments
      where before is null or before < day`),
  )
}

const DAY_SUMS = {
  issued: 'numeric',
  reversed: 'numeric',
  spent: 'numeric',
  refunded: 'numeric',
  added: 'numeric',
  deducted: 'numeric',
  settled: 'numeric',
  opened: 'numeric',
  paid: 'bigint',
  counted: 'bigint',
  refused: 'bigint',
  joined: 'bigint',
  departed: 'bigint',
  participants: 'bigint',
  new_participants: 'bigint',
  last_seen: 'bigint',
} as const

const ADD_TO_DAY = fixedText(
  Object.keys(DAY_SUMS)
    .map((name) => `${name} = t.${name} + excluded.${name}`)
    .join(', '),
)

function changeDays(tx: Tx, changes: ByPartner<DayChange>): void {
  if (isEmpty(changes)) return
  tx.send(sql`
    ${insertRows('day_totals as t', changes, { day: 'date', ...DAY_SUMS })}
    on conflict (partner_id, day) do update set ${ADD_TO_DAY}`)
}

function changeRefusals(tx: Tx, refusals: ByPartner<PartnerChanges['refusals'][number]>): void {
  if (isEmpty(refusals)) return
  tx.send(sql`
    ${insertRows('day_refusals as r', refusals, { day: 'date', reason: 'text', count: 'bigint' })}
    on conflict (partner_id, day, reason) do update set count = r.count + excluded.count`)
}

function saveParticipations(tx: Tx, saved: ByPartner<PartnerChanges['participations'][number]>): void {
  if (isEmpty(saved)) return
  tx.send(sql`
    ${insertRows('participations', saved, { user_id: 'uuid', last_on: 'date' })}
    on conflict (partner_id, user_id) do update set last_on = excluded.last_on`)
}

function changeOverviews(tx: Tx, changes: ByPartner<ReturnType<typeof sumOfDays> & { until: bigint }>): void {
  const { table, partnerId } = partnerRows('given', changes, {
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
    where o.partner_id = ${partnerId}`)
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

/** Returns those of some partners that have uncounted events. */
export function findLaggingPartners(db: Db, partnerIds: string[]): Promise<{ partnerId: string }[]> {
  return db.many<{ partnerId: string }>(sql`
    select l.partner_id
    from ledgers l
    left join overviews o on o.partner_id = l.partner_id
    where ${isOneOf(sql`l.partner_id`, partnerIds)} and l.last_seq > coalesce(o.counted_events, 0)`)
}
