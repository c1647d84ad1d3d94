-- Coins that change accounts. A partner has an issuance account and a returns account, a member has a wallet.

-- Every decision on transferring a member's coins back to the partner. Insert only. A refused one has no
-- event.
create table transfers (
  partner_id uuid not null,
  id uuid not null,
  seq bigint,
  user_id uuid not null,
  coins bigint not null,
  outcome text not null,
  reason text,
  narration text,
  balance bigint not null,
  -- The user and the partner at that moment, as the response shows them.
  parties jsonb not null,
  idempotency_key uuid,
  request_hash bytea,
  created_at timestamptz not null,
  constraint transfers_pkey primary key (partner_id, id),
  constraint transfers_seq_key unique (partner_id, seq),
  constraint transfers_coins_positive check (coins > 0),
  constraint transfers_outcome_known check (outcome in ('moved', 'refused')),
  constraint transfers_reason_of_refusal check ((outcome = 'refused') = (reason is not null)),
  constraint transfers_event_of_movement check ((outcome = 'moved') = (seq is not null))
);

create unique index transfers_idempotency_key_idx on transfers (partner_id, idempotency_key)
  where idempotency_key is not null;
create index transfers_user_idx on transfers (partner_id, user_id, seq) where seq is not null;

-- Double entry: each movement takes coins from one account and adds the same coins to another. The rows of
-- paid awards, transfers and reversals are the movements, so every movement balances by construction.
create view movements as
  select a.partner_id, a.seq, a.id, 'award' as kind, l.issuance_account as from_account, w.id as to_account,
    a.user_id, a.coins, a.created_at
  from awards a
  left join ledgers l on l.partner_id = a.partner_id
  left join wallets w on w.partner_id = a.partner_id and w.user_id = a.user_id
  where a.outcome = 'paid'
  union all
  select t.partner_id, t.seq, t.id, 'transfer', w.id, l.returns_account, t.user_id, t.coins, t.created_at
  from transfers t
  left join ledgers l on l.partner_id = t.partner_id
  left join wallets w on w.partner_id = t.partner_id and w.user_id = t.user_id
  where t.outcome = 'moved'
  union all
  select r.partner_id, r.seq, r.id, 'reversal', w.id, l.issuance_account, r.user_id, r.coins, r.created_at
  from reversals r
  left join ledgers l on l.partner_id = r.partner_id
  left join wallets w on w.partner_id = r.partner_id and w.user_id = r.user_id
  where r.outcome = 'reversed';
