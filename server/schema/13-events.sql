-- The event log. There is no table of events: awards, transfers, reversals and lifecycle events carry the
-- numbers themselves, written in the transaction of the change they report.

-- Events of rules and memberships, whose own rows change and cannot carry a number. Insert only.
create table lifecycle_events (
  partner_id uuid not null,
  seq bigint not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  constraint lifecycle_events_pkey primary key (partner_id, seq),
  constraint lifecycle_events_type_known
    check (type in ('rule.created', 'rule.updated', 'user.onboarded', 'user.left', 'user.claimed'))
);

-- Every event of a partner; seq counts from 1 without a gap.
create view events as
  select partner_id, seq, 'award.' || outcome as type, id as record_id, created_at
  from awards
  union all
  select partner_id, seq, 'coins.transferred', id, created_at
  from transfers
  where seq is not null
  union all
  select partner_id, seq, 'award.reversed', id, created_at
  from reversals
  where seq is not null
  union all
  select partner_id, seq, type, null, created_at
  from lifecycle_events;
