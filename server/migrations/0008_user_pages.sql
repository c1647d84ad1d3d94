-- What the users' own pages need: browser sessions, links to set a password, and which partners a user has ever joined.

-- One sign-in of a user with a browser. The browser's cookie holds a random token; here is its hash.
create table user_sessions (
  id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  -- From where the user signed in.
  address text not null,
  agent text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  ended_at timestamptz,
  constraint user_sessions_pkey primary key (id),
  constraint user_sessions_token_hash_key unique (token_hash),
  constraint user_sessions_user_fkey foreign key (user_id) references users (id)
);

create index user_sessions_user_idx on user_sessions (user_id) where ended_at is null;

-- A mailed link whose holder may set the password of the account, once.
create table password_links (
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint password_links_pkey primary key (token_hash),
  constraint password_links_user_fkey foreign key (user_id) references users (id)
);

create index password_links_user_idx on password_links (user_id);

-- Memberships are kept with their partners; this says with which partners to look for those of a user.
create table user_partners (
  user_id uuid not null,
  partner_id uuid not null,
  constraint user_partners_pkey primary key (user_id, partner_id)
);

insert into user_partners (user_id, partner_id)
select user_id, partner_id
from memberships;

-- A user's history; awards have such an index already.
create index transfers_user_idx on transfers (partner_id, user_id, event_no) where event_no is not null;
create index reversals_user_idx on reversals (partner_id, user_id, event_no) where event_no is not null;

grant select, insert on user_partners to laurel_service;
grant select, insert, update, delete on user_sessions, password_links to laurel_service;
