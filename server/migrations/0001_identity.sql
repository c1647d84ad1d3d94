-- Who takes part: partners and their teams, users, and how they prove who they are. These tables stay on one machine.

create table ecosystems (
  name text not null,
  created_at timestamptz not null,
  constraint ecosystems_pkey primary key (name),
  constraint ecosystems_name_form check (name ~ '^[a-z][a-z0-9-]{1,62}$')
);

create table partners (
  id uuid not null,
  ecosystem text not null,
  name text not null,
  email text not null,
  boards_public boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint partners_pkey primary key (id),
  constraint partners_ecosystem_fkey foreign key (ecosystem) references ecosystems (name)
);

create unique index partners_email_key on partners (lower(email));

create table applications (
  id uuid not null,
  partner_id uuid not null,
  name text not null,
  client_id text not null,
  redirect_url text not null,
  web_redirect_url text,
  mobile_redirect_url text,
  user_details_url text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint applications_pkey primary key (id),
  constraint applications_partner_id_key unique (partner_id),
  constraint applications_client_id_key unique (client_id),
  constraint applications_partner_fkey foreign key (partner_id) references partners (id)
);

create table team_members (
  id uuid not null,
  partner_id uuid not null,
  email text not null,
  password_hash text not null,
  role text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint team_members_pkey primary key (id),
  constraint team_members_partner_fkey foreign key (partner_id) references partners (id),
  constraint team_members_role_known check (role in ('owner'))
);

create unique index team_members_email_key on team_members (lower(email));

create table users (
  id uuid not null,
  tag text not null,
  email text,
  fullname text not null,
  phone text,
  country_code text,
  -- Null until the owner of the mailbox sets one: an account made by a partner cannot be signed in to.
  password_hash text,
  avatar text,
  gender text,
  date_of_birth date,
  is_adult boolean not null default false,
  is_hidden boolean not null default false,
  from_partner boolean not null default false,
  email_verified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_pkey primary key (id),
  constraint users_tag_key unique (tag),
  constraint users_tag_form check (tag ~ '^[a-z0-9_.]{3,30}$')
);

create unique index users_email_key on users (lower(email));

create table email_codes (
  user_id uuid not null,
  code_hash bytea not null,
  tries_left integer not null,
  expires_at timestamptz not null,
  constraint email_codes_pkey primary key (user_id),
  constraint email_codes_user_fkey foreign key (user_id) references users (id),
  constraint email_codes_tries_left_range check (tries_left between 0 and 5)
);

-- One sign-in of a team member; its refresh tokens form a family that is ended as one.
create table sessions (
  id uuid not null,
  team_member_id uuid not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint sessions_pkey primary key (id),
  constraint sessions_team_member_fkey foreign key (team_member_id) references team_members (id)
);

create index sessions_team_member_idx on sessions (team_member_id);

create table refresh_tokens (
  token_hash bytea not null,
  session_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  constraint refresh_tokens_pkey primary key (token_hash),
  constraint refresh_tokens_session_fkey foreign key (session_id) references sessions (id)
);

create index refresh_tokens_session_idx on refresh_tokens (session_id);

create table signing_keys (
  id text not null,
  private_key_sealed bytea not null,
  public_key jsonb not null,
  created_at timestamptz not null,
  constraint signing_keys_pkey primary key (id)
);

-- Tries that are limited in number (logins, codes), counted per window and shared by all processes.
create table attempts (
  key_hash bytea not null,
  window_ends_at timestamptz not null,
  count integer not null,
  constraint attempts_pkey primary key (key_hash)
);

create table mails (
  id uuid not null,
  recipient text not null,
  subject text not null,
  -- Sealed with the service's key, and dropped once an SMTP server has taken the mail.
  body_sealed bytea,
  created_at timestamptz not null,
  sent_at timestamptz,
  failures integer not null default 0,
  next_try_at timestamptz not null,
  last_error text,
  constraint mails_pkey primary key (id)
);

create index mails_unsent_idx on mails (next_try_at) where sent_at is null;

-- First answers to requests with an Idempotency-Key and no token; the scope is the endpoint and the e-mail.
create table open_replies (
  scope_hash bytea not null,
  idempotency_key text not null,
  request_hash bytea not null,
  status integer not null,
  answer json not null,
  created_at timestamptz not null,
  constraint open_replies_pkey primary key (scope_hash, idempotency_key)
);
