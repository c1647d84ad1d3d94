-- The dashboard's overview: a partner's events, counted by day (UTC). A background task follows the events by
-- number, outside the transactions of awards.

-- One row per partner: the last event that is counted, and the sums so far. Counting locks it.
create table overviews (
  partner_id uuid not null,
  counted_events bigint not null default 0,
  members bigint not null default 0,
  participants bigint not null default 0,
  coins_in_wallets numeric not null default 0,
  constraint overviews_pkey primary key (partner_id),
  constraint overviews_counted_events_natural check (counted_events >= 0)
) with (fillfactor = 50);

-- The events of one day. Sums of coins are numeric, because no bound keeps them within a bigint.
create table day_totals (
  partner_id uuid not null,
  day date not null,
  issued numeric not null,
  -- What wallets gave back for reversed awards.
  reversed numeric not null,
  spent numeric not null,
  refunded numeric not null,
  -- Adjustments, and settlements of what was owed.
  added numeric not null,
  deducted numeric not null,
  settled numeric not null,
  -- What members were imported with.
  opened numeric not null,
  paid bigint not null,
  counted bigint not null,
  refused bigint not null,
  joined bigint not null,
  departed bigint not null,
  participants bigint not null,
  new_participants bigint not null,
  -- Users whose latest payment was on this day. Its sum over the last days counts each user paid in them
  -- once.
  last_seen bigint not null,
  constraint day_totals_pkey primary key (partner_id, day)
) with (fillfactor = 50);

-- The refused awards of one day by reason.
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

-- The events that the overview counts, each with its day.
create view day_events as
  select partner_id, seq, (created_at at time zone 'utc')::date as day, type, is_credit, reason, user_id,
    wallet_coins as coins
  from (
    select * from award_decisions
    union all
    select * from reversal_decisions
    union all
    select * from transaction_decisions
    union all
    select * from rule_and_member_events
  ) counted
  where source <> 'lifecycle' or type in ('user.onboarded', 'user.left');
