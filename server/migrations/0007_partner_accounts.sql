-- Accounts of partners' teams: roles and invitations, sessions one can look at, second factors, resets, and a log of every act on an account.

alter table team_members
  drop constraint team_members_role_known,
  add constraint team_members_role_known check (role in ('owner', 'manager', 'support', 'read-only'));

create index team_members_partner_idx on team_members (partner_id);

alter table sessions
  -- From where it was last used; null for sessions of before this was kept.
  add column address text,
  add column agent text,
  add column last_used_at timestamptz;

update sessions set last_used_at = created_at;

-- A member who leaves the team takes everything of theirs along; what they did stays in account_acts.
alter table sessions
  alter column last_used_at set not null,
  drop constraint sessions_team_member_fkey,
  add constraint sessions_team_member_fkey foreign key (team_member_id) references team_members (id) on delete cascade;

alter table refresh_tokens
  drop constraint refresh_tokens_session_fkey,
  add constraint refresh_tokens_session_fkey foreign key (session_id) references sessions (id) on delete cascade;

create table password_resets (
  token_hash bytea not null,
  team_member_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint password_resets_pkey primary key (token_hash),
  constraint password_resets_team_member_fkey foreign key (team_member_id) references team_members (id) on delete cascade
);

create index password_resets_team_member_idx on password_resets (team_member_id);

-- A new address that waits until both mailboxes have confirmed it.
create table email_changes (
  team_member_id uuid not null,
  email text not null,
  old_token_hash bytea not null,
  new_token_hash bytea not null,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint email_changes_pkey primary key (team_member_id),
  constraint email_changes_old_token_key unique (old_token_hash),
  constraint email_changes_new_token_key unique (new_token_hash),
  constraint email_changes_team_member_fkey foreign key (team_member_id) references team_members (id) on delete cascade
);

create table second_factors (
  team_member_id uuid not null,
  secret_sealed bytea not null,
  -- The newest step a code was taken for, so that no code is taken twice.
  last_step bigint not null,
  created_at timestamptz not null,
  -- Null until a code has shown that the app knows the secret.
  confirmed_at timestamptz,
  constraint second_factors_pkey primary key (team_member_id),
  constraint second_factors_team_member_fkey foreign key (team_member_id) references team_members (id) on delete cascade
);

create table recovery_codes (
  team_member_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey primary key (team_member_id, code_hash),
  constraint recovery_codes_second_factor_fkey foreign key (team_member_id)
    references second_factors (team_member_id) on delete cascade
);

create table invitations (
  id uuid not null,
  partner_id uuid not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint invitations_pkey primary key (id),
  constraint invitations_token_key unique (token_hash),
  constraint invitations_partner_fkey foreign key (partner_id) references partners (id),
  constraint invitations_role_known check (role in ('owner', 'manager', 'support', 'read-only'))
);

create unique index invitations_email_key on invitations (partner_id, lower(email));

-- Who did what to an account, when and from where. Accounts may go, so nothing is referenced.
create table account_acts (
  id uuid not null,
  -- Null for an account that belongs to no partner.
  partner_id uuid,
  subject uuid not null,
  actor uuid not null,
  act text not null,
  address text not null,
  agent text,
  detail jsonb not null,
  created_at timestamptz not null,
  constraint account_acts_pkey primary key (id),
  constraint account_acts_act_form check (act ~ '^[a-z]+(_[a-z]+)*$'),
  constraint account_acts_detail_form check (jsonb_typeof(detail) = 'object')
);

create index account_acts_partner_idx on account_acts (partner_id, id);
create index account_acts_subject_idx on account_acts (subject, id);

grant delete on team_members to laurel_service;
grant select, insert, update, delete on password_resets, email_changes, second_factors, recovery_codes, invitations
  to laurel_service;
-- What was done stays written.
grant select, insert on account_acts to laurel_service;
