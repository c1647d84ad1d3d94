-- The people who work with a partner's dashboard. Removing a member removes everything of theirs; what they
-- did stays in audit_log.

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
  constraint team_members_role_known check (role in ('owner', 'manager', 'support', 'read-only'))
);

create unique index team_members_email_key on team_members (lower(email));
create index team_members_partner_idx on team_members (partner_id);

-- One sign-in of a team member, either with tokens or with a browser's cookie. Its refresh tokens form a
-- family that ends as one.
create table sessions (
  id uuid not null,
  team_member_id uuid not null,
  -- Of the random token in the cookie; null for a session with tokens.
  cookie_hash bytea,
  -- From where it was last used.
  address text not null,
  agent text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- Every use moves it on.
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint sessions_pkey primary key (id),
  constraint sessions_cookie_hash_key unique (cookie_hash),
  constraint sessions_team_member_fkey foreign key (team_member_id)
    references team_members (id) on delete cascade
);

create index sessions_team_member_idx on sessions (team_member_id);

create table refresh_tokens (
  token_hash bytea not null,
  session_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  constraint refresh_tokens_pkey primary key (token_hash),
  constraint refresh_tokens_session_fkey foreign key (session_id) references sessions (id) on delete cascade
);

create index refresh_tokens_session_idx on refresh_tokens (session_id);

-- A mailed link that sets a team member's password once.
create table password_resets (
  token_hash bytea not null,
  team_member_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint password_resets_pkey primary key (token_hash),
  constraint password_resets_team_member_fkey foreign key (team_member_id)
    references team_members (id) on delete cascade
);

create index password_resets_team_member_idx on password_resets (team_member_id);

-- A new e-mail address, which takes effect once both mailboxes have confirmed it.
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
  constraint email_changes_team_member_fkey foreign key (team_member_id)
    references team_members (id) on delete cascade
);

-- The secret of a team member's authenticator app.
create table second_factors (
  team_member_id uuid not null,
  encrypted_secret bytea not null,
  -- The newest time step that a code was accepted for, so that no code is accepted twice.
  last_step bigint not null,
  created_at timestamptz not null,
  -- Null until a first code has shown that the app knows the secret.
  confirmed_at timestamptz,
  constraint second_factors_pkey primary key (team_member_id),
  constraint second_factors_team_member_fkey foreign key (team_member_id)
    references team_members (id) on delete cascade
);

-- Codes that replace the authenticator app, each once.
create table recovery_codes (
  team_member_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey primary key (team_member_id, code_hash),
  constraint recovery_codes_second_factor_fkey foreign key (team_member_id)
    references second_factors (team_member_id) on delete cascade
);

-- A mailed invitation to a partner's team. It ends with the membership of the person who sent it.
create table invitations (
  id uuid not null,
  partner_id uuid not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint invitations_pkey primary key (id),
  constraint invitations_token_key unique (token_hash),
  constraint invitations_partner_fkey foreign key (partner_id) references partners (id),
  constraint invitations_invited_by_fkey foreign key (invited_by)
    references team_members (id) on delete cascade,
  constraint invitations_role_known check (role in ('owner', 'manager', 'support', 'read-only'))
);

create unique index invitations_email_key on invitations (partner_id, lower(email));
create index invitations_invited_by_idx on invitations (invited_by);
