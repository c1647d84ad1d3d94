-- What a partner's callers asked and how it was answered, for some days: no bodies, no query strings, no headers. Beside the ledger: it is no fact of it.

create table requests (
  partner_id uuid not null,
  -- The X-Request-Id of the answer.
  id uuid not null,
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
  -- Of a person alone.
  team_member_id uuid,
  -- Null for a user, whose address is not the partner's business.
  address text,
  created_at timestamptz not null,
  constraint requests_pkey primary key (partner_id, id),
  constraint requests_caller_known check (caller in ('partner', 'person', 'user')),
  constraint requests_team_member_of_person check ((caller = 'person') = (team_member_id is not null)),
  constraint requests_address_of_partner check (caller <> 'user' or address is null),
  constraint requests_path_short check (length(path) <= 500),
  constraint requests_error_short check (length(error) <= 1000)
);

create index requests_outcome_idx on requests (partner_id, has_failed, id);
create index requests_age_idx on requests (created_at);

-- How many requests were not kept, because there were too many in a second.
create table requests_left_out (
  partner_id uuid not null,
  minute timestamptz not null,
  requests bigint not null,
  constraint requests_left_out_pkey primary key (partner_id, minute),
  constraint requests_left_out_positive check (requests > 0)
);

create index requests_left_out_age_idx on requests_left_out (minute);

grant select, insert, delete on requests to laurel_service;
grant select, insert, update, delete on requests_left_out to laurel_service;
