-- Decisions on awards. Insert only: an award is corrected by a reversal. Notes and metadata are in personal_data.

-- Every decision on an award, with the counters and limits it was decided by. The row is also the event of
-- the decision and, when it paid, the movement of its coins.
create table awards (
  partner_id uuid not null,
  id uuid not null,
  seq bigint not null,
  actor_id bigint not null,
  rule_id uuid not null,
  rule_name text not null,
  rule_version integer not null,
  user_id uuid not null,
  outcome text not null,
  reason text,
  coins bigint not null,
  -- Millionths of a unit, and the coins of one unit.
  units bigint,
  coins_per_unit bigint,
  -- Of the wallet after the decision, and after the settlement that follows a payment.
  balance bigint not null,
  points bigint not null,
  -- In the order of characters, in which the beginning of one is found.
  reference text collate "C",
  progress integer not null,
  progress_needed integer not null,
  -- In the period that began at user_period_start; null stands for all time.
  user_awards integer not null,
  user_awards_max integer,
  user_coins bigint,
  user_coins_max bigint,
  user_period_start timestamptz,
  participants integer not null,
  participants_max integer not null,
  is_new_participant boolean not null,
  budget_used bigint,
  coin_budget bigint,
  budget_start timestamptz,
  -- What all rules paid the member in the period of the limit over all rules. Null without the limit.
  member_coins bigint,
  member_coins_max bigint,
  member_period_start timestamptz,
  -- The period that a completion counts for, and the latest completion before it that counts for one. Null where every
  -- call counts.
  count_start timestamptz,
  counted_before timestamptz,
  -- When the coins can be spent, if not at once, and when they expire.
  available_at timestamptz,
  expires_at timestamptz,
  -- What the member owed and the coins settled; the balance is after that.
  settled bigint,
  -- What a refusal said beyond its reason, and when a later try could pay.
  detail text,
  retry_at timestamptz,
  idempotency_key uuid,
  request_hash bytea,
  created_at timestamptz not null,
  constraint awards_pkey primary key (partner_id, id),
  constraint awards_seq_key unique (partner_id, seq),
  constraint awards_outcome_known check (outcome in ('paid', 'counted', 'refused')),
  constraint awards_reason_of_refusal check ((outcome = 'refused') = (reason is not null)),
  constraint awards_coins_of_payment check (case when outcome = 'paid' then coins > 0 else coins = 0 end),
  constraint awards_user_limit_held
    check (outcome <> 'paid' or user_awards_max is null or user_awards <= user_awards_max),
  constraint awards_user_coins_held
    check (outcome <> 'paid' or user_coins_max is null or user_coins <= user_coins_max),
  constraint awards_member_limit_held
    check (outcome <> 'paid' or member_coins_max is null or member_coins <= member_coins_max),
  constraint awards_participants_held
    check (outcome <> 'paid' or not is_new_participant or participants <= participants_max),
  constraint awards_budget_held check (outcome <> 'paid' or coin_budget is null or budget_used <= coin_budget)
);

create unique index awards_idempotency_key_idx on awards (partner_id, idempotency_key)
  where idempotency_key is not null;
create index awards_user_idx on awards (partner_id, user_id, seq);
create index awards_not_paid_idx on awards (partner_id, outcome, seq) where outcome <> 'paid';
create index awards_reference_idx on awards (partner_id, reference, seq) where reference is not null;

-- Every decision on reversing an award or a part of it. The award's own row stays as it was.
create table reversals (
  partner_id uuid not null,
  id uuid not null,
  seq bigint not null,
  actor_id bigint not null,
  award_id uuid not null,
  -- That of the award.
  rule_id uuid not null,
  user_id uuid not null,
  -- What the points fall by: what the wallet gave, what had expired, what is owed, and what is written off.
  coins bigint not null,
  taken bigint not null,
  from_expired bigint not null default 0,
  owed bigint not null,
  written_off bigint not null,
  -- What is left of the award. Null for a refusal.
  remaining bigint,
  -- Whether something of the award is written off, by this part or an earlier one. Null for a refusal.
  has_write_off boolean,
  outcome text not null,
  reason text,
  -- Of the wallet after the decision.
  balance bigint not null,
  points bigint not null,
  reference text collate "C",
  -- The return that it is part of.
  return_id uuid,
  idempotency_key uuid,
  request_hash bytea,
  created_at timestamptz not null,
  constraint reversals_pkey primary key (partner_id, id),
  constraint reversals_seq_key unique (partner_id, seq),
  constraint reversals_award_fkey foreign key (partner_id, award_id) references awards (partner_id, id),
  constraint reversals_outcome_known check (outcome in ('reversed', 'refused')),
  constraint reversals_reason_of_refusal check ((outcome = 'refused') = (reason is not null)),
  constraint reversals_remaining_of_movement check ((outcome = 'reversed') = (remaining is not null)),
  constraint reversals_write_off_of_movement check ((outcome = 'reversed') = (has_write_off is not null)),
  constraint reversals_remaining_natural check (remaining >= 0),
  constraint reversals_parts_natural check (taken >= 0 and from_expired >= 0 and owed >= 0 and written_off >= 0),
  constraint reversals_parts_add_up check (outcome = 'refused' or coins = taken + from_expired + owed + written_off)
);

create unique index reversals_idempotency_key_idx on reversals (partner_id, idempotency_key)
  where idempotency_key is not null;
-- Each part leaves less, so no part is taken back twice.
create unique index reversals_part_idx on reversals (partner_id, award_id, remaining)
  where outcome = 'reversed';
create index reversals_user_idx on reversals (partner_id, user_id, seq);
create index reversals_reference_idx on reversals (partner_id, reference, seq) where reference is not null;
create index reversals_return_idx on reversals (partner_id, return_id) where return_id is not null;

-- Counted completions that were not reversed.
create view completions_in_force as
  select a.partner_id, a.id, a.seq, a.rule_id, a.user_id, a.count_start
  from awards a
  where a.outcome = 'counted'
    and not exists (
      select from reversals r
      where r.partner_id = a.partner_id and r.award_id = a.id and r.outcome = 'reversed'
    );

-- Paid awards that count towards limits: not reversed to the last part, or with something written off.
create view awards_in_force as
  select a.partner_id, a.id, a.rule_id, a.user_id
  from awards a
  where a.outcome = 'paid'
    and (
      not exists (
        select from reversals r
        where r.partner_id = a.partner_id and r.award_id = a.id and r.outcome = 'reversed' and r.remaining = 0
      )
      or exists (
        select from reversals r
        where r.partner_id = a.partner_id and r.award_id = a.id and r.written_off > 0
      )
    );
