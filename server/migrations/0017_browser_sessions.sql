-- Sessions of team members with a browser: a cookie in place of tokens. Every session now says itself when it ends.

alter table sessions
  -- Of the random token in a browser's cookie; null for sessions with tokens.
  add column cookie_hash bytea,
  -- Unless it is used before, which moves it on.
  add column expires_at timestamptz,
  add constraint sessions_cookie_hash_key unique (cookie_hash);

update sessions set expires_at = last_used_at + interval '30 days';

alter table sessions
  alter column expires_at set not null;
