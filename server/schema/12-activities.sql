-- What customers did, as partners tell it, and what the rules made of that.

-- Every activity, with what the member had before. The row is also the event of it. The events after it, up to
-- last_seq, are what it led to: its awards are among them. Insert only. Properties and metadata are in activity_data.
create table activities (
  partner_id uuid not null,
  id uuid not null,
  seq bigint not null,
  last_seq bigint not null,
  actor_id bigint not null,
  type text not null,
  user_id uuid not null,
  -- In the order of characters, in which the beginning of one is found.
  reference text collate "C",
  -- What conditions see; everything else goes by created_at.
  occurred_at timestamptz not null,
  balance bigint not null,
  points bigint not null,
  -- Whether properties were told, which may be erased or purged since.
  has_properties boolean not null,
  -- The rules that listened to the type, and a letter for the outcome of each; null when none did.
  listening_id bigint,
  outcomes text,
  -- What matching rules refused, and why expressions failed; null when there was nothing.
  refused jsonb,
  failed jsonb,
  idempotency_key uuid,
  request_hash bytea,
  created_at timestamptz not null,
  constraint activities_pkey primary key (partner_id, id),
  constraint activities_seq_key unique (partner_id, seq),
  constraint activities_last_seq_after check (last_seq >= seq),
  constraint activities_listening_whole check ((listening_id is null) = (outcomes is null))
);

create unique index activities_idempotency_key_idx on activities (partner_id, idempotency_key)
  where idempotency_key is not null;
create index activities_user_idx on activities (partner_id, user_id, seq);
-- Not for reads by number alone, which could choose it while the table is small.
create index activities_type_idx on activities (partner_id, type, seq) where type is not null;
create index activities_reference_idx on activities (partner_id, reference, seq) where reference is not null;

-- What was told about the person in an activity. Erasing the member deletes it, and so does its retention.
create table activity_data (
  partner_id uuid not null,
  seq bigint not null,
  properties json,
  metadata jsonb,
  created_at timestamptz not null,
  constraint activity_data_pkey primary key (partner_id, seq),
  constraint activity_data_some check (num_nonnulls(properties, metadata) > 0)
);

-- For its retention.
create index activity_data_created_at_idx on activity_data (created_at);

-- When an activity of each type was last recorded, to the day.
create table activity_types (
  partner_id uuid not null,
  type text not null,
  last_at timestamptz not null,
  constraint activity_types_pkey primary key (partner_id, type)
);

-- The rules that listened to a type, in the order in which they are decided. Insert only: another version of a rule
-- makes another row.
create table listening_rules (
  partner_id uuid not null,
  -- The first 8 bytes of a SHA-256 of the rules, so that it is known without a read.
  id bigint not null,
  rules jsonb not null,
  constraint listening_rules_pkey primary key (partner_id, id)
);

-- The latest activities for which the expressions of a rule failed.
create table evaluation_errors (
  partner_id uuid not null,
  rule_id uuid not null,
  seq bigint not null,
  activity_id uuid not null,
  user_id uuid not null,
  -- The rule, or the sub-rule whose condition failed.
  rule_name text not null,
  -- Names and kinds, never values.
  error text not null,
  created_at timestamptz not null,
  constraint evaluation_errors_pkey primary key (partner_id, rule_id, seq, rule_name)
);

create index evaluation_errors_user_idx on evaluation_errors (partner_id, user_id);

-- Activities of the service itself that are not decided yet: noted in the transaction that causes them, deleted once they
-- are decided.
create table noted_activities (
  partner_id uuid not null,
  id uuid not null,
  type text not null,
  -- The member who joined, or the account that referred a member.
  user_id uuid,
  account_id uuid,
  -- The same for the same activity, so that it is decided once for ever.
  idempotency_key uuid not null,
  noted_at timestamptz not null,
  constraint noted_activities_pkey primary key (partner_id, id),
  constraint noted_activities_of_one check (num_nonnulls(user_id, account_id) = 1)
);

-- For those that a process left behind.
create index noted_activities_noted_at_idx on noted_activities (noted_at);

-- With the columns of decisions.
create view activity_events as
  select partner_id, seq, 'activity' as source, null::text as kind, 'activity.recorded' as type, id, actor_id,
    user_id, 'recorded' as outcome, null::text as reason, reference, null::boolean as is_credit,
    null::bigint as coins, 0::bigint as wallet_coins, balance, points, null::uuid as rule_id,
    null::text as rule_name, null::integer as rule_version, null::bigint as units,
    null::bigint as coins_per_unit, null::integer as progress, null::integer as progress_needed,
    null::integer as user_awards, null::integer as user_awards_max, null::bigint as user_coins,
    null::bigint as user_coins_max, null::integer as participants, null::integer as participants_max,
    null::bigint as budget_used, null::bigint as coin_budget, null::bigint as member_coins,
    null::bigint as member_coins_max, null::timestamptz as retry_at, null::uuid as award_id, null::bigint as taken, null::bigint as owed, null::bigint as written_off,
    null::bigint as remaining, null::uuid as original_id, null::uuid as return_id, null::jsonb as parties,
    null::integer as share, null::integer as share_total, null::text as shortfall,
    jsonb_build_object('type', type, 'occurredAt', occurred_at, 'lastSeq', last_seq,
      'refused', coalesce(refused, '[]')) as data,
    null::timestamptz as available_at, null::timestamptz as expires_at, null::uuid as hold_id, null::bigint as from_expired,
    idempotency_key, request_hash, created_at
  from activities;
