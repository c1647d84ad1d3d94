-- Where partners are told of their events, how far each endpoint is told, and every attempt. Beside the ledger: deliveries look across partners.

create table webhook_endpoints (
  partner_id uuid not null,
  id uuid not null,
  url text not null,
  description text not null,
  -- Null: all.
  types text[],
  enabled boolean not null,
  secret_sealed bytea not null,
  -- Signs beside the new one until then, and is kept afterwards so that its signatures can be recognised.
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  -- The number of the last event that was delivered or passed over.
  cursor bigint not null,
  -- The last event of the delivery that is under way or failed, so that a repeat has the same events.
  pending_to bigint,
  failures integer not null default 0,
  failing_since timestamptz,
  next_try_at timestamptz not null,
  switched_off_at timestamptz,
  switched_off_reason text,
  leased_by uuid,
  leased_until timestamptz not null default '-infinity',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhook_endpoints_pkey primary key (partner_id, id),
  constraint webhook_endpoints_cursor_natural check (cursor >= 0),
  constraint webhook_endpoints_pending_ahead check (pending_to > cursor),
  constraint webhook_endpoints_types_some check (cardinality(types) > 0),
  constraint webhook_endpoints_failing_whole check ((failures = 0) = (failing_since is null)),
  constraint webhook_endpoints_previous_whole check ((previous_secret_sealed is null) = (previous_secret_until is null)),
  constraint webhook_endpoints_switched_off_whole check ((switched_off_at is null) = (switched_off_reason is null)),
  constraint webhook_endpoints_switched_off_disabled check (switched_off_at is null or not enabled)
) with (fillfactor = 50);

create index webhook_endpoints_enabled_idx on webhook_endpoints (partner_id, id) where enabled;

create table webhook_attempts (
  partner_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null,
  kind text not null,
  -- Null for a test, which is outside the sequence.
  first_seq bigint,
  last_seq bigint,
  events integer not null,
  -- The filter at that time, so that it can be sent again as it was.
  types text[],
  status integer,
  error text,
  took_ms integer not null,
  answer text not null,
  created_at timestamptz not null,
  constraint webhook_attempts_pkey primary key (partner_id, endpoint_id, id),
  constraint webhook_attempts_kind_known check (kind in ('delivery', 'redelivery', 'test')),
  constraint webhook_attempts_range_of_events check ((kind = 'test') = (first_seq is null) and (first_seq is null) = (last_seq is null)),
  constraint webhook_attempts_answer_short check (length(answer) <= 1000)
);

create index webhook_attempts_range_idx on webhook_attempts (partner_id, endpoint_id, first_seq);
create index webhook_attempts_age_idx on webhook_attempts (created_at);

grant select, insert, update, delete on webhook_endpoints, webhook_attempts to laurel_service;
