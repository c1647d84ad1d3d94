-- Coins in time: those that expire, those that cannot be spent yet, and those that a checkout holds.

-- Coins of a wallet that expire or wait: what is left of them for each moment of expiry and of availability. Other
-- coins have no lot. One without expiry is deleted when it becomes available; one with expiry stays, also empty.
create table lots (
  partner_id uuid not null,
  user_id uuid not null,
  -- Derived from the user and both moments, so that an award knows it without a read. Those of late refunds are random.
  id uuid not null,
  expires_at timestamptz,
  -- Null for coins that could be spent at once.
  available_at timestamptz,
  -- The lot whose coins a refund brought back when they had expired, or nearly.
  parent_id uuid,
  -- What is left in it. What is held has left it.
  coins bigint not null,
  -- Indexes hold this instead of the coins: as long as a lot has some, other coins in it change no index.
  is_open boolean generated always as (coins > 0) stored,
  -- What expired out of it, and what reversals took of that.
  expired bigint not null default 0,
  revoked bigint not null default 0,
  is_pending boolean not null,
  -- When the member is told that it will expire. Null once that was told, or if it never is.
  notice_at timestamptz,
  constraint lots_pkey primary key (partner_id, user_id, id),
  constraint lots_coins_natural check (coins >= 0),
  constraint lots_revoked_of_expired check (revoked between 0 and expired),
  constraint lots_pending_until check (not is_pending or available_at is not null),
  constraint lots_end check (is_pending or expires_at is not null),
  constraint lots_expire_once_available check (expires_at > available_at),
  constraint lots_extended_once check (parent_id is null or (expires_at is not null and available_at is null))
) with (fillfactor = 70);

create index lots_open_idx on lots (partner_id, user_id) where is_open;
create index lots_parent_idx on lots (partner_id, user_id, parent_id) where parent_id is not null;
-- For the forecast of what expires.
create index lots_expires_at_idx on lots (partner_id, expires_at) where is_open;

-- Coins of a member that a checkout reserved. They stay in the balance and cannot be spent otherwise. The decisions on
-- a hold are coin transactions; the first has its id.
create table holds (
  partner_id uuid not null,
  id uuid not null,
  seq bigint not null,
  user_id uuid not null,
  status text not null,
  coins bigint not null,
  captured bigint not null default 0,
  expires_at timestamptz not null,
  -- The lots that its coins came from, in the order in which they were taken; other coins have no lot.
  lots jsonb,
  reference text collate "C",
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint holds_pkey primary key (partner_id, id),
  constraint holds_seq_key unique (partner_id, seq),
  constraint holds_status_known check (status in ('active', 'captured', 'released', 'expired')),
  constraint holds_coins_positive check (coins > 0),
  constraint holds_captured_range check (captured between 0 and coins),
  constraint holds_captured_some check ((captured > 0) = (status = 'captured')),
  constraint holds_end_known check ((ended_at is null) = (status = 'active')),
  constraint holds_not_for_ever check (expires_at between created_at and created_at + interval '168 hours')
) with (fillfactor = 70);

create index holds_active_idx on holds (partner_id, user_id) where status = 'active';
create index holds_user_idx on holds (partner_id, user_id, seq);
create index holds_status_idx on holds (partner_id, status, seq);
create index holds_reference_idx on holds (partner_id, reference, seq) where reference is not null;
