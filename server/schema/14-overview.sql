-- What a partner's events add up to by day: the overview, the statement and the results of rules. A background task
-- follows the events by number, outside the transactions of awards.

-- The last event that is counted, and the sums so far. Counting locks the row. A partner has one edition of the
-- counts that is read; a change of its time zone makes another, which replaces it once it has counted as many events.
create table overviews (
  partner_id uuid not null,
  edition integer not null default 1,
  -- In which days begin.
  time_zone text not null default 'UTC',
  -- A dropped edition is deleted in the background.
  status text not null default 'current',
  counted_events bigint not null default 0,
  members bigint not null default 0,
  participants bigint not null default 0,
  coins_in_wallets numeric not null default 0,
  constraint overviews_pkey primary key (partner_id, edition),
  constraint overviews_status_known check (status in ('counting', 'current', 'dropped')),
  constraint overviews_counted_events_natural check (counted_events >= 0)
) with (fillfactor = 50);

create unique index overviews_current_idx on overviews (partner_id) where status = 'current';

-- The members of one day, the first event that was counted on it, and the members with coins whose last movement was
-- on this day, with their coins.
create table day_totals (
  partner_id uuid not null,
  edition integer not null,
  day date not null,
  first_seq bigint not null,
  joined bigint not null,
  departed bigint not null,
  idle_members bigint not null,
  idle_coins numeric not null,
  constraint day_totals_pkey primary key (partner_id, edition, day)
) with (fillfactor = 50);

-- The movements of one day by kind: how many, their coins, and by how much the coins in wallets changed. What was
-- taken of expired coins, is owed and was written off changes none. Sums of coins are numeric, because no bound keeps them within a bigint.
create table day_movements (
  partner_id uuid not null,
  edition integer not null,
  day date not null,
  kind text not null,
  movements bigint not null,
  coins numeric not null,
  change numeric not null,
  constraint day_movements_pkey primary key (partner_id, edition, day, kind)
) with (fillfactor = 50);

-- The awards of one day, and their reversals on that day: of a rule, or with the nil UUID as rule_id of all rules.
create table award_days (
  partner_id uuid not null,
  edition integer not null,
  rule_id uuid not null,
  day date not null,
  paid bigint not null,
  counted bigint not null,
  refused bigint not null,
  coins numeric not null,
  -- Reversals that took coins from wallets, and the coins that they took. Beside them, what they took of
  -- expired coins, what is owed instead, and what was written off.
  reversals bigint not null,
  reversed numeric not null,
  from_expired numeric not null,
  owed numeric not null,
  written_off numeric not null,
  -- Users paid on this day, those paid for the first time, and those whose latest payment was on this day. The sum of
  -- the last over the days until today counts each user paid in them once.
  people bigint not null,
  new_people bigint not null,
  last_seen bigint not null,
  constraint award_days_pkey primary key (partner_id, edition, rule_id, day)
) with (fillfactor = 50);

-- The refused awards of one day by reason; rule_id as in award_days.
create table day_refusals (
  partner_id uuid not null,
  edition integer not null,
  rule_id uuid not null,
  day date not null,
  reason text not null,
  count bigint not null,
  constraint day_refusals_pkey primary key (partner_id, edition, rule_id, day, reason)
) with (fillfactor = 50);

-- The activities of one day by type.
create table activity_days (
  partner_id uuid not null,
  edition integer not null,
  type text not null,
  day date not null,
  activities bigint not null,
  constraint activity_days_pkey primary key (partner_id, edition, type, day)
) with (fillfactor = 50);

-- What rules refused of the activities of one day, by reason; evaluation_failed counts expressions that failed. rule_id
-- as in award_days, whose refused awards these are not.
create table day_activity_refusals (
  partner_id uuid not null,
  edition integer not null,
  rule_id uuid not null,
  day date not null,
  reason text not null,
  count bigint not null,
  constraint day_activity_refusals_pkey primary key (partner_id, edition, rule_id, day, reason)
) with (fillfactor = 50);

-- The users paid on one day by the day of their payment before; -infinity for none. Over any days, the sum of those
-- with a payment before the first day counts each user once. rule_id is as in award_days.
create table day_visits (
  partner_id uuid not null,
  edition integer not null,
  rule_id uuid not null,
  day date not null,
  before date not null,
  people bigint not null,
  constraint day_visits_pkey primary key (partner_id, edition, rule_id, day, before)
) with (fillfactor = 50);

-- The movements and awards of the latest day so far, kept at every 10,000th event, so that a statement as of an event
-- counts only the events after the checkpoint before it.
create table day_checkpoints (
  partner_id uuid not null,
  edition integer not null,
  seq bigint not null,
  day date not null,
  movements jsonb not null,
  awards jsonb not null,
  constraint day_checkpoints_pkey primary key (partner_id, edition, seq)
);

-- The last day on which a rule paid a user. The nil UUID as rule_id stands for movements other than payments: the
-- latest of a user's days is that of the last movement.
create table participations (
  partner_id uuid not null,
  edition integer not null,
  user_id uuid not null,
  rule_id uuid not null,
  last_on date not null,
  constraint participations_pkey primary key (partner_id, edition, user_id, rule_id)
) with (fillfactor = 70);

-- The events that are counted. kind is that of the movement of coins into or out of a wallet, change what it adds to
-- the wallet, which held balance_before. A record of a credit has the balance after the settlement that follows it;
-- here each event has what it finds, so that a count may end between the two. Refusals are not filtered out: a condition on the outcome leads to indexes of some outcomes, away
-- from those by number. An activity is counted by its type, which stands as its reason, and with each rule that refused
-- it or failed; in one list, because Citus refuses a union of lists.
create view day_events as
  select partner_id, seq, created_at, 'award.' || outcome as type, reason, user_id, rule_id,
    case outcome when 'paid' then 'issued' end as kind, coins, coins as change, 0::bigint as from_expired,
    0::bigint as owed, 0::bigint as written_off, balance - coins + coalesce(settled, 0) as balance_before
  from awards
  union all
  select partner_id, seq, created_at, case outcome when 'reversed' then 'award.reversed' else 'reversal.refused' end,
    null, user_id, case outcome when 'reversed' then rule_id end, case outcome when 'reversed' then 'reversed' end,
    taken, -taken, from_expired, owed, written_off, balance + taken
  from reversals
  union all
  select partner_id, seq, created_at, case outcome when 'moved' then 'coins.moved' else 'coins.refused' end, null,
    user_id, null,
    case
      when outcome = 'refused' then null
      when kind = 'transfer' then 'spent'
      when kind = 'refund' then 'refunded'
      when kind = 'settlement' then 'settled'
      when kind = 'opening' then 'opened'
      when kind = 'adjustment' and is_credit then 'added'
      when kind = 'adjustment' then 'deducted'
      when kind = 'expiry' then 'expired'
    end,
    coins, case when is_credit then coins else -coins end, 0, 0, 0,
    balance - case when is_credit then coins else -coins end + coalesce(settled, 0)
  from coin_transactions
  union all
  select partner_id, seq, created_at, type, null, null, null, null, 0, 0, 0, 0, 0, 0
  from lifecycle_events
  where type in ('user.onboarded', 'user.left')
  union all
  select a.partner_id, a.seq, a.created_at,
    case
      when e."ruleId" is null then 'activity.recorded'
      when e.reason is null then 'activity.failed'
      else 'activity.refused'
    end,
    case when e."ruleId" is null then a.type else coalesce(e.reason, 'evaluation_failed') end,
    null, e."ruleId", null, 0, 0, 0, 0, 0, 0
  from activities a
  cross join lateral jsonb_to_recordset('[{}]' || coalesce(a.refused, '[]') || coalesce(a.failed, '[]'))
    as e ("ruleId" uuid, reason text);

-- Months that finance has closed: a note for people, with the last event at that time. Nothing of the ledger changes.
-- Insert only.
create table closed_months (
  partner_id uuid not null,
  month date not null,
  seq bigint not null,
  -- In which the month began and ended.
  time_zone text not null,
  actor_id bigint not null,
  closed_at timestamptz not null,
  constraint closed_months_pkey primary key (partner_id, month),
  constraint closed_months_first_of_month check (date_part('day', month) = 1)
);
