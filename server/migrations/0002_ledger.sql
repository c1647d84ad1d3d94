-- The ledger side. Every key starts with partner_id and no foreign key leaves the partner, so that all of it can be sharded by partner.
-- Amounts are whole hundredths of a coin.

-- One row a partner. Whoever writes an event locks it first, which puts all writes of one partner in one order.
create table ledgers (
  partner_id uuid not null,
  issuance_account uuid not null,
  returns_account uuid not null,
  last_event_no bigint not null default 0,
  last_joined_no bigint not null default 0,
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

create index wallets_points_idx on wallets (partner_id, points desc, joined_no) where on_boards;
create index wallets_returned_idx on wallets (partner_id, returned desc, joined_no) where on_boards and has_returned;

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
  constraint monthly_scores_pkey primary key (partner_id, month, user_id),
  constraint monthly_scores_wallet_fkey foreign key (partner_id, user_id) references wallets (partner_id, user_id),
  constraint monthly_scores_first_of_month check (month = date_trunc('month', month)),
  constraint monthly_scores_earned_natural check (earned >= 0),
  constraint monthly_scores_returned_natural check (returned >= 0)
);

create index monthly_scores_user_idx on monthly_scores (partner_id, user_id);
create index monthly_scores_earned_idx on monthly_scores (partner_id, month, earned desc, joined_no) where on_boards and has_earned;
create index monthly_scores_returned_idx on monthly_scores (partner_id, month, returned desc, joined_no) where on_boards and has_returned;

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
  constraint standings_rule_fkey foreign key (partner_id, rule_id) references rules (partner_id, id),
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
  created_at timestamptz not null,
  constraint awards_pkey primary key (partner_id, id),
  constraint awards_event_no_key unique (partner_id, event_no),
  constraint awards_outcome_known check (outcome in ('paid', 'counted', 'refused')),
  constraint awards_reason_of_refusal check ((outcome = 'refused') = (reason is not null)),
  constraint awards_coins_of_payment check (case when outcome = 'paid' then coins > 0 else coins = 0 end),
  constraint awards_user_limit_held check (outcome <> 'paid' or user_awards_max is null or user_awards <= user_awards_max),
  constraint awards_participants_held check (outcome <> 'paid' or user_awards > 1 or participants <= participants_max)
);

create index awards_user_idx on awards (partner_id, user_id, id);

-- A movement of coins names the account it leaves and the one it enters, so it balances by construction. Insert only.
-- It has the id of the fact that caused it: the paid award, or the transfer.
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
  constraint movements_kind_known check (kind in ('award', 'transfer')),
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
  created_at timestamptz not null,
  constraint transfers_pkey primary key (partner_id, id),
  constraint transfers_event_no_key unique (partner_id, event_no),
  constraint transfers_coins_positive check (coins > 0),
  constraint transfers_outcome_known check (outcome in ('moved', 'refused')),
  constraint transfers_reason_of_refusal check ((outcome = 'refused') = (reason is not null)),
  constraint transfers_event_of_movement check ((outcome = 'moved') = (event_no is not null))
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
  select partner_id, event_no, type, null, created_at from notices;

-- The coin board: who earned or gave back how much in a month, or ever (the month 0001-01-01).
create view coin_scores as
  select partner_id, 'earner' as board, date '0001-01-01' as month, user_id, points as score, joined_no
  from wallets
  where on_boards and has_earned
  union all
  select partner_id, 'spender', date '0001-01-01', user_id, returned, joined_no
  from wallets
  where on_boards and has_returned
  union all
  select partner_id, 'earner', month, user_id, earned, joined_no
  from monthly_scores
  where on_boards and has_earned
  union all
  select partner_id, 'spender', month, user_id, returned, joined_no
  from monthly_scores
  where on_boards and has_returned;
