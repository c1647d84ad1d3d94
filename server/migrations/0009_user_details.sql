-- What came of asking each partner's userDetailsUrl the last time, and whether it is asked at all: after several failures in a row it is
-- left alone until retry_at, in every process. Names of fields and sentences of ours only, nothing of what a record held.
create table user_details_results (
  partner_id uuid not null,
  -- The address that was asked; failures count for this one alone.
  address text not null,
  asked_at timestamptz not null,
  took_ms integer not null,
  outcome text not null,
  status integer,
  detail text,
  problems jsonb not null,
  failures integer not null,
  retry_at timestamptz,
  constraint user_details_results_pkey primary key (partner_id),
  constraint user_details_results_partner_fkey foreign key (partner_id) references partners (id),
  constraint user_details_results_outcome_known check (outcome in
    ('found', 'not_found', 'user_details_unreachable', 'user_details_invalid', 'user_details_mismatch')),
  constraint user_details_results_failures_natural check (failures >= 0),
  constraint user_details_results_retry_of_failures check (retry_at is null or failures > 0)
);

grant select, insert, update on user_details_results to laurel_service;

-- Every decision on coins in one list; those that moved some are paid, moved or reversed. It has no condition of its own, so that the
-- database can read the three tables side by side in the order of their events and stop early.
create view coin_decisions as
  select partner_id, event_no, 'award' as kind, id, user_id, outcome, coins, note, rule_name, null::uuid as award_id, null::jsonb as parties, created_at
  from awards
  union all
  select partner_id, event_no, 'transfer', id, user_id, outcome, coins, narration, null, null, parties, created_at
  from transfers
  union all
  select partner_id, event_no, 'reversal', id, user_id, outcome, coins, null, null, award_id, null, created_at
  from reversals;

grant select on coin_decisions to laurel_service;
