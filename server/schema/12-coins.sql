-- Coins that change accounts. A partner has an account for issued coins, one for returned coins, one for
-- arrears, one for write-offs and one for openings; a member has a wallet.

-- Every decision on a transfer of a member's coins to the partner, a refund of one, an adjustment, every
-- settlement of what a member owed, and what members were imported with. Insert only.
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
  reference text,
  -- Of the wallet after the decision, and after the settlement that follows a credit.
  balance bigint not null,
  points bigint not null,
  -- Of a refund, the transfer; of a settlement, the award, refund or adjustment that it follows.
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
    check (kind in ('transfer', 'refund', 'adjustment', 'settlement', 'opening')),
  constraint coin_transactions_direction
    check (case when kind in ('refund', 'opening') then is_credit when kind = 'adjustment' then true else not is_credit end),
  constraint coin_transactions_outcome_known check (outcome in ('moved', 'refused')),
  constraint coin_transactions_reason_of_refusal check ((outcome = 'refused') = (reason is not null)),
  constraint coin_transactions_original_known check ((kind in ('refund', 'settlement')) = (original_id is not null)),
  constraint coin_transactions_remaining_of_refund
    check ((kind = 'refund' and outcome = 'moved') = (remaining is not null)),
  constraint coin_transactions_remaining_natural check (remaining >= 0),
  constraint coin_transactions_parties_of_call check ((kind in ('settlement', 'opening')) = (parties is null))
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
  reference text not null,
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

-- Double entry: each movement takes coins from one account and adds the same coins to another. The rows of
-- awards, reversals and coin transactions are the movements, so every movement balances by construction.
create view movements as
  select m.partner_id, m.seq, m.id, m.kind, m.user_id, m.coins, m.created_at,
    case m.from_side
      when 'wallet' then w.id
      when 'issuance' then l.issuance_account
      when 'returns' then l.returns_account
      when 'arrears' then l.arrears_account
      when 'write-offs' then l.write_offs_account
      when 'opening' then l.opening_account
    end as from_account,
    case m.to_side
      when 'wallet' then w.id
      when 'issuance' then l.issuance_account
      when 'returns' then l.returns_account
      when 'arrears' then l.arrears_account
    end as to_account,
    case when m.to_side = 'wallet' then m.coins when m.from_side = 'wallet' then -m.coins else 0 end as change
  from (
    select partner_id, seq, id, 'award' as kind, 'issuance' as from_side, 'wallet' as to_side, user_id, coins,
      created_at
    from awards
    where outcome = 'paid'
    union all
    select partner_id, seq, id, 'reversal', 'wallet', 'issuance', user_id, taken, created_at
    from reversals
    where outcome = 'reversed' and taken > 0
    union all
    select partner_id, seq, id, 'reversal', 'arrears', 'issuance', user_id, owed, created_at
    from reversals
    where outcome = 'reversed' and owed > 0
    union all
    select partner_id, seq, id, 'reversal', 'write-offs', 'issuance', user_id, written_off, created_at
    from reversals
    where outcome = 'reversed' and written_off > 0
    union all
    select partner_id, seq, id, kind,
      case
        when not is_credit then 'wallet'
        when kind = 'refund' then 'returns'
        when kind = 'opening' then 'opening'
        else 'issuance'
      end,
      case
        when is_credit then 'wallet'
        when kind = 'transfer' then 'returns'
        when kind = 'settlement' then 'arrears'
        else 'issuance'
      end,
      user_id, coins, created_at
    from coin_transactions
    where outcome = 'moved' and coins > 0
  ) m
  left join ledgers l on l.partner_id = m.partner_id
  left join wallets w on w.partner_id = m.partner_id and w.user_id = m.user_id;
