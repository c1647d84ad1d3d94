-- Coins that change accounts. A partner has an account for issued coins, one for spent coins, one for
-- arrears, one for write-offs, one for openings and one for expired coins; a member has a wallet.

-- Every decision on a transfer of a member's coins to the partner, a refund of one, an adjustment, every
-- settlement of what a member owed, what members were imported with, what expired, and every decision on a hold, which
-- moves no coins until it is captured: that is a transfer. Insert only.
create table coin_transactions (
  partner_id uuid not null,
  id uuid not null,
  seq bigint not null,
  actor_id bigint not null,
  kind text not null,
  user_id uuid not null,
  coins bigint not null,
  -- Whether the coins enter the wallet.
  is_credit boolean not null,
  outcome text not null,
  reason text,
  reference text collate "C",
  -- Of the wallet after the decision, and after the settlement that follows a credit.
  balance bigint not null,
  points bigint not null,
  -- What could be spent of the balance; null for all of it.
  available bigint,
  -- What the member owed and a credit settled; the balance is after that.
  settled bigint,
  -- The hold that a decision is about, or that a transfer captured.
  hold_id uuid,
  -- When the coins of a credit expire, or the hold ends.
  expires_at timestamptz,
  -- The lots that the coins of a transfer or a hold came from, in the order in which they were taken, or that coins expired
  -- out of. Other coins have no lot.
  lots jsonb,
  -- Of a refund, the transfer; of a settlement, the credit or the end of a hold that it follows.
  original_id uuid,
  -- What is left of the transfer after a refund.
  remaining bigint,
  -- The return that a refund is part of.
  return_id uuid,
  -- The accounts, and the partner at that moment, as the response shows them; null where there was no request. The
  -- user's name and address are in personal_data.
  parties jsonb,
  idempotency_key uuid,
  request_hash bytea,
  created_at timestamptz not null,
  constraint coin_transactions_pkey primary key (partner_id, id),
  constraint coin_transactions_seq_key unique (partner_id, seq),
  constraint coin_transactions_coins_natural check (coins > 0 or (coins = 0 and (outcome = 'refused' or kind = 'opening'))),
  constraint coin_transactions_kind_known
    check (kind in ('transfer', 'refund', 'adjustment', 'settlement', 'opening', 'expiry', 'hold', 'extension', 'capture',
      'release', 'hold_expiry')),
  constraint coin_transactions_direction
    check (case when kind in ('refund', 'opening') then is_credit when kind = 'adjustment' then true else not is_credit end),
  constraint coin_transactions_outcome_known check (outcome in ('moved', 'refused')),
  constraint coin_transactions_reason_of_refusal check ((outcome = 'refused') = (reason is not null)),
  constraint coin_transactions_original_known check ((kind in ('refund', 'settlement')) = (original_id is not null)),
  constraint coin_transactions_remaining_of_refund
    check ((kind = 'refund' and outcome = 'moved') = (remaining is not null)),
  constraint coin_transactions_remaining_natural check (remaining >= 0),
  constraint coin_transactions_parties_of_call
    check ((kind in ('settlement', 'opening', 'expiry', 'hold_expiry')) = (parties is null)),
  constraint coin_transactions_hold_of_decision
    check (case when kind in ('extension', 'capture', 'release', 'hold_expiry') then hold_id is not null
      when kind = 'hold' then hold_id is not distinct from case outcome when 'moved' then id end
      when kind = 'transfer' then true else hold_id is null end),
  -- What is captured is a transfer.
  constraint coin_transactions_capture_refused check (kind <> 'capture' or outcome = 'refused')
);

create unique index coin_transactions_idempotency_key_idx on coin_transactions (partner_id, idempotency_key)
  where idempotency_key is not null;
create index coin_transactions_user_idx on coin_transactions (partner_id, user_id, seq);
create index coin_transactions_reference_idx on coin_transactions (partner_id, reference, seq)
  where reference is not null;
-- For lists of one of the rarer kinds.
create index coin_transactions_kind_idx on coin_transactions (partner_id, kind, seq) where kind <> 'transfer';
-- Each refund leaves less, so nothing is refunded twice.
create unique index coin_transactions_refund_idx on coin_transactions (partner_id, original_id, remaining)
  where remaining is not null;
create index coin_transactions_return_idx on coin_transactions (partner_id, return_id)
  where return_id is not null;

-- Every decision on returning a share of an order: of all transfers and awards with its reference. Insert only.
-- The refunds and reversals that it made carry its id, and numbers after its own.
create table returns (
  partner_id uuid not null,
  id uuid not null,
  seq bigint not null,
  actor_id bigint not null,
  reference text collate "C" not null,
  -- Millionths of the order, and of all its returns so far.
  share integer not null,
  share_total integer not null,
  -- What to do when a wallet holds too few coins.
  shortfall text not null,
  outcome text not null,
  reason text,
  -- What a refusal said beyond its reason.
  detail text,
  idempotency_key uuid,
  request_hash bytea,
  created_at timestamptz not null,
  constraint returns_pkey primary key (partner_id, id),
  constraint returns_seq_key unique (partner_id, seq),
  constraint returns_share_range check (share between 1 and 1000000),
  constraint returns_shortfall_known check (shortfall in ('refuse', 'available', 'owe')),
  constraint returns_outcome_known check (outcome in ('returned', 'refused')),
  constraint returns_reason_of_refusal check ((outcome = 'refused') = (reason is not null)),
  constraint returns_share_total_held check (outcome = 'refused' or share_total between share and 1000000)
);

create unique index returns_idempotency_key_idx on returns (partner_id, idempotency_key)
  where idempotency_key is not null;
-- Each return adds to the share of its order, so no two add up from the same sum.
create unique index returns_reference_idx on returns (partner_id, reference, share_total)
  where outcome = 'returned';
-- For decisions by reference.
create index returns_list_idx on returns (partner_id, reference, seq);

-- Decisions with the same columns, one view for each of their tables. A list of some kinds names only the
-- views of those: where ledgers are distributed, a table that a condition excludes would be asked for on
-- every machine. The views have no conditions, so that PostgreSQL can merge several in the order of seq and
-- stop early. Every decision is an event of its type; wallet_coins enter or leave the wallet.

create view award_decisions as
  select partner_id, seq, 'award' as source, 'award' as kind, 'award.' || outcome as type, id, actor_id,
    user_id, outcome, reason, reference, true as is_credit, coins, coins as wallet_coins, balance, points,
    rule_id, rule_name, rule_version, units, coins_per_unit, progress, progress_needed, user_awards,
    user_awards_max, user_coins, user_coins_max, participants, participants_max, budget_used, coin_budget,
    member_coins, member_coins_max, retry_at, null::uuid as award_id, null::bigint as taken, null::bigint as owed,
    null::bigint as written_off, null::bigint as remaining, null::uuid as original_id,
    null::uuid as return_id, null::jsonb as parties, null::integer as share, null::integer as share_total,
    null::text as shortfall, null::jsonb as data,
    available_at, expires_at, null::uuid as hold_id, null::bigint as from_expired,
    idempotency_key, request_hash, created_at
  from awards;

create view reversal_decisions as
  select partner_id, seq, 'reversal' as source, 'reversal' as kind,
    case outcome when 'reversed' then 'award.reversed' else 'reversal.refused' end as type, id, actor_id,
    user_id, outcome, reason, reference, false as is_credit, coins, taken as wallet_coins, balance, points,
    null::uuid as rule_id, null::text as rule_name, null::integer as rule_version, null::bigint as units,
    null::bigint as coins_per_unit, null::integer as progress, null::integer as progress_needed,
    null::integer as user_awards, null::integer as user_awards_max, null::bigint as user_coins,
    null::bigint as user_coins_max, null::integer as participants, null::integer as participants_max,
    null::bigint as budget_used, null::bigint as coin_budget, null::bigint as member_coins,
    null::bigint as member_coins_max, null::timestamptz as retry_at, award_id, taken, owed, written_off, remaining, null::uuid as original_id, return_id, null::jsonb as parties,
    null::integer as share, null::integer as share_total, null::text as shortfall, null::jsonb as data,
    null::timestamptz as available_at, null::timestamptz as expires_at, null::uuid as hold_id, from_expired,
    idempotency_key, request_hash, created_at
  from reversals;

create view transaction_decisions as
  select partner_id, seq, 'transaction' as source, kind,
    case
      when outcome = 'refused' and kind in ('hold', 'extension', 'capture', 'release') then 'hold.refused'
      when outcome = 'refused' then kind || '.refused'
      when kind = 'transfer' then 'coins.transferred'
      when kind = 'refund' then 'coins.refunded'
      when kind = 'adjustment' then 'coins.adjusted'
      when kind = 'opening' then 'coins.opened'
      when kind = 'settlement' then 'coins.settled'
      when kind = 'expiry' then 'coins.expired'
      when kind = 'hold' then 'coins.held'
      when kind = 'extension' then 'hold.extended'
      when kind = 'release' then 'hold.released'
      else 'hold.expired'
    end as type, id, actor_id, user_id, outcome, reason, reference, is_credit, coins,
    case when kind in ('hold', 'extension', 'release', 'hold_expiry') then 0 else coins end as wallet_coins,
    balance, points, null::uuid as rule_id, null::text as rule_name, null::integer as rule_version,
    null::bigint as units, null::bigint as coins_per_unit, null::integer as progress,
    null::integer as progress_needed, null::integer as user_awards, null::integer as user_awards_max,
    null::bigint as user_coins, null::bigint as user_coins_max, null::integer as participants,
    null::integer as participants_max, null::bigint as budget_used, null::bigint as coin_budget,
    null::bigint as member_coins, null::bigint as member_coins_max, null::timestamptz as retry_at, null::uuid as award_id, null::bigint as taken, null::bigint as owed,
    null::bigint as written_off, remaining, original_id, return_id, parties, null::integer as share,
    null::integer as share_total, null::text as shortfall, null::jsonb as data,
    null::timestamptz as available_at, expires_at, hold_id, null::bigint as from_expired,
    idempotency_key, request_hash,
    created_at
  from coin_transactions;

create view return_decisions as
  select partner_id, seq, 'return' as source, 'return' as kind,
    case outcome when 'returned' then 'order.returned' else 'return.refused' end as type, id, actor_id,
    null::uuid as user_id, outcome, reason, reference, null::boolean as is_credit, null::bigint as coins,
    0::bigint as wallet_coins, null::bigint as balance, null::bigint as points, null::uuid as rule_id,
    null::text as rule_name, null::integer as rule_version, null::bigint as units,
    null::bigint as coins_per_unit, null::integer as progress, null::integer as progress_needed,
    null::integer as user_awards, null::integer as user_awards_max, null::bigint as user_coins,
    null::bigint as user_coins_max, null::integer as participants, null::integer as participants_max,
    null::bigint as budget_used, null::bigint as coin_budget, null::bigint as member_coins,
    null::bigint as member_coins_max, null::timestamptz as retry_at,
    null::uuid as award_id, null::bigint as taken, null::bigint as owed, null::bigint as written_off,
    null::bigint as remaining, null::uuid as original_id, null::uuid as return_id, null::jsonb as parties,
    share, share_total, shortfall, null::jsonb as data,
    null::timestamptz as available_at, null::timestamptz as expires_at, null::uuid as hold_id, null::bigint as from_expired,
    idempotency_key, request_hash, created_at
  from returns;

-- Those that can move coins of a wallet.
create view coin_decisions as
  select * from award_decisions
  union all
  select * from reversal_decisions
  union all
  select * from transaction_decisions;

create view decisions as
  select * from award_decisions
  union all
  select * from reversal_decisions
  union all
  select * from transaction_decisions
  union all
  select * from return_decisions;

-- Double entry: each movement takes coins from one account and adds the same coins to another. The rows of
-- awards, reversals and coin transactions are the movements, so every movement balances by construction.
create view movements as
  select m.partner_id, m.seq, m.id, m.kind, m.user_id, m.coins, m.created_at,
    case m.from_side
      when 'wallet' then w.id
      when 'issuance' then l.issuance_account
      when 'spend' then l.spend_account
      when 'arrears' then l.arrears_account
      when 'write-offs' then l.write_offs_account
      when 'opening' then l.opening_account
      when 'expired' then l.expired_account
    end as from_account,
    case m.to_side
      when 'wallet' then w.id
      when 'issuance' then l.issuance_account
      when 'spend' then l.spend_account
      when 'arrears' then l.arrears_account
      when 'expired' then l.expired_account
    end as to_account,
    case when m.to_side = 'wallet' then m.coins when m.from_side = 'wallet' then -m.coins else 0 end as change
  from (
    select partner_id, seq, id, kind, user_id, wallet_coins as coins, created_at,
      case
        when not is_credit then 'wallet'
        when kind = 'refund' then 'spend'
        when kind = 'opening' then 'opening'
        else 'issuance'
      end as from_side,
      case
        when is_credit then 'wallet'
        when kind = 'transfer' then 'spend'
        when kind = 'settlement' then 'arrears'
        when kind = 'expiry' then 'expired'
        else 'issuance'
      end as to_side
    from coin_decisions
    where outcome in ('paid', 'reversed', 'moved') and wallet_coins > 0
    union all
    select partner_id, seq, id, 'reversal', user_id, from_expired, created_at, 'expired', 'issuance'
    from reversals
    where outcome = 'reversed' and from_expired > 0
    union all
    select partner_id, seq, id, 'reversal', user_id, owed, created_at, 'arrears', 'issuance'
    from reversals
    where outcome = 'reversed' and owed > 0
    union all
    select partner_id, seq, id, 'reversal', user_id, written_off, created_at, 'write-offs', 'issuance'
    from reversals
    where outcome = 'reversed' and written_off > 0
  ) m
  left join ledgers l on l.partner_id = m.partner_id
  left join wallets w on w.partner_id = m.partner_id and w.user_id = m.user_id;
