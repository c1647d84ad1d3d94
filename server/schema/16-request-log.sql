-- The API requests of the last days, for the partner's developers: no bodies, no query strings, no headers.
-- It is not on the ledger side: the hourly purge deletes across partners.

create table request_log (
  partner_id uuid not null,
  id uuid not null,
  -- The X-Request-Id of the response, where a proxy gave it; otherwise that is the id.
  given_id text,
  method text not null,
  path text not null,
  -- Null when there is no such route.
  operation text,
  status integer not null,
  has_failed boolean not null generated always as (status >= 400) stored,
  duration_ms integer not null,
  error_type text,
  app_error_code text,
  error text,
  caller text not null,
  team_member_id uuid,
  -- Null for a user, whose address is not shown to the partner.
  address text,
  created_at timestamptz not null,
  -- In a burst, requests that ended alike have one line: how many, and the ids of all.
  count integer not null default 1,
  ids uuid[],
  given_ids text[],
  constraint request_log_pkey primary key (partner_id, id),
  constraint request_log_caller_known check (caller in ('client', 'team', 'user')),
  constraint request_log_team_member_of_team check ((caller = 'team') = (team_member_id is not null)),
  constraint request_log_address_of_partner check (caller <> 'user' or address is null),
  constraint request_log_path_short check (length(path) <= 500),
  constraint request_log_error_short check (length(error) <= 1000),
  constraint request_log_given_id_short check (length(given_id) <= 100),
  constraint request_log_ids_counted check (count = coalesce(cardinality(ids), 1))
);

create index request_log_outcome_idx on request_log (partner_id, has_failed, id);
create index request_log_given_id_idx on request_log (partner_id, given_id) where given_id is not null;
create index request_log_ids_idx on request_log (partner_id, id) where ids is not null;
create index request_log_given_ids_idx on request_log using gin (given_ids) where given_ids is not null;
create index request_log_age_idx on request_log (created_at);

-- How many requests were not logged, because there were too many.
create table request_log_dropped (
  partner_id uuid not null,
  minute timestamptz not null,
  requests bigint not null,
  constraint request_log_dropped_pkey primary key (partner_id, minute),
  constraint request_log_dropped_positive check (requests > 0)
);

create index request_log_dropped_age_idx on request_log_dropped (minute);
