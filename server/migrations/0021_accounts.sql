-- Kinds of tokens: client, team and user.

alter table requests
  drop constraint requests_caller_known,
  drop constraint requests_team_member_of_person;

update requests
set caller = case caller when 'partner' then 'client' when 'person' then 'team' else caller end;

alter table requests
  add constraint requests_caller_known check (caller in ('client', 'team', 'user')),
  add constraint requests_team_member_of_team check ((caller = 'team') = (team_member_id is not null));

-- One table of sessions and one of password links for both kinds of accounts: team members and users.

drop table user_sessions;
drop table password_resets;
drop table password_links;

alter table sessions
  alter column team_member_id drop not null,
  add column user_id uuid,
  add constraint sessions_user_fkey foreign key (user_id) references users (id),
  add constraint sessions_one_account check (num_nonnulls(team_member_id, user_id) = 1),
  -- A user's session is always with a browser.
  add constraint sessions_user_cookie check (user_id is null or cookie_hash is not null);

create index sessions_user_idx on sessions (user_id) where ended_at is null;

-- A mailed link that sets the password of an account once.
create table password_links (
  token_hash bytea not null,
  team_member_id uuid,
  user_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint password_links_pkey primary key (token_hash),
  constraint password_links_team_member_fkey foreign key (team_member_id) references team_members (id) on delete cascade,
  constraint password_links_user_fkey foreign key (user_id) references users (id),
  constraint password_links_one_account check (num_nonnulls(team_member_id, user_id) = 1)
);

create index password_links_team_member_idx on password_links (team_member_id);
create index password_links_user_idx on password_links (user_id);

grant delete on sessions to laurel_service;
grant select, insert, delete on password_links to laurel_service;
