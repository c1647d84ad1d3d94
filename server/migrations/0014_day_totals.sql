-- A partner's facts, counted by day for its overview. Counting follows the events by number, behind the awards and off their path.

-- One row a partner: how far its facts are counted, and what they add up to. Whoever counts locks it.
create table overviews (
  partner_id uuid not null,
  counted_events bigint not null default 0,
  members bigint not null default 0,
  participants bigint not null default 0,
  coins_in_wallets numeric not null default 0,
  constraint overviews_pkey primary key (partner_id),
  constraint overviews_counted_events_natural check (counted_events >= 0)
) with (fillfactor = 50);

-- What happened on one day (UTC). Sums of coins have no bound that a bigint could hold.
create table day_totals (
  partner_id uuid not null,
  day date not null,
  issued numeric not null,
  reversed numeric not null,
  returned numeric not null,
  paid bigint not null,
  counted bigint not null,
  refused bigint not null,
  joined bigint not null,
  departed bigint not null,
  participants bigint not null,
  new_participants bigint not null,
  -- Users whose latest payment was on this day: summed over the last days, it counts each user who was paid in them once.
  last_seen bigint not null,
  constraint day_totals_pkey primary key (partner_id, day)
) with (fillfactor = 50);

create table day_refusals (
  partner_id uuid not null,
  day date not null,
  reason text not null,
  count bigint not null,
  constraint day_refusals_pkey primary key (partner_id, day, reason)
) with (fillfactor = 50);

-- The last day on which a user was paid.
create table participations (
  partner_id uuid not null,
  user_id uuid not null,
  last_on date not null,
  constraint participations_pkey primary key (partner_id, user_id)
);

-- The facts that are counted, each on its day.
create view day_facts as
  select partner_id, event_no, (created_at at time zone 'utc')::date as day, outcome as kind, reason, user_id, coins
  from awards
  union all
  select partner_id, event_no, (created_at at time zone 'utc')::date, 'reversed', null, user_id, coins
  from reversals
  union all
  select partner_id, event_no, (created_at at time zone 'utc')::date, 'returned', null, user_id, coins
  from transfers
  union all
  select partner_id, event_no, (created_at at time zone 'utc')::date, type, null, null, 0
  from notices
  where type in ('user.onboarded', 'user.left');

-- 6. The totals are what the facts give that are counted so far.
create view broken_days as
  with facts as (
    select f.*
    from overviews o
    join day_facts f on f.partner_id = o.partner_id and f.event_no <= o.counted_events
  ),
  visits as (
    select partner_id, user_id, day, before
    from (
      select partner_id, user_id, day, max(day) over (
        partition by partner_id, user_id
        order by event_no
        rows between unbounded preceding and 1 preceding
      ) as before
      from facts
      where kind = 'paid'
    ) payments
    where before is null or before < day
  ),
  given as (
    select partner_id, day,
      coalesce(sum(coins) filter (where kind = 'paid'), 0) as issued,
      coalesce(sum(coins) filter (where kind = 'reversed'), 0) as reversed,
      coalesce(sum(coins) filter (where kind = 'returned'), 0) as returned,
      count(*) filter (where kind = 'paid') as paid,
      count(*) filter (where kind = 'counted') as counted,
      count(*) filter (where kind = 'refused') as refused,
      count(*) filter (where kind = 'user.onboarded') as joined,
      count(*) filter (where kind = 'user.left') as departed
    from facts
    group by partner_id, day
  ),
  visited as (
    select partner_id, day, count(*) as participants, count(*) filter (where before is null) as new_participants,
      count(*) filter (where is_last) as last_seen
    from (select *, day = max(day) over (partition by partner_id, user_id) as is_last from visits) placed
    group by partner_id, day
  )
  select partner_id, partner_id as id, 'does not count on ' || day || ' what its facts give' as problem
  from day_totals t
  full join given g using (partner_id, day)
  full join visited v using (partner_id, day)
  where (t.issued, t.reversed, t.returned, t.paid, t.counted, t.refused, t.joined, t.departed)
      is distinct from (g.issued, g.reversed, g.returned, g.paid, g.counted, g.refused, g.joined, g.departed)
    or t.participants is distinct from coalesce(v.participants, 0)
    or t.new_participants is distinct from coalesce(v.new_participants, 0)
    or t.last_seen is distinct from coalesce(v.last_seen, 0)
  union all
  select partner_id, partner_id, 'counts ' || coalesce(r.count, 0) || ' refusals with ' || reason || ' on ' || day || ', not ' || coalesce(f.count, 0)
  from day_refusals r
  full join (
    select partner_id, day, reason, count(*) as count
    from facts
    where kind = 'refused'
    group by partner_id, day, reason
  ) f using (partner_id, day, reason)
  where r.count is distinct from f.count
  union all
  select partner_id, user_id, 'was last paid on ' || coalesce(v.last_on::text, 'no day') || ', not on ' || coalesce(p.last_on::text, 'no day')
  from participations p
  full join (
    select partner_id, user_id, max(day) as last_on
    from visits
    group by partner_id, user_id
  ) v using (partner_id, user_id)
  where p.last_on is distinct from v.last_on
  union all
  select o.partner_id, o.partner_id, 'does not sum up to what its days do'
  from overviews o
  left join (
    select partner_id, sum(joined - departed) as members, sum(new_participants) as participants, sum(issued - reversed - returned) as coins_in_wallets
    from day_totals
    group by partner_id
  ) t on t.partner_id = o.partner_id
  where o.members <> coalesce(t.members, 0)
    or o.participants <> coalesce(t.participants, 0)
    or o.coins_in_wallets <> coalesce(t.coins_in_wallets, 0);

create or replace view broken_invariants as
  select 'movements' as invariant, partner_id, id, problem from broken_movements
  union all
  select 'wallets', partner_id, id, problem from broken_wallets
  union all
  select 'counters', partner_id, id, problem from broken_counters
  union all
  select 'boards', partner_id, id, problem from broken_boards
  union all
  select 'segments', partner_id, id, problem from broken_segments
  union all
  select 'events', partner_id, id, problem from broken_events
  union all
  select 'days', partner_id, id, problem from broken_days;

grant select, insert, update on overviews, day_totals, day_refusals, participations to laurel_service;
grant select on day_facts, broken_days to laurel_service;
