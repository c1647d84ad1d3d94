-- The authorization server: the clients it knows, their secrets, and all that it remembers.

-- Beside its confidential client id an application has a public one, for apps that cannot keep a secret.
alter table applications add column public_client_id text;

update applications
set public_client_id = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');

alter table applications
  alter column public_client_id set not null,
  add constraint applications_public_client_id_key unique (public_client_id);

create table client_secrets (
  id uuid not null,
  partner_id uuid not null,
  name text not null,
  secret_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint client_secrets_pkey primary key (id),
  constraint client_secrets_secret_hash_key unique (secret_hash),
  constraint client_secrets_partner_fkey foreign key (partner_id) references partners (id)
);

create index client_secrets_partner_idx on client_secrets (partner_id);

-- Codes, refresh tokens, grants, sessions and requests that wait for a user. What opens something is kept as a hash, the rest sealed.
create table oauth_records (
  model text not null,
  id_hash bytea not null,
  uid_hash bytea,
  -- All records of a grant end with it.
  grant_id text,
  user_id uuid,
  client_id text,
  payload_sealed bytea not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  constraint oauth_records_pkey primary key (model, id_hash)
);

create index oauth_records_uid_idx on oauth_records (uid_hash) where uid_hash is not null;
create index oauth_records_grant_idx on oauth_records (grant_id) where grant_id is not null;
create index oauth_records_user_idx on oauth_records (user_id) where user_id is not null;
create index oauth_records_expires_at_idx on oauth_records (expires_at);

grant select, insert, update on client_secrets to laurel_service;
grant select, insert, update, delete on oauth_records to laurel_service;
grant delete on signing_keys to laurel_service;
