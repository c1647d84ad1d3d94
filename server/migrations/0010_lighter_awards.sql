-- Fewer rows and fewer index entries for an award: the facts are the movements, and a score may change without its place in an index.

do $$
begin
  if exists (select from broken_invariants where invariant in ('movements', 'segments', 'events')) then
    raise exception 'The ledger is not sound: run "laurel audit" with the version used before, and mend what it finds.';
  end if;
end $$;

drop view broken_invariants, broken_movements, broken_wallets, broken_boards, score_changes, broken_segments, broken_events;

-- A paid award, a transfer that moved and a reversal that took back are each one movement: from one account to another, of the same coins,
-- so it balances by construction. The row of the fact is the movement, insert only like the fact.
drop table movements;

create view movements as
  select a.partner_id, a.event_no, a.id, 'award' as kind, l.issuance_account as from_account, w.id as to_account, a.user_id, a.coins, a.created_at
  from awards a
  left join ledgers l on l.partner_id = a.partner_id
  left join wallets w on w.partner_id = a.partner_id and w.user_id = a.user_id
  where a.outcome = 'paid'
  union all
  select t.partner_id, t.event_no, t.id, 'transfer', w.id, l.returns_account, t.user_id, t.coins, t.created_at
  from transfers t
  left join ledgers l on l.partner_id = t.partner_id
  left join wallets w on w.partner_id = t.partner_id and w.user_id = t.user_id
  where t.outcome = 'moved'
  union all
  select r.partner_id, r.event_no, r.id, 'reversal', w.id, l.issuance_account, r.user_id, r.coins, r.created_at
  from reversals r
  left join ledgers l on l.partner_id = r.partner_id
  left join wallets w on w.partner_id = r.partner_id and w.user_id = r.user_id
  where r.outcome = 'reversed';

-- Segments get numbers, and a member's row names the segment it stands in. Indexes hold the segment, not the score: as long as a member
-- stays in its segment, a new score touches no index.
alter table board_segments add column no bigint;

update board_segments s
set no = numbered.no
from (
  select partner_id, board, month, negated_score, joined_no,
    row_number() over (partition by partner_id, board, month order by negated_score, joined_no) as no
  from board_segments
) numbered
where (s.partner_id, s.board, s.month, s.negated_score, s.joined_no)
  = (numbered.partner_id, numbered.board, numbered.month, numbered.negated_score, numbered.joined_no);

alter table board_segments
  alter column no set not null,
  add constraint board_segments_no_key unique (partner_id, board, month, no);

alter table wallets
  add column points_segment bigint,
  add column returned_segment bigint;

alter table monthly_scores
  add column earned_segment bigint,
  add column returned_segment bigint;

create temp table seated on commit drop as
  select partner_id, board, month, user_id, ordinal as no
  from (
    select partner_id, board, month, user_id,
      count(*) filter (where user_id is null) over (
        partition by partner_id, board, month
        order by negated_score, joined_no, user_id is not null
      ) as ordinal
    from (
      select partner_id, board, month, negated_score, joined_no, user_id from board_places
      union all
      select partner_id, board, month, negated_score, joined_no, null from board_segments
    ) everything
  ) placed
  where user_id is not null;

update wallets w set points_segment = s.no from seated s
where s.board = 'points' and (w.partner_id, w.user_id) = (s.partner_id, s.user_id);
update wallets w set returned_segment = s.no from seated s
where s.board = 'spender' and s.month = '0001-01-01' and (w.partner_id, w.user_id) = (s.partner_id, s.user_id);
update monthly_scores m set earned_segment = s.no from seated s
where s.board = 'earner' and (m.partner_id, m.user_id, m.month) = (s.partner_id, s.user_id, s.month);
update monthly_scores m set returned_segment = s.no from seated s
where s.board = 'spender' and (m.partner_id, m.user_id, m.month) = (s.partner_id, s.user_id, s.month);

drop view board_places;
drop index wallets_points_idx, wallets_returned_idx, wallets_earned_nothing_idx, monthly_scores_earned_idx, monthly_scores_returned_idx;

alter table wallets
  -- Users whose earnings were all reversed stay on the coin board with 0.
  add column earned_nothing boolean generated always as (on_boards and has_earned and points = 0) stored,
  add constraint wallets_points_segment_of_member check ((points_segment is not null) = on_boards),
  add constraint wallets_returned_segment_of_spender check ((returned_segment is not null) = (on_boards and has_returned));

alter table monthly_scores
  add constraint monthly_scores_earned_segment_of_earner check ((earned_segment is not null) = (on_boards and has_earned)),
  add constraint monthly_scores_returned_segment_of_spender check ((returned_segment is not null) = (on_boards and has_returned));

create index wallets_points_segment_idx on wallets (partner_id, points_segment) where points_segment is not null;
create index wallets_returned_segment_idx on wallets (partner_id, returned_segment) where returned_segment is not null;
create index wallets_earned_nothing_idx on wallets (partner_id, joined_no) where earned_nothing;
create index monthly_scores_earned_segment_idx on monthly_scores (partner_id, month, earned_segment) where earned_segment is not null;
create index monthly_scores_returned_segment_idx on monthly_scores (partner_id, month, returned_segment) where returned_segment is not null;

-- Everyone on a board, with the place in its order and the segment that counts it.
create view board_places as
  select partner_id, 'points' as board, date '0001-01-01' as month, points_segment as segment, -points as negated_score, joined_no, user_id
  from wallets
  where points_segment is not null
  union all
  select partner_id, 'spender', date '0001-01-01', returned_segment, -returned, joined_no, user_id
  from wallets
  where returned_segment is not null
  union all
  select partner_id, 'earner', month, earned_segment, -earned, joined_no, user_id
  from monthly_scores
  where earned_segment is not null
  union all
  select partner_id, 'spender', month, returned_segment, -returned, joined_no, user_id
  from monthly_scores
  where returned_segment is not null;

-- What must always be true of the ledger. Each view lists what breaks one invariant; on a sound ledger all are empty.

-- 1. Every movement leaves one account of its partner and enters another.
create view broken_movements as
  select partner_id, id, 'is a movement of kind ' || kind || ' without both of its accounts' as problem
  from movements
  where from_account is null or to_account is null or from_account = to_account;

-- 2. A wallet holds the sum of its movements.
create view broken_wallets as
  select w.partner_id, w.user_id as id, 'holds ' || w.balance || ' but its movements sum up to ' || coalesce(m.balance, 0) as problem
  from wallets w
  left join (
    select partner_id, user_id, sum(case kind when 'award' then coins else -coins end) as balance
    from movements
    group by partner_id, user_id
  ) m on m.partner_id = w.partner_id and m.user_id = w.user_id
  where w.balance <> coalesce(m.balance, 0);

-- What each movement adds to the scores; a reversal counts in the month of its award.
create view score_changes as
  select m.partner_id, m.user_id,
    date_trunc('month', coalesce(a.created_at, m.created_at) at time zone 'utc')::date as month,
    case m.kind when 'award' then m.coins when 'reversal' then -m.coins end as earned,
    case m.kind when 'transfer' then m.coins end as returned
  from movements m
  left join reversals r on m.kind = 'reversal' and r.partner_id = m.partner_id and r.id = m.id
  left join awards a on a.partner_id = r.partner_id and a.id = r.award_id;

-- 4. The boards equal what the movements give.
create view broken_boards as
  select w.partner_id, w.user_id as id,
    'scores ' || w.points || ' points and ' || w.returned || ' returned instead of ' || coalesce(m.earned, 0) || ' and ' || coalesce(m.returned, 0) as problem
  from wallets w
  left join (
    select partner_id, user_id, sum(earned) as earned, sum(returned) as returned
    from score_changes
    group by partner_id, user_id
  ) m on m.partner_id = w.partner_id and m.user_id = w.user_id
  where w.points <> coalesce(m.earned, 0)
    or w.returned <> coalesce(m.returned, 0)
    or w.has_earned <> (m.earned is not null)
    or w.has_returned <> (m.returned is not null)
  union all
  select coalesce(s.partner_id, m.partner_id), coalesce(s.user_id, m.user_id),
    'scores wrongly in ' || coalesce(s.month, m.month)
  from monthly_scores s
  full join (
    select partner_id, user_id, month, sum(earned) as earned, sum(returned) as returned
    from score_changes
    group by partner_id, user_id, month
  ) m on m.partner_id = s.partner_id and m.user_id = s.user_id and m.month = s.month
  where coalesce(s.earned, 0) <> coalesce(m.earned, 0)
    or coalesce(s.returned, 0) <> coalesce(m.returned, 0)
    or coalesce(s.has_earned, false) <> (m.earned is not null)
    or coalesce(s.has_returned, false) <> (m.returned is not null)
  union all
  select b.partner_id, b.user_id, 'is shown on the boards otherwise than its membership says'
  from memberships b
  left join wallets w on w.partner_id = b.partner_id and w.user_id = b.user_id
  where w.on_boards is distinct from (b.left_at is null)
  union all
  select s.partner_id, s.user_id, 'stands in ' || s.month || ' otherwise than in its wallet'
  from monthly_scores s
  left join wallets w on w.partner_id = s.partner_id and w.user_id = s.user_id
  where s.on_boards is distinct from w.on_boards or s.joined_no is distinct from w.joined_no;

-- 4, continued. Everyone on a board stands in the segment that the score and the order of joining give, and each segment counts its members.
create view broken_segments as
  with segments as (
    select *, row_number() over (partition by partner_id, board, month order by negated_score, joined_no) as ordinal
    from board_segments
  ),
  places as (
    select partner_id, board, month, user_id, segment,
      count(*) filter (where user_id is null) over (
        partition by partner_id, board, month
        order by negated_score, joined_no, user_id is not null
      ) as ordinal
    from (
      select partner_id, board, month, negated_score, joined_no, user_id, segment from board_places
      union all
      select partner_id, board, month, negated_score, joined_no, null, null from segments
    ) everything
  ),
  counts as (
    select partner_id, board, month, ordinal, count(*) as members
    from places
    where user_id is not null
    group by partner_id, board, month, ordinal
  )
  select partner_id, partner_id as id,
    'the ' || board || ' board of ' || case month when '0001-01-01' then 'all time' else month::text end || ' counts ' || coalesce(s.members, 0) || ' in its segment ' || ordinal || ', not ' || coalesce(c.members, 0) as problem
  from segments s
  full join counts c using (partner_id, board, month, ordinal)
  where coalesce(s.members, 0) <> coalesce(c.members, 0)
  union all
  select p.partner_id, p.user_id, 'stands in segment ' || p.segment || ' of the ' || p.board || ' board of ' || case p.month when '0001-01-01' then 'all time' else p.month::text end || ', not in ' || coalesce(s.no, 0)
  from places p
  left join segments s using (partner_id, board, month, ordinal)
  where p.user_id is not null and p.segment is distinct from s.no;

-- 5. Event numbers run from 1 without a gap.
create view broken_events as
  select l.partner_id, l.partner_id as id,
    'has ' || coalesce(e.events, 0) || ' events from number ' || coalesce(e.first, 1) || ' to ' || coalesce(e.last, 0)
      || ' where its ledger says ' || l.last_event_no as problem
  from ledgers l
  left join (
    select partner_id, count(*) as events, count(distinct event_no) as numbers, min(event_no) as first, max(event_no) as last
    from events
    group by partner_id
  ) e on e.partner_id = l.partner_id
  where coalesce(e.events, 0) <> l.last_event_no
    or coalesce(e.numbers, 0) <> l.last_event_no
    or coalesce(e.first, 1) <> 1
    or coalesce(e.last, 0) <> l.last_event_no;

create view broken_invariants as
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
  select 'events', partner_id, id, problem from broken_events;

grant select on movements, board_places, score_changes, broken_movements, broken_wallets, broken_boards, broken_segments, broken_events, broken_invariants
  to laurel_service;
