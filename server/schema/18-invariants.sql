-- What must always be true of the ledger. Each view lists the rows that break one invariant; on a sound
-- ledger all are empty. `laurel audit` reads them.

-- The last result of each check by `laurel audit`, for monitoring.
create table invariant_checks (
  invariant text not null,
  broken_rows bigint not null,
  checked_at timestamptz not null,
  -- The first of the partners whose rows break it.
  partner_ids uuid[] not null default '{}',
  constraint invariant_checks_pkey primary key (invariant),
  constraint invariant_checks_not_negative check (broken_rows >= 0)
);

-- 1. Every movement leaves one account of its partner and enters another.
create view broken_movements as
  select partner_id, id, 'is a movement of kind ' || kind || ' without both of its accounts' as problem
  from movements
  where from_account is null or to_account is null or from_account = to_account;

-- 2. A wallet holds the sum of its movements, and the ledger counts the wallets with coins.
create view broken_wallets as
  select w.partner_id, w.user_id as id,
    'holds ' || w.balance || ' but its movements sum up to ' || coalesce(m.balance, 0) as problem
  from wallets w
  left join (
    select partner_id, user_id, sum(change) as balance
    from movements
    group by partner_id, user_id
  ) m on m.partner_id = w.partner_id and m.user_id = w.user_id
  where w.balance <> coalesce(m.balance, 0)
  union all
  select l.partner_id, l.partner_id,
    'counts ' || l.wallets_with_coins || ' wallets with coins, not ' || coalesce(w.wallets, 0)
  from ledgers l
  left join (
    select partner_id, count(*) as wallets
    from wallets
    where balance > 0
    group by partner_id
  ) w on w.partner_id = l.partner_id
  where l.wallets_with_coins <> coalesce(w.wallets, 0);

-- 3. What wallets hold, wait for and lost is what their holds, lots and movements say, and nothing is due before the wallet
-- and the ledger say so.
create view broken_lots as
  select w.partner_id, w.user_id as id,
    'has ' || w.held || ' held, ' || w.pending || ' pending and ' || w.expired || ' expired, not ' || coalesce(h.coins, 0)
      || ', ' || coalesce(l.pending, 0) || ' and ' || coalesce(e.coins, 0)
      || case when l.open > w.open_lots then ', and counts ' || w.open_lots || ' lots with coins, not ' || l.open else '' end
      as problem
  from wallets w
  left join (
    select partner_id, user_id, sum(coins) as coins, min(expires_at) as due_at
    from holds
    where status = 'active'
    group by partner_id, user_id
  ) h on h.partner_id = w.partner_id and h.user_id = w.user_id
  left join (
    select partner_id, user_id, sum(coins) as coins, sum(coins) filter (where is_pending) as pending,
      sum(expired) as expired, sum(revoked) as revoked, count(*) filter (where coins > 0) as open,
      min(case when is_pending then available_at else least(notice_at, expires_at) end) filter (where coins > 0) as due_at
    from lots
    group by partner_id, user_id
  ) l on l.partner_id = w.partner_id and l.user_id = w.user_id
  left join (
    select partner_id, user_id, sum(coins) as coins, sum(expired) as expired, sum(revoked) as revoked
    from (
      select partner_id, user_id, coins, coins as expired, 0 as revoked
      from coin_transactions
      where kind = 'expiry'
      union all
      select partner_id, user_id, -from_expired, 0, from_expired
      from reversals
      where outcome = 'reversed'
    ) changes
    group by partner_id, user_id
  ) e on e.partner_id = w.partner_id and e.user_id = w.user_id
  where w.held <> coalesce(h.coins, 0)
    or w.pending <> coalesce(l.pending, 0)
    or w.expired <> coalesce(e.coins, 0)
    or coalesce(l.expired, 0) <> coalesce(e.expired, 0)
    or coalesce(l.revoked, 0) <> coalesce(e.revoked, 0)
    or w.balance - w.held < coalesce(l.coins, 0)
    or w.open_lots < coalesce(l.open, 0)
    or (least(h.due_at, l.due_at) < w.next_due_at) is not false and least(h.due_at, l.due_at) is not null
  union all
  select h.partner_id, h.id, 'is a hold of which ' || h.captured || ' is captured, not ' || coalesce(t.coins, 0)
  from holds h
  left join (
    select partner_id, hold_id, sum(coins) as coins
    from coin_transactions
    where kind = 'transfer' and hold_id is not null
    group by partner_id, hold_id
  ) t on t.partner_id = h.partner_id and t.hold_id = h.id
  where h.captured <> coalesce(t.coins, 0)
  union all
  select l.partner_id, l.partner_id,
    'has ' || coalesce(l.next_due_at::text, 'no time') || ' at which something is due, but a wallet has ' || w.due_at
  from ledgers l
  join (
    select partner_id, min(next_due_at) as due_at
    from wallets
    where next_due_at is not null
    group by partner_id
  ) w on w.partner_id = l.partner_id
  where l.next_due_at is null or l.next_due_at > w.due_at;

-- 4. What is owed, written off, adjusted and opened is the sum of its movements.
create view broken_arrears as
  select w.partner_id, w.user_id as id,
    'owes ' || w.owed || ', has ' || w.written_off || ' written off and ' || w.adjusted
      || ' adjusted, but its movements sum up to ' || coalesce(m.owed, 0) || ', ' || coalesce(m.written_off, 0)
      || ' and ' || coalesce(m.adjusted, 0) as problem
  from wallets w
  left join (
    select partner_id, user_id, sum(owed) as owed, sum(written_off) as written_off, sum(adjusted) as adjusted
    from (
      select partner_id, user_id, owed, written_off, 0 as adjusted
      from reversals
      where outcome = 'reversed'
      union all
      select partner_id, user_id, case kind when 'settlement' then -coins else 0 end, 0,
        case when kind <> 'adjustment' then 0 when is_credit then coins else -coins end
      from coin_transactions
      where outcome = 'moved'
    ) changes
    group by partner_id, user_id
  ) m on m.partner_id = w.partner_id and m.user_id = w.user_id
  where w.owed <> coalesce(m.owed, 0)
    or w.written_off <> coalesce(m.written_off, 0)
    or w.adjusted <> coalesce(m.adjusted, 0)
  union all
  select w.partner_id, w.user_id,
    'opened with ' || w.opened || ' coins and ' || w.opening_points || ' points, but its opening says '
      || coalesce(o.coins, 0) || ' and ' || coalesce(o.points, 0)
  from wallets w
  left join (
    select partner_id, user_id, sum(coins) as coins, sum(points) as points
    from coin_transactions
    where kind = 'opening'
    group by partner_id, user_id
  ) o on o.partner_id = w.partner_id and o.user_id = w.user_id
  where w.opened <> coalesce(o.coins, 0) or w.opening_points <> coalesce(o.points, 0);

-- 5. No more of an award is reversed, and no more of a transfer refunded, than there was, and each part leaves
-- what it says. A reversal is of the rule and user of its award.
create view broken_parts as
  select partner_id, id, 'is an award of which a reversal leaves ' || remaining || ', not ' || left_over as problem
  from (
    select a.partner_id, a.id, r.remaining, a.coins - sum(r.coins) over (
      partition by r.partner_id, r.award_id
      order by r.seq
    ) as left_over
    from reversals r
    join awards a on a.partner_id = r.partner_id and a.id = r.award_id
    where r.outcome = 'reversed'
  ) parts
  where remaining <> left_over
  union all
  select partner_id, id, 'is a transfer of which a refund leaves ' || remaining || ', not ' || left_over
  from (
    select t.partner_id, t.id, f.remaining, t.coins - sum(f.coins) over (
      partition by f.partner_id, f.original_id
      order by f.seq
    ) as left_over
    from coin_transactions f
    join coin_transactions t on t.partner_id = f.partner_id and t.id = f.original_id
    where f.remaining is not null
  ) parts
  where remaining <> left_over
  union all
  select r.partner_id, r.id, 'is a reversal with another rule or user than its award'
  from reversals r
  join awards a on a.partner_id = r.partner_id and a.id = r.award_id
  where r.rule_id <> a.rule_id or r.user_id <> a.user_id;

-- 6. The counters of rules and of progress equal what was paid. Constraints of awards check that each payment
-- was within its limits.
create view broken_counters as
  select r.partner_id, r.id,
    'counts ' || r.participants || ' participants but paid ' || coalesce(a.users, 0) as problem
  from rules r
  left join (
    select partner_id, rule_id, count(distinct user_id) as users
    from awards_in_force
    group by partner_id, rule_id
  ) a on a.partner_id = r.partner_id and a.rule_id = r.id
  where r.participants <> coalesce(a.users, 0)
  union all
  select r.partner_id, r.id, 'has used ' || r.budget_used || ' of its budget but paid ' || coalesce(p.coins, 0)
  from rules r
  left join (
    select partner_id, rule_id, sum(paid_coins) as coins
    from rule_progress
    group by partner_id, rule_id
  ) p on p.partner_id = r.partner_id and p.rule_id = r.id
  where r.coin_budget is not null and r.budget_period = 'total' and r.budget_used <> coalesce(p.coins, 0)
  union all
  select p.partner_id, p.rule_id, 'counts ' || p.paid_coins || ' coins of user ' || p.user_id || ' but paid '
    || coalesce(a.coins, 0)
  from rule_progress p
  left join (
    select partner_id, rule_id, user_id, sum(coins) as coins
    from (
      select partner_id, rule_id, user_id, coins
      from awards
      where outcome = 'paid'
      union all
      select r.partner_id, a.rule_id, r.user_id, -r.taken
      from reversals r
      join awards a on a.partner_id = r.partner_id and a.id = r.award_id
      where r.outcome = 'reversed'
    ) payments
    group by partner_id, rule_id, user_id
  ) a on a.partner_id = p.partner_id and a.rule_id = p.rule_id and a.user_id = p.user_id
  where p.paid_coins <> coalesce(a.coins, 0)
  union all
  select coalesce(p.partner_id, a.partner_id), coalesce(p.rule_id, a.rule_id),
    'counts ' || coalesce(p.paid_awards, 0) || ' awards of user ' || coalesce(p.user_id, a.user_id)
      || ' but paid ' || coalesce(a.paid, 0)
  from rule_progress p
  full join (
    select partner_id, rule_id, user_id, count(*) as paid
    from awards_in_force
    group by partner_id, rule_id, user_id
  ) a on a.partner_id = p.partner_id and a.rule_id = p.rule_id and a.user_id = p.user_id
  where coalesce(p.paid_awards, 0) <> coalesce(a.paid, 0)
  union all
  select p.partner_id, p.rule_id, 'counts ' || p.progress || ' completions of user ' || p.user_id || ' but has '
    || coalesce(c.completions, 0)
  from rule_progress p
  join rules r on r.partner_id = p.partner_id and r.id = p.rule_id and r.type = 'batched'
  left join (
    select p.partner_id, p.rule_id, p.user_id, count(*) as completions
    from rule_progress p
    join completions_in_force a on a.partner_id = p.partner_id and a.rule_id = p.rule_id and a.user_id = p.user_id
    where a.seq > coalesce(p.paid_seq, 0) and a.seq >= coalesce(p.streak_seq, 0)
    group by p.partner_id, p.rule_id, p.user_id
  ) c on c.partner_id = p.partner_id and c.rule_id = p.rule_id and c.user_id = p.user_id
  where p.progress <> coalesce(c.completions, 0)
  union all
  select partner_id, rule_id, 'counts ' || count(*) || ' completions of user ' || user_id || ' in the period from '
    || count_start
  from (
    select partner_id, rule_id, user_id, count_start
    from awards
    where outcome = 'paid' and count_start is not null
    union all
    select partner_id, rule_id, user_id, count_start
    from completions_in_force
    where count_start is not null
  ) counted
  group by partner_id, rule_id, user_id, count_start
  having count(*) > 1
  union all
  select w.partner_id, w.user_id, 'counts ' || w.member_coins || ' coins of all rules from ' || w.member_period_start
    || ' but was paid ' || coalesce(a.coins, 0)
  from wallets w
  left join (
    select partner_id, user_id, member_period_start, sum(coins) as coins
    from (
      select partner_id, user_id, member_period_start, coins
      from awards
      where outcome = 'paid' and member_period_start is not null
      union all
      select r.partner_id, r.user_id, a.member_period_start, -r.taken
      from reversals r
      join awards a on a.partner_id = r.partner_id and a.id = r.award_id
      where r.outcome = 'reversed' and a.member_period_start is not null
    ) payments
    group by partner_id, user_id, member_period_start
  ) a on a.partner_id = w.partner_id and a.user_id = w.user_id and a.member_period_start = w.member_period_start
  where w.member_coins <> coalesce(a.coins, 0)
  union all
  select p.partner_id, p.rule_id, 'is no rule, but user ' || p.user_id || ' has progress with it'
  from rule_progress p
  where not exists (select from rules r where r.partner_id = p.partner_id and r.id = p.rule_id);

-- What each movement adds to the scores. A reversal counts in the month of its award, a refund in that of its
-- transfer.
create view score_changes as
  select partner_id, user_id, date_trunc('month', created_at at time zone 'utc')::date as month,
    coins as earned, null::bigint as spent
  from awards
  where outcome = 'paid'
  union all
  select r.partner_id, r.user_id, date_trunc('month', a.created_at at time zone 'utc')::date, -r.coins, null
  from reversals r
  join awards a on a.partner_id = r.partner_id and a.id = r.award_id
  where r.outcome = 'reversed' and a.outcome = 'paid'
  union all
  select t.partner_id, t.user_id,
    date_trunc('month', coalesce(o.created_at, t.created_at) at time zone 'utc')::date, null,
    case t.kind when 'transfer' then t.coins else -t.coins end
  from coin_transactions t
  left join coin_transactions o on o.partner_id = t.partner_id and o.id = t.original_id
  where t.kind in ('transfer', 'refund') and t.outcome = 'moved';

-- 7. Scores equal the sum of their movements and openings, and members are on the boards as long as they are members.
create view broken_boards as
  select w.partner_id, w.user_id as id,
    'scores ' || w.points || ' points and ' || w.spent || ' spent instead of '
      || coalesce(m.earned, 0) + w.opening_points || ' and ' || coalesce(m.spent, 0) as problem
  from wallets w
  left join (
    select partner_id, user_id, sum(earned) as earned, sum(spent) as spent
    from score_changes
    group by partner_id, user_id
  ) m on m.partner_id = w.partner_id and m.user_id = w.user_id
  where w.points <> coalesce(m.earned, 0) + w.opening_points
    or w.spent <> coalesce(m.spent, 0)
    or w.has_earned <> (m.earned is not null)
    or w.has_spent <> (m.spent is not null)
  union all
  select coalesce(s.partner_id, m.partner_id), coalesce(s.user_id, m.user_id),
    'scores wrongly in ' || coalesce(s.month, m.month)
  from all_months s
  full join (
    select partner_id, user_id, month, sum(earned) as earned, sum(spent) as spent
    from score_changes
    group by partner_id, user_id, month
  ) m on m.partner_id = s.partner_id and m.user_id = s.user_id and m.month = s.month
  where s.earned is distinct from m.earned or s.spent is distinct from m.spent
  union all
  select b.partner_id, b.user_id, 'is shown on the boards otherwise than its membership says'
  from memberships b
  left join wallets w on w.partner_id = b.partner_id and w.user_id = b.user_id
  where w.on_boards is distinct from (b.left_at is null)
  union all
  select s.partner_id, s.user_id, 'is ranked in ' || s.month || ' otherwise than in its wallet'
  from monthly_scores s
  left join wallets w on w.partner_id = s.partner_id and w.user_id = s.user_id
  where s.on_boards is distinct from w.on_boards
    or s.joined_no is distinct from w.joined_no
    or (s.month < w.month) is not true;

-- 8. Every ranked member is in the segment that the rank key gives, and each segment counts its members.
create view broken_segments as
  with segments as (
    select *, row_number() over (
      partition by partner_id, board, month
      order by negated_score, joined_no
    ) as ordinal
    from board_segments
  ),
  ranked as (
    select partner_id, board, month, user_id, segment, no,
      count(*) filter (where user_id is null) over (
        partition by partner_id, board, month
        order by negated_score, joined_no, user_id is not null
      ) as ordinal
    from (
      select partner_id, board, month, negated_score, joined_no, user_id, segment, null as no
      from ranked_members
      union all
      select partner_id, board, month, negated_score, joined_no, null, null, no
      from segments
    ) members_and_boundaries
  ),
  -- A join of members and segments by ordinal was planned by board, with each member compared to each segment.
  placed as (
    select *, max(no) over (partition by partner_id, board, month, ordinal) as right_segment
    from ranked
  ),
  counts as (
    select partner_id, board, month, ordinal, count(*) as members
    from ranked
    where user_id is not null
    group by partner_id, board, month, ordinal
  )
  select partner_id, partner_id as id,
    'the ' || board || ' board of ' || case month when '0001-01-01' then 'all time' else month::text end
      || ' counts ' || coalesce(s.members, 0) || ' in its segment ' || ordinal || ', not '
      || coalesce(c.members, 0) as problem
  from segments s
  full join counts c using (partner_id, board, month, ordinal)
  where coalesce(s.members, 0) <> coalesce(c.members, 0)
  union all
  select partner_id, user_id,
    'is in segment ' || segment || ' of the ' || board || ' board of '
      || case month when '0001-01-01' then 'all time' else month::text end || ', not in '
      || coalesce(right_segment, 0)
  from placed
  where user_id is not null and segment is distinct from right_segment;

-- 9. Events are numbered from 1 without a gap. What an activity led to ends before the next one. A month is closed as
-- of an event, or of none.
create view broken_events as
  select l.partner_id, l.partner_id as id,
    'has ' || coalesce(e.events, 0) || ' events from number ' || coalesce(e.first, 1) || ' to '
      || coalesce(e.last, 0) || ' where its ledger says ' || l.last_seq as problem
  from ledgers l
  left join (
    select partner_id, count(*) as events, count(distinct seq) as numbers, min(seq) as first, max(seq) as last
    from events
    group by partner_id
  ) e on e.partner_id = l.partner_id
  where coalesce(e.events, 0) <> l.last_seq
    or coalesce(e.numbers, 0) <> l.last_seq
    or coalesce(e.first, 1) <> 1
    or coalesce(e.last, 0) <> l.last_seq
  union all
  select a.partner_id, a.id, 'is an activity that led to event ' || a.last_seq || ', which is not its own'
  from activities a
  join ledgers l on l.partner_id = a.partner_id
  left join lateral (
    select min(seq) as seq
    from activities
    where partner_id = a.partner_id and seq > a.seq
  ) n on true
  where a.last_seq > coalesce(n.seq - 1, l.last_seq)
  union all
  select c.partner_id, c.partner_id, 'closed ' || c.month || ' at event ' || c.seq || ', which does not exist'
  from closed_months c
  left join ledgers l on l.partner_id = c.partner_id and l.last_seq >= c.seq
  where l.partner_id is null;

-- 10. The times of events do not run backwards.
create view broken_times as
  select partner_id, partner_id as id, 'has event ' || seq || ' at an earlier time than the event before' as problem
  from (
    select partner_id, seq, created_at < lag(created_at) over (partition by partner_id order by seq) as is_earlier
    from events
  ) times
  where is_earlier;

-- 11. The days equal the events that are counted so far, of each rule and, with the nil UUID, of all rules. A visit is
-- a payment on a later day than the user's payments before it. Once every event is counted, so is every coin.
create view broken_days as
  with counted_events as (
    select e.*, o.edition, (e.created_at at time zone o.time_zone)::date as day
    from overviews o
    join day_events e on e.partner_id = o.partner_id and e.seq <= o.counted_events
    where o.status <> 'dropped'
  ),
  awarded as (
    select partner_id, edition, day, seq, type, reason, user_id, rule_id, coins, from_expired, owed, written_off
    from counted_events
    where rule_id is not null and type like 'award.%'
    union all
    select partner_id, edition, day, seq, type, reason, user_id, '00000000-0000-0000-0000-000000000000', coins,
      from_expired, owed, written_off
    from counted_events
    where rule_id is not null and type like 'award.%'
  ),
  refused_activities as (
    select partner_id, edition, day, reason, rule_id
    from counted_events
    where type in ('activity.refused', 'activity.failed')
    union all
    select partner_id, edition, day, reason, '00000000-0000-0000-0000-000000000000'
    from counted_events
    where type in ('activity.refused', 'activity.failed')
  ),
  visits as (
    select partner_id, edition, rule_id, user_id, day, coalesce(before, '-infinity') as before
    from (
      select partner_id, edition, rule_id, user_id, day, max(day) over (
        partition by partner_id, edition, rule_id, user_id
        order by seq
        rows between unbounded preceding and 1 preceding
      ) as before
      from awarded
      where type = 'award.paid'
    ) payments
    where before is null or before < day
  ),
  given_blocks as (
    select partner_id, edition, rule_id, day, (seq - 1) / 10000 as block,
      count(*) filter (where type = 'award.paid') as paid,
      count(*) filter (where type = 'award.counted') as counted,
      count(*) filter (where type = 'award.refused') as refused,
      coalesce(sum(coins) filter (where type = 'award.paid'), 0) as coins,
      count(*) filter (where type = 'award.reversed' and coins > 0) as reversals,
      coalesce(sum(coins) filter (where type = 'award.reversed'), 0) as reversed,
      sum(from_expired) as from_expired,
      sum(owed) as owed,
      sum(written_off) as written_off
    from awarded
    group by partner_id, edition, rule_id, day, (seq - 1) / 10000
  ),
  given as (
    select partner_id, edition, rule_id, day, sum(paid) as paid, sum(counted) as counted, sum(refused) as refused,
      sum(coins) as coins, sum(reversals) as reversals, sum(reversed) as reversed, sum(from_expired) as from_expired,
      sum(owed) as owed, sum(written_off) as written_off
    from given_blocks
    group by partner_id, edition, rule_id, day
  ),
  visited as (
    select partner_id, edition, rule_id, day, count(*) as people,
      count(*) filter (where before = '-infinity') as new_people,
      count(*) filter (where is_last) as last_seen
    from (
      select *, day = max(day) over (partition by partner_id, edition, rule_id, user_id) as is_last
      from visits
    ) all_visits
    group by partner_id, edition, rule_id, day
  ),
  moved_blocks as (
    select partner_id, edition, day, kind, (seq - 1) / 10000 as block, count(*) as movements, sum(coins) as coins,
      sum(change) as change
    from (
      select partner_id, edition, day, seq, kind, coins, change
      from counted_events
      where kind is not null and coins > 0
      union all
      select partner_id, edition, day, seq, 'fromExpired', from_expired, 0
      from counted_events
      where from_expired > 0
      union all
      select partner_id, edition, day, seq, 'owed', owed, 0
      from counted_events
      where owed > 0
      union all
      select partner_id, edition, day, seq, 'writtenOff', written_off, 0
      from counted_events
      where written_off > 0
    ) all_movements
    group by partner_id, edition, day, kind, (seq - 1) / 10000
  ),
  moved as (
    select partner_id, edition, day, kind, sum(movements) as movements, sum(coins) as coins, sum(change) as change
    from moved_blocks
    group by partner_id, edition, day, kind
  )
  select b.partner_id, b.id, b.problem
  from (
    select partner_id, edition, coalesce(nullif(rule_id, '00000000-0000-0000-0000-000000000000'), partner_id) as id,
      'does not count on ' || day || ' the awards that its events give' as problem
    from award_days t
    full join given g using (partner_id, edition, rule_id, day)
    full join visited v using (partner_id, edition, rule_id, day)
    where (t.paid, t.counted, t.refused, t.coins, t.reversals, t.reversed, t.from_expired, t.owed, t.written_off)
        is distinct from
        (g.paid, g.counted, g.refused, g.coins, g.reversals, g.reversed, g.from_expired, g.owed, g.written_off)
      or t.people is distinct from coalesce(v.people, 0)
      or t.new_people is distinct from coalesce(v.new_people, 0)
      or t.last_seen is distinct from coalesce(v.last_seen, 0)
    union all
    select partner_id, edition, partner_id,
      'counts ' || coalesce(t.coins, 0) || ' coins ' || kind || ' on ' || day || ', not ' || coalesce(m.coins, 0)
    from day_movements t
    full join moved m using (partner_id, edition, day, kind)
    where (t.movements, t.coins, t.change) is distinct from (m.movements, m.coins, m.change)
    union all
    select partner_id, edition, partner_id,
      'counts ' || coalesce(t.idle_members, 0) || ' members with ' || coalesce(t.idle_coins, 0)
        || ' coins who last moved coins on ' || day || ', not ' || coalesce(i.members, 0) || ' with '
        || coalesce(i.coins, 0)
    from day_totals t
    full join (
      select partner_id, edition, day, count(*) filter (where balance > 0) as members, sum(balance) as coins
      from (
        select partner_id, edition, user_id, max(day) as day, sum(change) as balance
        from counted_events
        where kind is not null and coins > 0
        group by partner_id, edition, user_id
      ) balances
      group by partner_id, edition, day
    ) i using (partner_id, edition, day)
    where t.idle_members is distinct from coalesce(i.members, 0) or t.idle_coins is distinct from coalesce(i.coins, 0)
    union all
    select partner_id, edition, user_id,
      'last moved coins on ' || coalesce(m.day::text, 'no day') || ', not on ' || coalesce(p.day::text, 'no day')
    from (
      select partner_id, edition, user_id, max(last_on) as day
      from participations
      group by partner_id, edition, user_id
    ) p
    full join (
      select partner_id, edition, user_id, max(day) as day
      from counted_events
      where kind is not null and coins > 0
      group by partner_id, edition, user_id
    ) m using (partner_id, edition, user_id)
    where p.day is distinct from m.day
    union all
    select partner_id, edition, partner_id, 'does not count on ' || day || ' the members that its events give'
    from day_totals t
    full join (
      select partner_id, edition, day,
        count(*) filter (where type = 'user.onboarded') as joined,
        count(*) filter (where type = 'user.left') as departed,
        min(seq) as first_seq
      from counted_events
      group by partner_id, edition, day
    ) m using (partner_id, edition, day)
    where (t.joined, t.departed, t.first_seq) is distinct from (m.joined, m.departed, m.first_seq)
    union all
    select partner_id, edition, coalesce(nullif(rule_id, '00000000-0000-0000-0000-000000000000'), partner_id),
      'counts ' || coalesce(r.count, 0) || ' refusals with ' || reason || ' on ' || day || ', not '
        || coalesce(e.count, 0)
    from day_refusals r
    full join (
      select partner_id, edition, rule_id, day, reason, count(*) as count
      from awarded
      where type = 'award.refused'
      group by partner_id, edition, rule_id, day, reason
    ) e using (partner_id, edition, rule_id, day, reason)
    where r.count is distinct from e.count
    union all
    select partner_id, edition, coalesce(nullif(rule_id, '00000000-0000-0000-0000-000000000000'), partner_id),
      'counts ' || coalesce(r.count, 0) || ' refusals of activities with ' || reason || ' on ' || day || ', not '
        || coalesce(e.count, 0)
    from day_activity_refusals r
    full join (
      select partner_id, edition, rule_id, day, reason, count(*) as count
      from refused_activities
      group by partner_id, edition, rule_id, day, reason
    ) e using (partner_id, edition, rule_id, day, reason)
    where r.count is distinct from e.count
    union all
    select partner_id, edition, partner_id,
      'counts ' || coalesce(t.activities, 0) || ' activities of the type ' || type || ' on ' || day || ', not '
        || coalesce(a.activities, 0)
    from activity_days t
    full join (
      select partner_id, edition, reason as type, day, count(*) as activities
      from counted_events
      where type = 'activity.recorded'
      group by partner_id, edition, reason, day
    ) a using (partner_id, edition, type, day)
    where t.activities is distinct from a.activities
    union all
    select partner_id, edition, coalesce(nullif(rule_id, '00000000-0000-0000-0000-000000000000'), partner_id),
      'counts ' || coalesce(d.people, 0) || ' users on ' || day || ' who were paid on ' || before || ' before, not '
        || coalesce(v.people, 0)
    from day_visits d
    full join (
      select partner_id, edition, rule_id, day, before, count(*) as people
      from visits
      group by partner_id, edition, rule_id, day, before
    ) v using (partner_id, edition, rule_id, day, before)
    where d.people is distinct from v.people
    union all
    select partner_id, edition, user_id,
      'was last paid on ' || coalesce(v.last_on::text, 'no day') || ', not on '
        || coalesce(p.last_on::text, 'no day')
    from (
      select *
      from participations
      where rule_id <> '00000000-0000-0000-0000-000000000000'
    ) p
    full join (
      select partner_id, edition, user_id, rule_id, max(day) as last_on
      from visits
      where rule_id <> '00000000-0000-0000-0000-000000000000'
      group by partner_id, edition, user_id, rule_id
    ) v using (partner_id, edition, user_id, rule_id)
    where p.last_on is distinct from v.last_on
    union all
    select partner_id, edition, partner_id,
      'has a checkpoint at event ' || seq || ' with coins ' || kind || ' that its events do not give'
    from (
      select c.partner_id, c.edition, c.seq, m.kind, m.movements, m.coins, m.change
      from day_checkpoints c
      cross join lateral jsonb_to_recordset(c.movements)
        as m (kind text, movements numeric, coins numeric, change numeric)
    ) c
    full join (
      select c.partner_id, c.edition, c.seq, b.kind, sum(b.movements) as movements, sum(b.coins) as coins,
        sum(b.change) as change
      from day_checkpoints c
      join moved_blocks b on b.partner_id = c.partner_id and b.edition = c.edition and b.day = c.day
        and b.block < c.seq / 10000
      group by c.partner_id, c.edition, c.seq, b.kind
    ) g using (partner_id, edition, seq, kind)
    where (c.movements, c.coins, c.change) is distinct from (g.movements, g.coins, g.change)
    union all
    select partner_id, edition, rule_id,
      'has other awards in the checkpoint at event ' || seq || ' than its events give'
    from (
      select c.partner_id, c.edition, c.seq, a."ruleId" as rule_id, a.paid, a.counted, a.refused, a.coins, a.reversals,
        a.reversed, a."fromExpired" as from_expired, a.owed, a."writtenOff" as written_off
      from day_checkpoints c
      cross join lateral jsonb_to_recordset(c.awards) as a ("ruleId" uuid, paid numeric, counted numeric,
        refused numeric, coins numeric, reversals numeric, reversed numeric, "fromExpired" numeric, owed numeric,
        "writtenOff" numeric)
    ) c
    full join (
      select c.partner_id, c.edition, c.seq, b.rule_id, sum(b.paid) as paid, sum(b.counted) as counted,
        sum(b.refused) as refused, sum(b.coins) as coins, sum(b.reversals) as reversals, sum(b.reversed) as reversed,
        sum(b.from_expired) as from_expired, sum(b.owed) as owed, sum(b.written_off) as written_off
      from day_checkpoints c
      join given_blocks b on b.partner_id = c.partner_id and b.edition = c.edition and b.day = c.day
        and b.block < c.seq / 10000
      where b.rule_id <> '00000000-0000-0000-0000-000000000000'
      group by c.partner_id, c.edition, c.seq, b.rule_id
    ) g using (partner_id, edition, seq, rule_id)
    where (c.paid, c.counted, c.refused, c.coins, c.reversals, c.reversed, c.from_expired, c.owed, c.written_off)
      is distinct from
      (g.paid, g.counted, g.refused, g.coins, g.reversals, g.reversed, g.from_expired, g.owed, g.written_off)
    union all
    select o.partner_id, o.edition, o.partner_id, 'does not sum up to what its days do'
    from overviews o
    left join (
      select partner_id, edition, sum(joined - departed) as members
      from day_totals
      group by partner_id, edition
    ) t on t.partner_id = o.partner_id and t.edition = o.edition
    left join (
      select partner_id, edition, sum(new_people) as participants
      from award_days
      where rule_id = '00000000-0000-0000-0000-000000000000'
      group by partner_id, edition
    ) a on a.partner_id = o.partner_id and a.edition = o.edition
    left join (
      select partner_id, edition, sum(change) as coins
      from day_movements
      group by partner_id, edition
    ) m on m.partner_id = o.partner_id and m.edition = o.edition
    where o.members <> coalesce(t.members, 0)
      or o.participants <> coalesce(a.participants, 0)
      or o.coins_in_wallets <> coalesce(m.coins, 0)
    union all
    select o.partner_id, o.edition, o.partner_id,
      'counts ' || o.coins_in_wallets || ' coins in wallets, which hold ' || coalesce(w.coins, 0)
    from overviews o
    join ledgers l on l.partner_id = o.partner_id and l.last_seq = o.counted_events
    left join (
      select partner_id, sum(balance) as coins
      from wallets
      group by partner_id
    ) w on w.partner_id = o.partner_id
    where o.coins_in_wallets <> coalesce(w.coins, 0)
  ) b
  -- Not with `not exists`, which Citus refuses beside the parts that are named above.
  left join overviews d on d.partner_id = b.partner_id and d.edition = b.edition and d.status = 'dropped'
  where d.partner_id is null;

-- 12. The actor of every write is known.
create view broken_actors as
  select d.partner_id, d.id, 'has no actor ' || d.actor_id as problem
  from (
    select partner_id, id, actor_id from decisions
    union all
    select partner_id, id, actor_id from activities
    union all
    select partner_id, rule_id, actor_id from rule_versions
    union all
    select partner_id, user_id, actor_id from member_attributes
    union all
    select partner_id, partner_id, actor_id from closed_months
  ) d
  left join actors a on a.partner_id = d.partner_id and a.id = d.actor_id
  where a.id is null;

-- All of them.
create view broken_invariants as
  select 'movements' as invariant, partner_id, id, problem from broken_movements
  union all
  select 'wallets', partner_id, id, problem from broken_wallets
  union all
  select 'arrears', partner_id, id, problem from broken_arrears
  union all
  select 'parts', partner_id, id, problem from broken_parts
  union all
  select 'counters', partner_id, id, problem from broken_counters
  union all
  select 'boards', partner_id, id, problem from broken_boards
  union all
  select 'segments', partner_id, id, problem from broken_segments
  union all
  select 'events', partner_id, id, problem from broken_events
  union all
  select 'times', partner_id, id, problem from broken_times
  union all
  select 'days', partner_id, id, problem from broken_days
  union all
  select 'actors', partner_id, id, problem from broken_actors
  union all
  select 'lots', partner_id, id, problem from broken_lots;
