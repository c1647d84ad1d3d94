import { type Db, plannedAnew, sql, type Tx } from '../database/database.ts'

/** The last counted event, and the last event. */
export type CountingProgress = { counted: bigint; last: bigint }

/** Creates the partner's overview unless it exists. */
export function createOverview(tx: Tx, partnerId: string): void {
  tx.send(sql`
    insert into overviews (partner_id)
    values (${partnerId})
    on conflict do nothing`)
}

/**
 * Locks the partner's overview, so that each event is counted once. With `skipLocked`, skips a locked one.
 */
export async function lockOverview(
  tx: Tx,
  partnerId: string,
  { skipLocked }: { skipLocked: boolean },
): Promise<CountingProgress | undefined> {
  return tx.first<CountingProgress>(sql`
    select o.counted_events as counted, l.last_seq as last
    from overviews o
    join ledgers l on l.partner_id = o.partner_id
    where o.partner_id = ${partnerId}
    for update of o ${skipLocked ? sql`skip locked` : sql``}`)
}

/**
 * Adds a range of events to the totals of their days. A visit is a payment on a later day than the user's
 * earlier payments: it counts the user on its day, and removes the user from those last seen on the day
 * before. A payment dated before an earlier one, by a clock that lags, is not a visit.
 */
export function addToDays(
  tx: Tx,
  partnerId: string,
  { after, until }: { after: bigint; until: bigint },
): void {
  tx.send(
    plannedAnew(sql`
    with new_events as materialized (
      select seq, day, kind, reason, user_id, coins
      from day_events
      where partner_id = ${partnerId} and seq > ${after} and seq <= ${until}
    ),
    payments as (
      select e.user_id, e.day, greatest(p.last_on, max(e.day) over (
        partition by e.user_id
        order by e.seq
        rows between unbounded preceding and 1 preceding
      )) as before
      from new_events e
      left join participations p on p.partner_id = ${partnerId} and p.user_id = e.user_id
      where e.kind = 'paid'
    ),
    visits as materialized (
      select user_id, day, before
      from payments
      where before is null or before < day
    ),
    counts as materialized (
      select day, kind, count(*) as count, sum(coins) as coins
      from new_events
      group by day, kind
      union all
      select day, case when before is null then 'first visit' else 'visit' end, count(*), 0
      from visits
      group by 1, 2
      union all
      select before, 'seen later', count(*), 0
      from visits
      where before is not null
      group by before
    ),
    changes as materialized (
      select day,
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
      group by day
    ),
    changed_days as (
      insert into day_totals as t (partner_id, day, issued, reversed, returned, paid, counted, refused,
        joined, departed, participants, new_participants, last_seen)
      select ${partnerId}, day, issued, reversed, returned, paid, counted, refused,
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
      select ${partnerId}, day, reason, count(*)
      from new_events
      where kind = 'refused'
      group by day, reason
      on conflict (partner_id, day, reason) do update set count = r.count + excluded.count
    ),
    changed_participations as (
      insert into participations (partner_id, user_id, last_on)
      select ${partnerId}, user_id, max(day)
      from visits
      group by user_id
      on conflict (partner_id, user_id) do update set last_on = excluded.last_on
    )
    update overviews o
    set counted_events = ${until},
      members = o.members + c.members,
      participants = o.participants + c.participants,
      coins_in_wallets = o.coins_in_wallets + c.coins
    from (
      select coalesce(sum(joined - departed), 0) as members,
        coalesce(sum(new_participants), 0) as participants,
        coalesce(sum(issued - reversed - returned), 0) as coins
      from changes
    ) c
    where o.partner_id = ${partnerId}`),
  )
}

/** Partners with events that are not counted yet. */
export async function listPartnersBehind(db: Db, countMax: number): Promise<{ partnerId: string }[]> {
  return db.many(sql`
    select l.partner_id
    from ledgers l
    left join overviews o on o.partner_id = l.partner_id
    where l.last_seq > coalesce(o.counted_events, 0)
    limit ${countMax}`)
}
