-- The authorization server: client secrets, keys, and everything it stores between requests.

-- The secrets of a partner's confidential client; several at a time, so that they can be rotated.
create table client_secrets (
  id uuid not null,
  partner_id uuid not null,
  name text not null,
  secret_hash bytea not null,
  -- What its tokens may be asked for.
  scopes text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  constraint client_secrets_pkey primary key (id),
  constraint client_secrets_secret_hash_key unique (secret_hash),
  constraint client_secrets_partner_fkey foreign key (partner_id) references partners (id),
  constraint client_secrets_scopes_given check (cardinality(scopes) > 0)
);

create index client_secrets_partner_idx on client_secrets (partner_id);

-- The keys that sign access tokens and requests to partners. The newest one signs, once it is 30 seconds old
-- and every process knows it; older ones still verify.
create table signing_keys (
  id text not null,
  encrypted_private_key bytea not null,
  public_key jsonb not null,
  created_at timestamptz not null,
  constraint signing_keys_pkey primary key (id)
);

-- Codes, refresh tokens, grants, sessions and pending authorization requests of the OAuth library. Values
-- that grant access are stored as hashes, the rest encrypted.
create table oauth_records (
  model text not null,
  id_hash bytea not null,
  uid_hash bytea,
  -- All records of a grant end with it.
  grant_id text,
  user_id uuid,
  client_id text,
  encrypted_payload bytea not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  constraint oauth_records_pkey primary key (model, id_hash)
);

create index oauth_records_uid_idx on oauth_records (uid_hash) where uid_hash is not null;
create index oauth_records_grant_idx on oauth_records (grant_id) where grant_id is not null;
create index oauth_records_user_idx on oauth_records (user_id) where user_id is not null;
create index oauth_records_expires_at_idx on oauth_records (expires_at);

-- Sessions and grants whose access tokens are refused before they expire. Every process polls for new rows
-- several times a second.
create table revocations (
  id text not null,
  revoked_at timestamptz not null,
  constraint revocations_pkey primary key (id)
);

create index revocations_revoked_at_idx on revocations (revoked_at);
