-- What users are rewarded for.

create table rules (
  partner_id uuid not null,
  id uuid not null,
  name text not null,
  -- What people read in place of the name; null for the name.
  display_name text,
  -- Since when the rule is hidden from lists.
  archived_at timestamptz,
  type text not null,
  status text not null,
  condition text not null,
  coins bigint not null,
  participants_max integer not null,
  completions_needed integer not null,
  user_awards_max integer,
  -- Whether coins are for one unit, such as a euro, and at most how many coins one award then pays.
  per_unit boolean not null default false,
  coins_per_award_max bigint,
  -- The rule pays from starts_at until before ends_at.
  starts_at timestamptz,
  ends_at timestamptz,
  coin_budget bigint,
  budget_period text not null default 'total',
  -- The period of user_awards_max and user_coins_max.
  user_limit_period text not null default 'total',
  user_coins_max bigint,
  -- In which days, weeks and months begin.
  time_zone text not null default 'UTC',
  -- How many completions of a batched rule count: every call, or one in each period.
  count_per text not null default 'call',
  -- Whether a period without a completion starts the count again.
  consecutive boolean not null default false,
  -- Whether users see the rule, and how far they are with it, with their own tokens.
  shown_to_users boolean not null default false,
  -- The type of activities that award the rule, and for which of them; null for one that is only awarded by name. Of a
  -- combined rule, its sub-rules have them.
  activity_type text,
  activity_condition text,
  -- The units of an activity, of a rule that pays per unit.
  units_from text,
  -- Of the rules that match an activity, higher ones are decided first, and one of a group pays.
  priority integer not null default 0,
  exclusive_group text,
  -- How many days the coins of an award cannot be spent.
  pending_days integer not null default 0,
  -- How long coins live, and to the end of what; 'never' for ever, null as the partner's ledger says.
  coin_expiry_after text,
  coin_expiry_until text,
  -- Distinct users with a paid award that was not reversed.
  participants integer not null default 0,
  -- Coins paid from the budget, in the period that began at budget_start. Counted while there is a budget.
  budget_used bigint not null default 0,
  budget_start timestamptz,
  -- Since when the current periods are counted: a change of the period or the zone starts anew.
  budget_since timestamptz,
  user_limits_since timestamptz,
  -- Whether rule.exhausted was recorded for what is left of the budget.
  is_exhausted boolean not null default false,
  -- The phase that the events rule.started and rule.ended tell, and when the next one begins.
  phase text not null default 'running',
  phase_ends_at timestamptz,
  -- Increased by every change of the rule, from 1.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint rules_pkey primary key (partner_id, id),
  constraint rules_type_known check (type in ('single', 'batched', 'combined')),
  constraint rules_status_known check (status in ('active', 'inactive')),
  constraint rules_archived_inactive check (archived_at is null or status = 'inactive'),
  constraint rules_coins_range check (coins between 1 and 100000000000),
  constraint rules_participants_max_positive check (participants_max >= 1),
  constraint rules_completions_needed_range
    check (completions_needed = 1 or (completions_needed > 1 and type = 'batched')),
  constraint rules_user_awards_max_positive check (user_awards_max >= 1),
  constraint rules_participants_natural check (participants >= 0),
  constraint rules_per_unit_of_single check (not per_unit or type = 'single'),
  constraint rules_coins_per_award_max_positive check (coins_per_award_max >= 1),
  constraint rules_window_not_empty check (starts_at < ends_at),
  constraint rules_coin_budget_positive check (coin_budget >= 1),
  constraint rules_user_coins_max_positive check (user_coins_max >= 1),
  constraint rules_budget_period_known check (budget_period in ('total', 'day', 'week', 'month')),
  constraint rules_user_limit_period_known check (user_limit_period in ('total', 'day', 'week', 'month')),
  constraint rules_budget_used_natural check (budget_used >= 0),
  constraint rules_count_per_known check (count_per in ('call', 'day', 'week', 'month')),
  constraint rules_count_per_of_batched check (count_per = 'call' or type = 'batched'),
  constraint rules_consecutive_of_periods check (not consecutive or count_per <> 'call'),
  constraint rules_phase_known check (phase in ('scheduled', 'running', 'ended')),
  constraint rules_activity_of_rule check (activity_type is null or type <> 'combined'),
  constraint rules_condition_of_activity check (activity_condition is null or activity_type is not null),
  constraint rules_units_of_activity check ((units_from is not null) = (per_unit and activity_type is not null)),
  constraint rules_pending_days_range check (pending_days between 0 and 365),
  constraint rules_coin_expiry_whole
    check ((coin_expiry_until is null) = (coin_expiry_after is null or coin_expiry_after = 'never')),
  constraint rules_coin_expiry_after_known
    check (coin_expiry_after ~ '^(never|P([1-9][0-9]{0,3}D|[1-9][0-9]{0,2}M|([1-9]|10)Y))$'),
  constraint rules_coin_expiry_until_known check (coin_expiry_until in ('day', 'month', 'year'))
);

-- The rules that users see.
create index rules_shown_idx on rules (partner_id, id) where shown_to_users;

-- The rules that activities of a type award.
create index rules_activity_type_idx on rules (partner_id, activity_type)
  where activity_type is not null and archived_at is null;

-- For the task that records rule.started and rule.ended when it is time.
create index rules_phase_ends_at_idx on rules (phase_ends_at) where phase_ends_at is not null;

-- A rule as each change left it. Insert only.
create table rule_versions (
  partner_id uuid not null,
  rule_id uuid not null,
  version integer not null,
  -- The fields of the rule, as the API shows them.
  data jsonb not null,
  actor_id bigint not null,
  created_at timestamptz not null,
  constraint rule_versions_pkey primary key (partner_id, rule_id, version),
  constraint rule_versions_rule_fkey foreign key (partner_id, rule_id) references rules (partner_id, id)
);

-- The parts of a combined rule, which pays once all active ones are done.
create table sub_rules (
  partner_id uuid not null,
  rule_id uuid not null,
  name text not null,
  position integer not null,
  condition text not null,
  status text not null,
  -- Whether an award named it; then it can be deactivated but not removed.
  has_history boolean not null default false,
  -- As in rules.
  activity_type text,
  activity_condition text,
  constraint sub_rules_pkey primary key (partner_id, rule_id, name),
  constraint sub_rules_rule_fkey foreign key (partner_id, rule_id) references rules (partner_id, id),
  constraint sub_rules_status_known check (status in ('active', 'inactive')),
  constraint sub_rules_condition_of_activity check (activity_condition is null or activity_type is not null)
);

create index sub_rules_activity_type_idx on sub_rules (partner_id, activity_type) where activity_type is not null;

-- Rules and sub-rules are awarded by name, so they share one set of names.
create table rule_names (
  partner_id uuid not null,
  name text not null,
  rule_id uuid not null,
  constraint rule_names_pkey primary key (partner_id, name),
  constraint rule_names_rule_fkey foreign key (partner_id, rule_id) references rules (partner_id, id),
  constraint rule_names_form check (name ~ '^[a-z0-9._-]([a-z0-9._ -]{0,98}[a-z0-9._-])?$')
);

-- The progress of one user with one rule.
create table rule_progress (
  partner_id uuid not null,
  rule_id uuid not null,
  user_id uuid not null,
  -- Paid awards that were not reversed.
  paid_awards integer not null default 0,
  -- Completions since the last payment.
  progress integer not null default 0,
  sub_rules_done text[] not null default '{}',
  -- Coins paid, less those that wallets gave back.
  paid_coins bigint not null default 0,
  -- The latest payment, which used all completions before it.
  paid_seq bigint,
  -- Paid awards and coins in the period of the user limits that began at period_start; null while it is all time.
  period_start timestamptz,
  period_awards integer,
  period_coins bigint,
  -- Of a rule that counts once in each period: the latest completion that counts for one, and the event of the first
  -- completion of the streak, if an earlier streak ended.
  counted_at timestamptz,
  streak_seq bigint,
  constraint rule_progress_pkey primary key (partner_id, rule_id, user_id),
  constraint rule_progress_paid_awards_natural check (paid_awards >= 0),
  constraint rule_progress_progress_natural check (progress >= 0),
  constraint rule_progress_paid_coins_natural check (paid_coins >= 0),
  constraint rule_progress_period_whole
    check ((period_start is null) = (period_awards is null) and (period_start is null) = (period_coins is null)),
  constraint rule_progress_period_natural check (period_awards >= 0 and period_coins >= 0)
);
