-- The event log. There is no table of events: awards, reversals, coin transactions, returns, activities and lifecycle
-- events carry the numbers themselves, written in the transaction of the change they report.

-- Events of rules and memberships, whose own rows change and cannot carry a number. Insert only. What events of
-- users say about the person is in personal_data.
create table lifecycle_events (
  partner_id uuid not null,
  seq bigint not null,
  type text not null,
  data jsonb not null,
  -- The user of an event of a membership.
  user_id uuid generated always as (case when type like 'user.%' or type = 'coins.expiring' then (data ->> 'userId')::uuid end) stored,
  created_at timestamptz not null,
  constraint lifecycle_events_pkey primary key (partner_id, seq),
  constraint lifecycle_events_type_known
    check (type in ('rule.created', 'rule.updated', 'rule.started', 'rule.ended', 'rule.exhausted', 'rule.full',
      'user.onboarded', 'user.updated', 'user.left', 'user.claimed', 'user.erased', 'coins.expiring')),
  constraint lifecycle_events_not_personal
    check (type not like 'user.%' or (data -> 'userData' = 'null' and coalesce(data -> 'externalId', 'null') = 'null'
      and coalesce(data -> 'attributes', '[]') = '[]'))
);

-- For the history of a member.
create index lifecycle_events_user_idx on lifecycle_events (partner_id, user_id, seq) where user_id is not null;

-- With the columns of decisions. The history lists who came and left, not what a partner notes about a member.
create view rule_and_member_events as
  select partner_id, seq, 'lifecycle' as source,
    case when type like 'user.%' and type <> 'user.updated' then 'membership' end as kind, type, null::uuid as id,
    null::bigint as actor_id, user_id,
    case type
      when 'user.onboarded' then 'joined'
      when 'user.left' then 'left'
      when 'user.claimed' then 'claimed'
      when 'user.erased' then 'erased'
    end as outcome, null::text as reason,
    null::text as reference, null::boolean as is_credit, null::bigint as coins, 0::bigint as wallet_coins,
    null::bigint as balance, null::bigint as points, null::uuid as rule_id, null::text as rule_name,
    null::integer as rule_version, null::bigint as units, null::bigint as coins_per_unit,
    null::integer as progress, null::integer as progress_needed, null::integer as user_awards,
    null::integer as user_awards_max, null::bigint as user_coins, null::bigint as user_coins_max,
    null::integer as participants, null::integer as participants_max, null::bigint as budget_used,
    null::bigint as coin_budget, null::bigint as member_coins, null::bigint as member_coins_max,
    null::timestamptz as retry_at, null::uuid as award_id, null::bigint as taken,
    null::bigint as owed, null::bigint as written_off, null::bigint as remaining, null::uuid as original_id,
    null::uuid as return_id, null::jsonb as parties, null::integer as share, null::integer as share_total,
    null::text as shortfall, data,
    null::timestamptz as available_at, null::timestamptz as expires_at, null::uuid as hold_id, null::bigint as from_expired,
    null::uuid as idempotency_key, null::bytea as request_hash, created_at
  from lifecycle_events;

-- Every event of a partner; seq counts from 1 without a gap.
create view events as
  select * from award_decisions
  union all
  select * from reversal_decisions
  union all
  select * from transaction_decisions
  union all
  select * from return_decisions
  union all
  select * from activity_events
  union all
  select * from rule_and_member_events;
