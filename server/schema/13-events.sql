-- The event log. There is no table of events: awards, reversals, coin transactions, returns and lifecycle events
-- carry the numbers themselves, written in the transaction of the change they report.

-- Events of rules and memberships, whose own rows change and cannot carry a number. Insert only. What events of
-- users say about the person is in personal_data.
create table lifecycle_events (
  partner_id uuid not null,
  seq bigint not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  constraint lifecycle_events_pkey primary key (partner_id, seq),
  constraint lifecycle_events_type_known
    check (type in ('rule.created', 'rule.updated', 'rule.started', 'rule.ended', 'rule.exhausted', 'rule.full',
      'user.onboarded', 'user.left', 'user.claimed', 'user.erased')),
  constraint lifecycle_events_not_personal
    check (type not like 'user.%' or (data -> 'userData' = 'null' and coalesce(data -> 'externalId', 'null') = 'null'))
);

-- Every event of a partner; seq counts from 1 without a gap.
create view events as
  select partner_id, seq, 'award.' || outcome as type, id as record_id, created_at
  from awards
  union all
  select partner_id, seq, case outcome when 'reversed' then 'award.reversed' else 'reversal.refused' end, id,
    created_at
  from reversals
  union all
  select partner_id, seq,
    case
      when outcome = 'refused' then kind || '.refused'
      when kind = 'transfer' then 'coins.transferred'
      when kind = 'refund' then 'coins.refunded'
      when kind = 'adjustment' then 'coins.adjusted'
      when kind = 'opening' then 'coins.opened'
      else 'coins.settled'
    end,
    id, created_at
  from coin_transactions
  union all
  select partner_id, seq, case outcome when 'returned' then 'order.returned' else 'return.refused' end, id,
    created_at
  from returns
  union all
  select partner_id, seq, type, null, created_at
  from lifecycle_events;
