-- Here begins the ledger side. Every key starts with the partner and no foreign key leaves the partner, so
-- that these tables can be distributed by partner. catalog.test.ts checks this. Coins are whole hundredths.

-- One row per partner. Every transaction that writes an event locks it first, which gives all writes of one
-- partner one order.
create table ledgers (
  partner_id uuid not null,
  issuance_account uuid not null,
  spend_account uuid not null,
  -- What members owe: coins of reversed awards that their wallets could not give.
  arrears_account uuid not null,
  write_offs_account uuid not null,
  -- What members had when they were imported.
  opening_account uuid not null,
  -- Coins that nobody spent in time.
  expired_account uuid not null,
  -- The number of the partner's latest event.
  last_seq bigint not null default 0,
  last_joined_no bigint not null default 0,
  wallets_with_coins bigint not null default 0,
  -- Settings of the partner that batches decide by. The zone is that of the programme.
  time_zone text not null default 'UTC',
  -- The most coins that all rules pay one member in a period; null for no maximum.
  member_coins_max bigint,
  member_limit_period text not null default 'day',
  -- Since when its periods are counted: a change of the period or the zone starts at 0.
  member_limit_since timestamptz,
  -- How long coins live, and to the end of what; null for ever.
  coin_expiry_after text,
  coin_expiry_until text,
  -- How many days before they expire members are told.
  expiry_notice_days integer not null default 30,
  -- Whether coins of the partner ever could expire or be pending. Until then no lot is read or written.
  uses_lots boolean not null default false,
  -- Increased whenever segments of a board are split, so that a process knows when its copy of them is stale.
  segments_version bigint not null default 0,
  -- Increased by every change of a rule, so that a process knows when its copies of them are stale.
  rules_version bigint not null default 0,
  -- Whether an active rule listens to members who join, or to those who refer others; otherwise neither is noted.
  notes_joins boolean not null default false,
  notes_referrals boolean not null default false,
  -- Increased by every transaction that changes what a read of the partner can show.
  change_no bigint not null default 0,
  -- Increased by those among them that are not calls which move coins, so that a process knows whether events
  -- tell all that changed.
  other_change_no bigint not null default 0,
  -- The first moment at which something of a wallet is due, or an earlier one.
  next_due_at timestamptz,
  -- The time of the latest write. No later write has an earlier one, whatever the clocks show.
  last_at timestamptz not null,
  created_at timestamptz not null,
  constraint ledgers_pkey primary key (partner_id),
  constraint ledgers_member_coins_max_positive check (member_coins_max >= 1),
  constraint ledgers_member_limit_period_known check (member_limit_period in ('day', 'week', 'month')),
  constraint ledgers_coin_expiry_whole check ((coin_expiry_after is null) = (coin_expiry_until is null)),
  constraint ledgers_coin_expiry_after_known
    check (coin_expiry_after ~ '^P([1-9][0-9]{0,3}D|[1-9][0-9]{0,2}M|([1-9]|10)Y)$'),
  constraint ledgers_coin_expiry_until_known check (coin_expiry_until in ('day', 'month', 'year')),
  constraint ledgers_coin_expiry_uses_lots check (coin_expiry_after is null or uses_lots),
  constraint ledgers_expiry_notice_days_range check (expiry_notice_days between 1 and 365)
);

create index ledgers_next_due_at_idx on ledgers (next_due_at) where next_due_at is not null;

-- Who wrote to the ledger, with the name at that time. Insert only: a new name gets a new row.
create table actors (
  partner_id uuid not null,
  -- The first 8 bytes of a SHA-256 of the other columns, so that it is known without a read.
  id bigint not null,
  kind text not null,
  -- The id of a client secret, a team member or a user; empty for the service itself.
  subject text not null,
  name text not null,
  constraint actors_pkey primary key (partner_id, id),
  constraint actors_kind_known check (kind in ('client', 'team', 'user', 'system'))
);

create index actors_subject_idx on actors (partner_id, subject);

-- What was written about a person beside the facts: notes, metadata, names and addresses. It belongs to the event
-- with that number, whose own row is never changed. Erasing a member deletes it, and nothing updates it.
create table personal_data (
  partner_id uuid not null,
  seq bigint not null,
  user_id uuid not null,
  note text,
  metadata jsonb,
  -- Name, address and ids of the user at that moment, as the event shows them.
  shown jsonb,
  constraint personal_data_pkey primary key (partner_id, seq),
  constraint personal_data_some check (num_nonnulls(note, metadata, shown) > 0)
);

create index personal_data_user_idx on personal_data (partner_id, user_id, seq);

-- The first response to a request with an Idempotency-Key, for retries. Calls that move coins store the key
-- in their own rows instead.
create table stored_responses (
  -- The partner; for a request without a token, a UUID derived from the endpoint and the e-mail address. It
  -- is the distribution column of this table, in place of partner_id.
  scope_id uuid not null,
  -- The first 16 bytes of the SHA-256 of the key, here and in the rows of calls that move coins.
  idempotency_key uuid not null,
  request_hash bytea not null,
  -- Both null while a bulk call is in progress.
  status integer,
  body json,
  -- The users about whom the body says something personal: erasing one of them redacts that.
  user_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  constraint stored_responses_pkey primary key (scope_id, idempotency_key),
  constraint stored_responses_status_with_body check ((status is null) = (body is null))
);

create index stored_responses_users_idx on stored_responses using gin (user_ids) where user_ids <> '{}';
