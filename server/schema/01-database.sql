-- What this database was made from.

-- One row: the hash of the baseline, which is the folder this file is in. A start with another baseline is
-- refused; see database/migrate.ts.
create table baseline (
  hash bytea not null,
  created_at timestamptz not null,
  constraint baseline_pkey primary key (hash)
);

-- One row while nothing may be sent, as in a restored copy: no webhook, no mail, no user-details request.
create table sending_pause (
  id integer not null default 1,
  since timestamptz not null,
  reason text not null,
  constraint sending_pause_pkey primary key (id),
  constraint sending_pause_single check (id = 1)
);

-- The files of server/migrations that were applied after the baseline. One that takes away what older versions use
-- names the lowest version of Laurel that may run after it.
create table migrations (
  name text not null,
  applied_at timestamptz not null,
  version_min text,
  constraint migrations_pkey primary key (name)
);
