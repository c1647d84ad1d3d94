-- Webhooks. These tables are not on the ledger side: the delivery process looks for work across partners.

-- Where a partner's events are sent, and how far. An endpoint is a cursor into the event log, not a queue.
create table webhook_endpoints (
  partner_id uuid not null,
  id uuid not null,
  url text not null,
  description text not null,
  -- The types of events that are sent; null for all.
  types text[],
  enabled boolean not null,
  encrypted_secret bytea not null,
  -- Signs beside the new secret until the time below. It is kept after that, to recognise its signatures.
  encrypted_previous_secret bytea,
  previous_secret_until timestamptz,
  -- The seq of the last event that was delivered or skipped.
  cursor bigint not null,
  -- The last event of a delivery that is in progress or failed, so that a retry has the same events.
  pending_to bigint,
  failures integer not null default 0,
  failing_since timestamptz,
  next_try_at timestamptz not null,
  switched_off_at timestamptz,
  switched_off_reason text,
  -- The process that is delivering, and until when no other may.
  leased_by uuid,
  leased_until timestamptz not null default '-infinity',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhook_endpoints_pkey primary key (partner_id, id),
  constraint webhook_endpoints_cursor_natural check (cursor >= 0),
  constraint webhook_endpoints_pending_ahead check (pending_to > cursor),
  constraint webhook_endpoints_types_some check (cardinality(types) > 0),
  constraint webhook_endpoints_failing_whole check ((failures = 0) = (failing_since is null)),
  constraint webhook_endpoints_previous_whole
    check ((encrypted_previous_secret is null) = (previous_secret_until is null)),
  constraint webhook_endpoints_switched_off_whole
    check ((switched_off_at is null) = (switched_off_reason is null)),
  constraint webhook_endpoints_switched_off_disabled check (switched_off_at is null or not enabled)
) with (fillfactor = 50);

create index webhook_endpoints_enabled_idx on webhook_endpoints (partner_id, id) where enabled;

-- Every attempt to send something to an endpoint, kept for some days.
create table webhook_attempts (
  partner_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null,
  kind text not null,
  -- Null for a test, which sends no events.
  first_seq bigint,
  last_seq bigint,
  events integer not null,
  -- The filter at that time, so that the same message can be sent again.
  types text[],
  status integer,
  error text,
  took_ms integer not null,
  answer text not null,
  created_at timestamptz not null,
  constraint webhook_attempts_pkey primary key (partner_id, endpoint_id, id),
  constraint webhook_attempts_kind_known check (kind in ('delivery', 'redelivery', 'test')),
  constraint webhook_attempts_range_of_events
    check ((kind = 'test') = (first_seq is null) and (first_seq is null) = (last_seq is null)),
  constraint webhook_attempts_answer_short check (length(answer) <= 1000)
);

create index webhook_attempts_range_idx on webhook_attempts (partner_id, endpoint_id, first_seq);
create index webhook_attempts_age_idx on webhook_attempts (created_at);
