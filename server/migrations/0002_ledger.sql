-- The ledger side. Every key starts with partner_id and no foreign key leaves the partner, so that all of it can be sharded by partner.
-- Amounts are whole hundredths of a coin.

-- One row a partner. Whoever writes an event locks it first, which puts all writes of one partner in one order.
create table ledgers (
  partner_id uuid not null,
  issuance_account uuid not null,
  returns_account uuid not null,
  last_event_no bigint not null default 0,
  last_joined_no bigint not null default 0,
  -- Goes up whenever a board is cut anew, so that a process knows when its picture of the cuts is old.
  cuts_version bigint not null default 0,
  created_at timestamptz not null,
  constraint ledgers_pkey primary key (partner_id)
);

create table rules (
  partner_id uuid not null,
  id uuid not null,
  name text not null,
  type text not null,
  status text not null,
  condition text not null,
  coins bigint not null,
  participants_max integer not null,
  completions_needed integer not null,
  user_awards_max integer,
  -- Distinct users with a paid award that still stands.
  participants integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint rules_pkey primary key (partner_id, id),
  constraint rules_type_known check (type in ('single', 'batched', 'combined')),
  constraint rules_status_known check (status in ('active', 'inactive')),
  constraint rules_coins_range check (coins between 1 and 100000000000),
  constraint rules_participants_max_positive check (participants_max >= 1),
  constraint rules_completions_needed_range check (completions_needed = 1 or (completions_needed > 1 and type = 'batched')),
  constraint rules_user_awards_max_positive check (user_awards_max >= 1),
  constraint rules_participants_natural check (participants >= 0)
);

create table sub_rules (
  partner_id uuid not null,
  rule_id uuid not null,
  name text not null,
  position integer not null,
  condition text not null,
  status text not null,
  -- Whether any award named it; then it can be deactivated but not removed.
  has_history boolean not null default false,
  constraint sub_rules_pkey primary key (partner_id, rule_id, name),
  constraint sub_rules_rule_fkey foreign key (partner_id, rule_id) references rules (partner_id, id),
  constraint sub_rules_status_known check (status in ('active', 'inactive'))
);

-- Rules and sub-rules are awarded by name, so they share one set of names.
create table rule_names (
  partner_id uuid not null,
  name text not null,
  rule_id uuid not null,
  constraint rule_names_pkey primary key (partner_id, name),
  constraint rule_names_rule_fkey foreign key (partner_id, rule_id) references rules (partner_id, id),
  constraint rule_names_form check (name ~ '^[a-z0-9._-]([a-z0-9._ -]{0,98}[a-z0-9._-])?$')
);

-- A rule with its sub-rules.
create view whole_rules as
  select r.*, case r.type when 'combined' then (
    select jsonb_agg(jsonb_build_object('name', s.name, 'condition', s.condition, 'status', s.status, 'hasHistory', s.has_history) order by s.position)
    from sub_rules s
    where s.partner_id = r.partner_id and s.rule_id = r.id
  ) else '[]' end as sub_rules
  from rules r;

create table memberships (
  partner_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  -- What the partner's own record said of the user, or what the user consented to show.
  tag text not null,
  fullname text not null,
  avatar text,
  email text not null,
  left_at timestamptz,
  left_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint memberships_pkey primary key (partner_id, user_id),
  constraint memberships_left_whole check ((left_at is null) = (left_by is null)),
  constraint memberships_left_by_known check (left_by in ('partner', 'user'))
);

create index memberships_list_idx on memberships (partner_id, id);

-- The coins a user holds with a partner, and the all-time scores that follow from the same movements.
create table wallets (
  partner_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  balance bigint not null default 0,
  points bigint not null default 0,
  returned bigint not null default 0,
  has_earned boolean not null default false,
  has_returned boolean not null default false,
  -- The user's place in the order of joining, which decides between equal scores.
  joined_no bigint not null,
  on_boards boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint wallets_pkey primary key (partner_id, user_id),
  constraint wallets_membership_fkey foreign key (partner_id, user_id) references memberships (partner_id, user_id),
  constraint wallets_balance_range check (balance between 0 and 9000000000000000),
  constraint wallets_points_range check (points between 0 and 9000000000000000),
  constraint wallets_returned_natural check (returned >= 0),
  constraint wallets_balance_follows check (balance = points - returned)
);

-- A board's order is "more first, then who joined first": both ascending once the score is negated.
create index wallets_points_idx on wallets (partner_id, (-points), joined_no) where on_boards;
create index wallets_returned_idx on wallets (partner_id, (-returned), joined_no) where on_boards and has_returned;
-- Users whose earnings were all reversed stay on the coin board with 0.
create index wallets_earned_nothing_idx on wallets (partner_id, joined_no) where on_boards and has_earned and points = 0;

-- The scores of one month (UTC), for the coin board.
create table monthly_scores (
  partner_id uuid not null,
  month date not null,
  user_id uuid not null,
  earned bigint not null default 0,
  returned bigint not null default 0,
  has_earned boolean not null default false,
  has_returned boolean not null default false,
  joined_no bigint not null,
  on_boards boolean not null,
  constraint monthly_scores_pkey primary key (partner_id, user_id, month),
  constraint monthly_scores_first_of_month check (month = date_trunc('month', month)),
  constraint monthly_scores_earned_natural check (earned >= 0),
  constraint monthly_scores_returned_natural check (returned >= 0)
);

create index monthly_scores_earned_idx on monthly_scores (partner_id, month, (-earned), joined_no) where on_boards and has_earned;
create index monthly_scores_returned_idx on monthly_scores (partner_id, month, (-returned), joined_no) where on_boards and has_returned;

-- Each board cut into runs of about a thousand members, with how many stand in each: a position or a page is found by adding up
-- runs, never by counting members. A run reaches from its start (negated score, order of joining) to the start of the next.
create table board_segments (
  partner_id uuid not null,
  board text not null,
  month date not null,
  negated_score bigint not null,
  joined_no bigint not null,
  members integer not null,
  constraint board_segments_pkey primary key (partner_id, board, month, negated_score, joined_no),
  constraint board_segments_board_known check (board in ('points', 'earner', 'spender')),
  constraint board_segments_members_natural check (members >= 0)
) with (fillfactor = 50);

-- How far one user is with one rule.
create table standings (
  partner_id uuid not null,
  rule_id uuid not null,
  user_id uuid not null,
  -- Paid awards that still stand.
  paid_awards integer not null default 0,
  progress integer not null default 0,
  sub_rules_done text[] not null default '{}',
  constraint standings_pkey primary key (partner_id, rule_id, user_id),
  constraint standings_paid_awards_natural check (paid_awards >= 0),
  constraint standings_progress_natural check (progress >= 0)
);

-- Every decision on an award, with the counters and limits it was decided by; also the event of that decision. Insert only.
create table awards (
  partner_id uuid not null,
  id uuid not null,
  event_no bigint not null,
  rule_id uuid not null,
  rule_name text not null,
  user_id uuid not null,
  outcome text not null,
  reason text,
  coins bigint not null,
  note text,
  progress integer not null,
  progress_needed integer not null,
  user_awards integer not null,
  user_awards_max integer,
  participants integer not null,
  participants_max integer not null,
  -- What a refusal said beyond its reason.
  detail text,
  idempotency_key text,
  request_hash bytea,
  created_at timestamptz not null,
  constraint awards_pkey primary key (partner_id, id),
  constraint awards_event_no_key unique (partner_id, event_no),
  constraint awards_outcome_known check (outcome in ('paid', 'counted', 'refused')),
  constraint awards_reason_of_refusal check ((outcome = 'refused') = (reason is not null)),
  constraint awards_coins_of_payment check (case when outcome = 'paid' then coins > 0 else coins = 0 end),
  constraint awards_user_limit_held check (outcome <> 'paid' or user_awards_max is null or user_awards <= user_awards_max),
  constraint awards_participants_held check (outcome <> 'paid' or user_awards > 1 or participants <= participants_max)
);

create unique index awards_idempotency_key_idx on awards (partner_id, idempotency_key) where idempotency_key is not null;

create index awards_user_idx on awards (partner_id, user_id, event_no);

-- A movement of coins names the account it leaves and the one it enters, so it balances by construction. Insert only.
-- It has the id of the fact that caused it: the paid award, the transfer or the reversal.
create table movements (
  partner_id uuid not null,
  id uuid not null,
  kind text not null,
  from_account uuid not null,
  to_account uuid not null,
  user_id uuid not null,
  coins bigint not null,
  created_at timestamptz not null,
  constraint movements_pkey primary key (partner_id, id),
  constraint movements_kind_known check (kind in ('award', 'transfer', 'reversal')),
  constraint movements_coins_positive check (coins > 0),
  constraint movements_two_accounts check (from_account <> to_account)
);

-- The decisions on transfers, refused ones included. Insert only.
create table transfers (
  partner_id uuid not null,
  id uuid not null,
  event_no bigint,
  user_id uuid not null,
  coins bigint not null,
  outcome text not null,
  reason text,
  narration text,
  balance bigint not null,
  -- Who the user and the partner were at that moment, as the answer shows them.
  parties jsonb not null,
  idempotency_key text,
  request_hash bytea,
  created_at timestamptz not null,
  constraint transfers_pkey primary key (partner_id, id),
  constraint transfers_event_no_key unique (partner_id, event_no),
  constraint transfers_coins_positive check (coins > 0),
  constraint transfers_outcome_known check (outcome in ('moved', 'refused')),
  constraint transfers_reason_of_refusal check ((outcome = 'refused') = (reason is not null)),
  constraint transfers_event_of_movement check ((outcome = 'moved') = (event_no is not null))
);

create unique index transfers_idempotency_key_idx on transfers (partner_id, idempotency_key) where idempotency_key is not null;


-- The decisions on taking an award back, refused ones included. The award's own row stays as it was. Insert only.
create table reversals (
  partner_id uuid not null,
  id uuid not null,
  event_no bigint,
  award_id uuid not null,
  user_id uuid not null,
  coins bigint not null,
  outcome text not null,
  reason text,
  balance bigint not null,
  idempotency_key text,
  request_hash bytea,
  created_at timestamptz not null,
  constraint reversals_pkey primary key (partner_id, id),
  constraint reversals_event_no_key unique (partner_id, event_no),
  constraint reversals_award_fkey foreign key (partner_id, award_id) references awards (partner_id, id),
  constraint reversals_outcome_known check (outcome in ('reversed', 'refused')),
  constraint reversals_reason_of_refusal check ((outcome = 'refused') = (reason is not null)),
  constraint reversals_event_of_movement check ((outcome = 'reversed') = (event_no is not null))
);

create unique index reversals_idempotency_key_idx on reversals (partner_id, idempotency_key) where idempotency_key is not null;

create unique index reversals_once_idx on reversals (partner_id, award_id) where outcome = 'reversed';

-- First answers to requests with an Idempotency-Key whose fact has no place for it. The answer is null while a bulk call is under way.
create table replies (
  partner_id uuid not null,
  idempotency_key text not null,
  request_hash bytea not null,
  status integer,
  answer json,
  created_at timestamptz not null,
  constraint replies_pkey primary key (partner_id, idempotency_key)
);

-- Facts that have no row of their own to carry their event number. Insert only.
create table notices (
  partner_id uuid not null,
  event_no bigint not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  constraint notices_pkey primary key (partner_id, event_no),
  constraint notices_type_known check (type in ('rule.created', 'rule.updated', 'user.onboarded', 'user.left'))
);

-- Every fact of a partner in its gapless order.
create view events as
  select partner_id, event_no, 'award.' || outcome as type, id as fact_id, created_at from awards
  union all
  select partner_id, event_no, 'coins.transferred', id, created_at from transfers where event_no is not null
  union all
  select partner_id, event_no, 'award.reversed', id, created_at from reversals where event_no is not null
  union all
  select partner_id, event_no, type, null, created_at from notices;

-- Everyone on a board, with the place in its order.
create view board_places as
  select partner_id, 'points' as board, date '0001-01-01' as month, -points as negated_score, joined_no, user_id
  from wallets
  where on_boards
  union all
  select partner_id, 'spender', date '0001-01-01', -returned, joined_no, user_id
  from wallets
  where on_boards and has_returned
  union all
  select partner_id, 'earner', month, -earned, joined_no, user_id
  from monthly_scores
  where on_boards and has_earned
  union all
  select partner_id, 'spender', month, -returned, joined_no, user_id
  from monthly_scores
  where on_boards and has_returned;
