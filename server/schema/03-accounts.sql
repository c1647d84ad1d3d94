-- How partners' teams and users prove who they are. Removing a team member removes everything of theirs; what
-- they did stays in audit_log.

-- The people who work with a partner's dashboard.
create table team_members (
  id uuid not null,
  partner_id uuid not null,
  email text not null,
  password_hash text not null,
  role text not null,
  -- When a code, link or invitation verified the address. Null only for the registrant of a partner in
  -- production who has not entered the code.
  email_verified_at timestamptz,
  -- Whether the member, as an owner, gets a mail when an alarm begins.
  alarm_mails boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint team_members_pkey primary key (id),
  constraint team_members_partner_fkey foreign key (partner_id) references partners (id),
  constraint team_members_role_known check (role in ('owner', 'manager', 'support', 'read-only'))
);

-- Anyone can register with a foreign address, so only verifying it reserves it.
create unique index team_members_email_key on team_members (lower(email collate "C")) where email_verified_at is not null;
create index team_members_email_idx on team_members (lower(email collate "C"));
create index team_members_partner_idx on team_members (partner_id);
create index team_members_alarm_mails_idx on team_members (partner_id) where alarm_mails;

-- One sign-in of a team member, with tokens or with a browser's cookie, or of a user, with a cookie. The refresh
-- tokens of a session form a family that ends as one.
create table sessions (
  id uuid not null,
  team_member_id uuid,
  user_id uuid,
  -- Of the random token in the cookie; null for a session with tokens.
  cookie_hash bytea,
  -- From where a team member last used it, or a user began it.
  address text not null,
  agent text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- Every use moves it on.
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint sessions_pkey primary key (id),
  constraint sessions_cookie_hash_key unique (cookie_hash),
  constraint sessions_team_member_key unique (id, team_member_id),
  constraint sessions_team_member_fkey foreign key (team_member_id)
    references team_members (id) on delete cascade,
  constraint sessions_user_fkey foreign key (user_id) references users (id),
  constraint sessions_one_account check (num_nonnulls(team_member_id, user_id) = 1),
  constraint sessions_user_cookie check (user_id is null or cookie_hash is not null)
);

create index sessions_team_member_idx on sessions (team_member_id);
create index sessions_user_idx on sessions (user_id) where ended_at is null;
create index sessions_expires_at_idx on sessions (expires_at);

create table refresh_tokens (
  token_hash bytea not null,
  session_id uuid not null,
  -- Only sessions of team members have refresh tokens here; those of users are in oauth_records.
  team_member_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  constraint refresh_tokens_pkey primary key (token_hash),
  constraint refresh_tokens_session_fkey foreign key (session_id, team_member_id)
    references sessions (id, team_member_id) on delete cascade
);

create index refresh_tokens_session_idx on refresh_tokens (session_id);
create index refresh_tokens_expires_at_idx on refresh_tokens (expires_at);

-- A mailed link that sets the password of a team member or of a user once.
create table password_links (
  token_hash bytea not null,
  team_member_id uuid,
  user_id uuid,
  -- The authorization request in which the user asked for the link, and continues in the browser that holds its
  -- cookie.
  authorization_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint password_links_pkey primary key (token_hash),
  constraint password_links_team_member_fkey foreign key (team_member_id)
    references team_members (id) on delete cascade,
  constraint password_links_user_fkey foreign key (user_id) references users (id),
  constraint password_links_one_account check (num_nonnulls(team_member_id, user_id) = 1)
);

create index password_links_team_member_idx on password_links (team_member_id);
create index password_links_user_idx on password_links (user_id);
create index password_links_expires_at_idx on password_links (expires_at);

-- The code that was mailed to verify the address of a user or of a team member. A new code replaces it.
create table email_codes (
  account_id uuid not null generated always as (coalesce(team_member_id, user_id)) stored,
  team_member_id uuid,
  user_id uuid,
  code_hash bytea not null,
  tries_left integer not null,
  expires_at timestamptz not null,
  constraint email_codes_pkey primary key (account_id),
  constraint email_codes_team_member_fkey foreign key (team_member_id)
    references team_members (id) on delete cascade,
  constraint email_codes_user_fkey foreign key (user_id) references users (id),
  constraint email_codes_one_account check (num_nonnulls(team_member_id, user_id) = 1),
  constraint email_codes_tries_left_range check (tries_left between 0 and 5)
);

create index email_codes_team_member_idx on email_codes (team_member_id);
create index email_codes_expires_at_idx on email_codes (expires_at);

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

create index email_changes_expires_at_idx on email_changes (expires_at);

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

create unique index invitations_email_key on invitations (partner_id, lower(email collate "C"));
create index invitations_invited_by_idx on invitations (invited_by);
create index invitations_expires_at_idx on invitations (expires_at);

-- How often something was tried in a window of time (sign-ins, codes, mails, test deliveries), shared by all
-- processes. The key is a keyed hash, so the table names neither accounts nor addresses.
create table rate_counters (
  keyed_hash bytea not null,
  window_ends_at timestamptz not null,
  count integer not null,
  constraint rate_counters_pkey primary key (keyed_hash)
);

create index rate_counters_window_ends_at_idx on rate_counters (window_ends_at);

-- Who did what to an account, when and from where. It references nothing, because it outlives the accounts it
-- names. The service inserts and reads; rows past their retention go through purge_audit_log alone.
create table audit_log (
  id uuid not null,
  -- Null for a user's own account, which belongs to no partner.
  partner_id uuid,
  subject uuid not null,
  actor uuid not null,
  action text not null,
  address text not null,
  agent text,
  detail jsonb not null,
  created_at timestamptz not null,
  constraint audit_log_pkey primary key (id),
  constraint audit_log_action_form check (action ~ '^[a-z]+(_[a-z]+)*$'),
  constraint audit_log_detail_form check (jsonb_typeof(detail) = 'object')
);

create index audit_log_partner_idx on audit_log (partner_id, id);
create index audit_log_subject_idx on audit_log (subject, id);
create index audit_log_created_at_idx on audit_log (created_at);

-- Runs with the rights of the owner. A process that was taken over cannot delete what it did in the last 30 days.
create function purge_audit_log(kept_since timestamptz, count_max integer) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  purged integer;
begin
  delete from public.audit_log
  where id in (
    select id
    from public.audit_log
    where created_at < least(kept_since, now() - interval '30 days')
    order by created_at
    limit count_max
  );
  get diagnostics purged = row_count;
  return purged;
end
$$;

-- Registrations that were never used. Nobody has verified their address, and nothing but the registration is
-- left of them. The service cannot delete accounts. The functions run with the rights of the owner and delete
-- these alone, none of the last 7 days. They lock what they found and look again, so that an account which is
-- used meanwhile stays.

-- Users who signed up by themselves, never joined a partner, and wait for no code or link. Without a verified
-- address they could not sign in.
create view unused_users as
  select u.id, u.created_at
  from users u
  where u.email_verified_at is null
    and not u.from_partner
    and not exists (select from user_partners p where p.user_id = u.id)
    and not exists (select from sessions s where s.user_id = u.id)
    and not exists (select from password_links l where l.user_id = u.id)
    and not exists (select from email_codes c where c.user_id = u.id);

create index users_unverified_idx on users (created_at) where email_verified_at is null and not from_partner;
create index email_codes_user_idx on email_codes (user_id);

create function purge_unused_users(created_before timestamptz, count_max integer) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  found_ids uuid[];
  purged integer;
begin
  found_ids := array(
    select u.id
    from public.users u
    where u.id in (
      select unused.id
      from public.unused_users unused
      where unused.created_at < least(created_before, now() - interval '7 days')
      order by unused.created_at
      limit count_max
    )
    for update skip locked
  );
  delete from public.users u
  where u.id = any(found_ids) and u.id in (select unused.id from public.unused_users unused);
  get diagnostics purged = row_count;
  return purged;
end
$$;

-- Deletes a user's account, and from the audit log where it was used from. What belongs to the account is deleted
-- before; its memberships are erased partner by partner.
create function delete_account(account_id uuid) returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.audit_log
  set address = '', agent = null, detail = '{}'
  where subject = account_id and partner_id is null;
  delete from public.users where id = account_id;
  return found;
end
$$;

-- Registrants of partners without another team member, who wait for no code or link.
create view unused_registrants as
  select m.id, m.partner_id, m.created_at
  from team_members m
  where m.email_verified_at is null
    and not exists (select from team_members o where o.partner_id = m.partner_id and o.id <> m.id)
    and not exists (select from sessions s where s.team_member_id = m.id)
    and not exists (select from password_links l where l.team_member_id = m.id)
    and not exists (select from email_codes c where c.team_member_id = m.id)
    and not exists (select from invitations i where i.partner_id = m.partner_id)
    and not exists (select from user_details_results r where r.partner_id = m.partner_id);

create index team_members_unverified_idx on team_members (created_at) where email_verified_at is null;

-- Deletes partners without a single event: no rule, no member and no movement was ever written. Nothing could
-- act for them either.
create function purge_unused_partners(created_before timestamptz, count_max integer) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  registrant record;
  purged integer := 0;
begin
  for registrant in
    select unused.id, unused.partner_id
    from public.unused_registrants unused
    where unused.created_at < least(created_before, now() - interval '7 days')
    order by unused.created_at
  loop
    -- Every write of a partner's data locks its ledger first.
    perform from public.ledgers where partner_id = registrant.partner_id and last_seq = 0 for update skip locked;
    continue when not found;
    perform from public.team_members where id = registrant.id for update skip locked;
    continue when not found;
    perform from public.unused_registrants where id = registrant.id;
    continue when not found;
    perform from public.client_secrets where partner_id = registrant.partner_id;
    continue when found;
    perform from public.webhook_endpoints where partner_id = registrant.partner_id;
    continue when found;
    perform from public.stored_responses where scope_id = registrant.partner_id;
    continue when found;
    delete from public.overviews where partner_id = registrant.partner_id;
    delete from public.coin_values where partner_id = registrant.partner_id;
    delete from public.ledgers where partner_id = registrant.partner_id;
    delete from public.applications where partner_id = registrant.partner_id;
    delete from public.team_members where id = registrant.id;
    delete from public.partners where id = registrant.partner_id;
    purged := purged + 1;
    exit when purged = count_max;
  end loop;
  return purged;
end
$$;
