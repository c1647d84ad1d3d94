-- What must always be true of the ledger. Each view lists what breaks one invariant; on a sound ledger all are empty.

-- 1. Every movement leaves one account of its partner and enters another, as its kind says.
create view broken_movements as
  select m.partner_id, m.id, 'the accounts do not fit a movement of kind ' || m.kind as problem
  from movements m
  left join ledgers l on l.partner_id = m.partner_id
  left join wallets w on w.partner_id = m.partner_id and w.user_id = m.user_id
  where case m.kind
    when 'award' then m.from_account is distinct from l.issuance_account or m.to_account is distinct from w.id
    when 'transfer' then m.from_account is distinct from w.id or m.to_account is distinct from l.returns_account
    when 'reversal' then m.from_account is distinct from w.id or m.to_account is distinct from l.issuance_account
  end;

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

-- Paid awards that were not taken back.
create view standing_awards as
  select a.partner_id, a.id, a.rule_id, a.user_id
  from awards a
  where a.outcome = 'paid'
    and not exists (
      select from reversals r
      where r.partner_id = a.partner_id and r.award_id = a.id and r.outcome = 'reversed'
    );

-- 3. Paid awards were within their limits (a check on each row), and the counters equal what was paid.
create view broken_counters as
  select r.partner_id, r.id, 'counts ' || r.participants || ' participants but paid ' || coalesce(a.users, 0) as problem
  from rules r
  left join (
    select partner_id, rule_id, count(distinct user_id) as users
    from standing_awards
    group by partner_id, rule_id
  ) a on a.partner_id = r.partner_id and a.rule_id = r.id
  where r.participants <> coalesce(a.users, 0)
  union all
  select coalesce(s.partner_id, a.partner_id), coalesce(s.rule_id, a.rule_id),
    'counts ' || coalesce(s.paid_awards, 0) || ' awards of user ' || coalesce(s.user_id, a.user_id) || ' but paid ' || coalesce(a.paid, 0)
  from standings s
  full join (
    select partner_id, rule_id, user_id, count(*) as paid
    from standing_awards
    group by partner_id, rule_id, user_id
  ) a on a.partner_id = s.partner_id and a.rule_id = s.rule_id and a.user_id = s.user_id
  where coalesce(s.paid_awards, 0) <> coalesce(a.paid, 0)
  union all
  select s.partner_id, s.rule_id, 'is no rule, but user ' || s.user_id || ' has a standing with it'
  from standings s
  where not exists (select from rules r where r.partner_id = s.partner_id and r.id = s.rule_id);

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

-- 4, continued. The segments of each board count its members.
create view broken_segments as
  with segments as (
    select *, row_number() over (partition by partner_id, board, month order by negated_score, joined_no) as ordinal
    from board_segments
  ),
  places as (
    select partner_id, board, month, ordinal, count(*) filter (where is_place) as members
    from (
      select partner_id, board, month, is_place,
        count(*) filter (where not is_place) over (
          partition by partner_id, board, month
          order by negated_score, joined_no, is_place
        ) as ordinal
      from (
        select partner_id, board, month, negated_score, joined_no, true as is_place from board_places
        union all
        select partner_id, board, month, negated_score, joined_no, false from segments
      ) everything
    ) placed
    group by partner_id, board, month, ordinal
  )
  select partner_id, partner_id as id,
    'the ' || board || ' board of ' || month || ' counts ' || coalesce(s.members, 0) || ' in its segment ' || ordinal || ', not ' || coalesce(p.members, 0) as problem
  from segments s
  full join places p using (partner_id, board, month, ordinal)
  where coalesce(s.members, 0) <> coalesce(p.members, 0);

-- 5. Event numbers run from 1 without a gap, and each paid award and each transfer has its movement, and the other way round.
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
    or coalesce(e.last, 0) <> l.last_event_no
  union all
  select coalesce(f.partner_id, m.partner_id), coalesce(f.id, m.id), 'is a fact without its movement, or a movement without its fact'
  from (
    select partner_id, id, 'award' as kind, user_id, coins from awards where outcome = 'paid'
    union all
    select partner_id, id, 'transfer', user_id, coins from transfers where outcome = 'moved'
    union all
    select partner_id, id, 'reversal', user_id, coins from reversals where outcome = 'reversed'
  ) f
  full join movements m on m.partner_id = f.partner_id and m.id = f.id
  where f.kind is distinct from m.kind or f.user_id is distinct from m.user_id or f.coins is distinct from m.coins;

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
