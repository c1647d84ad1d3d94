import { type Db, plannedAnew, records, type Sql, sql, type Tx } from '../database/database.ts'

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
    where partner_id = any(${partnerIds}::uuid[])
    order by partner_id
    on conflict do nothing`)
}

/** Locks overviews, so that each event is counted once. With `skipLocked`, skips locked ones. */
export async function lockOverviews(
  tx: Tx,
  partnerIds: string[],
  { skipLocked }: { skipLocked: boolean },
): Promise<LockedOverview[]> {
  return tx.many<LockedOverview>(sql`
    select o.partner_id, o.counted_events as counted, l.last_seq as last
    from overviews o
    join ledgers l on l.partner_id = o.partner_id
    where o.partner_id = any(${partnerIds}::uuid[])
    order by o.partner_id
    for update of o ${skipLocked ? sql`skip locked` : sql``}`)
}

const EVENT_COLUMNS = sql`e.partner_id, e.seq, e.day, e.kind, e.reason, e.user_id, e.coins`

const eventsOf = ({ partnerId, after, until }: EventRange) => sql`
  select ${EVENT_COLUMNS}
  from day_events e
  where e.partner_id = ${partnerId} and e.seq > ${after} and e.seq <= ${until}`

/** With an offset, the conditions stay inside, from where they reach the indexes of the four tables. */
const eventsOfRanges = sql`
  select ${EVENT_COLUMNS}
  from ranges r
  cross join lateral (
    select *
    from day_events
    where partner_id = r.partner_id and seq > r.after and seq <= r.until
    offset 0
  ) e`

/**
 * Adds events of some partners to the totals of their days. A visit is a payment on a later day than the user's
 * earlier payments: it counts the user on its day, and removes the user from those last seen on the day
 * before. A payment dated before an earlier one, by a clock that lags, is not a visit.
 */
export function addToDays(tx: Tx, ranges: EventRange[]): void {
  // Where the tables are distributed, a partner that is named as a value leads to one machine.
  const only = ranges.length === 1 ? ranges[0] : undefined
  const partnerOf = (column: Sql) => (only ? sql`${only.partnerId}::uuid` : column)
  tx.send(
    plannedAnew(sql`
    with ranges as materialized (
      select partner_id, after, until
      from ${records('given', ranges, { partner_id: 'uuid', after: 'bigint', until: 'bigint' })}
    ),
    new_events as materialized (
      ${only ? eventsOf(only) : eventsOfRanges}
    ),
    payments as (
      select e.partner_id, e.user_id, e.day, greatest(p.last_on, max(e.day) over (
        partition by e.partner_id, e.user_id
        order by e.seq
        rows between unbounded preceding and 1 preceding
      )) as before
      from new_events e
      left join participations p on p.partner_id = ${partnerOf(sql`e.partner_id`)} and p.user_id = e.user_id
      where e.kind = 'paid'
    ),
    visits as materialized (
      select partner_id, user_id, day, before
      from payments
      where before is null or before < day
    ),
    counts as materialized (
      select partner_id, day, kind, count(*) as count, sum(coins) as coins
      from new_events
      group by partner_id, day, kind
      union all
      select partner_id, day, case when before is null then 'first visit' else 'visit' end, count(*), 0
      from visits
      group by 1, 2, 3
      union all
      select partner_id, before, 'seen later', count(*), 0
      from visits
      where before is not null
      group by partner_id, before
    ),
    changes as materialized (
      select partner_id, day,
        coalesce(sum(coins) filter (where kind = 'paid'), 0) as issued,
        coalesce(sum(coins) filter (where kind = 'reversed'), 0) as reversed,
        coalesce(sum(coins) filter (where kind = 'returned'), 0) as returned,
        coalesce(sum(count) filter (where kind = 'paid'), 0) as paid,
        coalesce(sum(count) filter (where kind = 'counted'), 0) as counted,
        coalesce(sum(count) filter (where kind = 'refused'), 0) as refused,
        coalesce(sum(count) filter (where kind = 'user.onboarded'), 0) as joined,
        coalesce(sum(count) filter (where kind = 'user.left'), 0) as departed,
        coalesce(sum(count) filter (where kind in ('visit', 'first visit')), 0) as participants,
        coalesce(sum(count) filter (where kind = 'first visit'), 0) as new_participants,
        coalesce(sum(count) filter (where kind = 'seen later'), 0) as seen_later
      from counts
      group by partner_id, day
    ),
    changed_days as (
      insert into day_totals as t (partner_id, day, issued, reversed, returned, paid, counted, refused,
        joined, departed, participants, new_participants, last_seen)
      select partner_id, day, issued, reversed, returned, paid, counted, refused,
        joined, departed, participants, new_participants, participants - seen_later
      from changes
      on conflict (partner_id, day) do update set
        issued = t.issued + excluded.issued,
        reversed = t.reversed + excluded.reversed,
        returned = t.returned + excluded.returned,
        paid = t.paid + excluded.paid,
        counted = t.counted + excluded.counted,
        refused = t.refused + excluded.refused,
        joined = t.joined + excluded.joined,
        departed = t.departed + excluded.departed,
        participants = t.participants + excluded.participants,
        new_participants = t.new_participants + excluded.new_participants,
        last_seen = t.last_seen + excluded.last_seen
    ),
    changed_refusals as (
      insert into day_refusals as r (partner_id, day, reason, count)
      select partner_id, day, reason, count(*)
      from new_events
      where kind = 'refused'
      group by partner_id, day, reason
      on conflict (partner_id, day, reason) do update set count = r.count + excluded.count
    ),
    changed_participations as (
      insert into participations (partner_id, user_id, last_on)
      select partner_id, user_id, max(day)
      from visits
      group by partner_id, user_id
      on conflict (partner_id, user_id) do update set last_on = excluded.last_on
    )
    update overviews o
    set counted_events = r.until,
      members = o.members + coalesce(c.members, 0),
      participants = o.participants + coalesce(c.participants, 0),
      coins_in_wallets = o.coins_in_wallets + coalesce(c.coins, 0)
    from ranges r
    left join (
      select partner_id, sum(joined - departed) as members, sum(new_participants) as participants,
        sum(issued - reversed - returned) as coins
      from changes
      group by partner_id
    ) c on c.partner_id = r.partner_id
    where o.partner_id = ${partnerOf(sql`r.partner_id`)}`),
  )
}

/** Searches a page of all ledgers for events that are not counted. `end` is its last partner, null if none follows. */
export async function searchPartnersBehind(
  db: Db,
  { after, countMax }: { after: string | null; countMax: number },
): Promise<{ partnerIds: string[]; end: string | null }> {
  const rows = await db.many<{ partnerId: string; isBehind: boolean; isEnd: boolean }>(sql`
    with page as materialized (
      select partner_id, last_seq, row_number() over (order by partner_id) = ${countMax} as is_end
      from ledgers
      ${after === null ? sql`` : sql`where partner_id > ${after}`}
      order by partner_id
      limit ${countMax}
    )
    select p.partner_id, p.is_end, p.last_seq > coalesce(o.counted_events, 0) as is_behind
    from page p
    left join overviews o on o.partner_id = p.partner_id
    where p.is_end or p.last_seq > coalesce(o.counted_events, 0)`)
  return {
    partnerIds: rows.filter(({ isBehind }) => isBehind).map(({ partnerId }) => partnerId),
    end: rows.find(({ isEnd }) => isEnd)?.partnerId ?? null,
  }
}
