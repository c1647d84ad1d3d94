-- What users are rewarded for.

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
  -- Distinct users with a paid award that was not reversed.
  participants integer not null default 0,
  -- Increased by every change of the rule, from 1.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint rules_pkey primary key (partner_id, id),
  constraint rules_type_known check (type in ('single', 'batched', 'combined')),
  constraint rules_status_known check (status in ('active', 'inactive')),
  constraint rules_coins_range check (coins between 1 and 100000000000),
  constraint rules_participants_max_positive check (participants_max >= 1),
  constraint rules_completions_needed_range
    check (completions_needed = 1 or (completions_needed > 1 and type = 'batched')),
  constraint rules_user_awards_max_positive check (user_awards_max >= 1),
  constraint rules_participants_natural check (participants >= 0)
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
  constraint rule_progress_pkey primary key (partner_id, rule_id, user_id),
  constraint rule_progress_paid_awards_natural check (paid_awards >= 0),
  constraint rule_progress_progress_natural check (progress >= 0)
);
