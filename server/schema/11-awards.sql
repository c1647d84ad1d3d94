-- Decisions on awards. Insert only: an award is corrected by a reversal.

-- Every decision on an award, with the counters and limits it was decided by. The row is also the event of
-- the decision and, when it paid, the movement of its coins.
create table awards (
  partner_id uuid not null,
  id uuid not null,
  seq bigint not null,
  rule_id uuid not null,
  rule_name text not null,
  user_id uuid not null,
  outcome text not null,
  reason text,
  coins bigint not null,
  note text,
  progress integer not null,
  progress_needed integer not null,
  user_awards integer not null,
  user_awards_max integer,
  participants integer not null,
  participants_max integer not null,
  -- What a refusal said beyond its reason.
  detail text,
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
  constraint awards_participants_held
    check (outcome <> 'paid' or user_awards > 1 or participants <= participants_max)
);

create unique index awards_idempotency_key_idx on awards (partner_id, idempotency_key)
  where idempotency_key is not null;
create index awards_user_idx on awards (partner_id, user_id, seq);
create index awards_not_paid_idx on awards (partner_id, outcome, seq) where outcome <> 'paid';

-- Every decision on reversing an award. A refused one has no event. The award's own row stays as it was.
create table reversals (
  partner_id uuid not null,
  id uuid not null,
  seq bigint,
  award_id uuid not null,
  user_id uuid not null,
  coins bigint not null,
  outcome text not null,
  reason text,
  balance bigint not null,
  idempotency_key uuid,
  request_hash bytea,
  created_at timestamptz not null,
  constraint reversals_pkey primary key (partner_id, id),
  constraint reversals_seq_key unique (partner_id, seq),
  constraint reversals_award_fkey foreign key (partner_id, award_id) references awards (partner_id, id),
  constraint reversals_outcome_known check (outcome in ('reversed', 'refused')),
  constraint reversals_reason_of_refusal check ((outcome = 'refused') = (reason is not null)),
  constraint reversals_event_of_movement check ((outcome = 'reversed') = (seq is not null))
);

create unique index reversals_idempotency_key_idx on reversals (partner_id, idempotency_key)
  where idempotency_key is not null;
create unique index reversals_once_idx on reversals (partner_id, award_id) where outcome = 'reversed';
create index reversals_user_idx on reversals (partner_id, user_id, seq) where seq is not null;

-- Paid awards that were not reversed.
create view awards_in_force as
  select a.partner_id, a.id, a.rule_id, a.user_id
  from awards a
  where a.outcome = 'paid'
    and not exists (
      select from reversals r
      where r.partner_id = a.partner_id and r.award_id = a.id and r.outcome = 'reversed'
    );
