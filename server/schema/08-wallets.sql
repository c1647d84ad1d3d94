-- The coins of each member, and the scores that follow from the same movements.

-- One row per member. It also holds the scores of the latest month (UTC) in which the member's coins moved,
-- so that an award changes one row instead of two. Indexes hold the segment of a score, not the score: as
-- long as a member stays in a segment, a new score changes no index.
create table wallets (
  partner_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  balance bigint not null default 0,
  points bigint not null default 0,
  -- Coins transferred to the partner, less refunds.
  spent bigint not null default 0,
  -- The sum of adjustments.
  adjusted bigint not null default 0,
  -- Coins of reversed awards that the wallet could not give: still owed, or written off.
  owed bigint not null default 0,
  written_off bigint not null default 0,
  -- Coins in the balance that a checkout holds, and those that cannot be spent yet.
  held bigint not null default 0,
  pending bigint not null default 0,
  -- Coins that expired, less those that reversals took of them.
  expired bigint not null default 0,
  -- How many of its lots have coins, or more.
  open_lots integer not null default 0,
  -- The first moment at which something of the wallet is due: coins expire or become available, a hold ends, or the
  -- member is told of coins that will expire. Never later than that; nothing may be due at it.
  next_due_at timestamptz,
  -- Coins and points that the member was imported with. Neither changes later.
  opened bigint not null default 0,
  opening_points bigint not null default 0,
  -- Coins that all rules paid in the period of the limit over all rules that began at member_period_start, less those
  -- that the wallet gave back. Null until a payment while there is the limit.
  member_coins bigint,
  member_period_start timestamptz,
  points_segment bigint,
  spent_segment bigint,
  month date,
  -- Null: nothing was earned, or spent, in that month. Zero: all of it is reversed, or refunded.
  month_earned bigint,
  month_spent bigint,
  month_earned_segment bigint,
  month_spent_segment bigint,
  -- The member's position in the order of joining, which decides between equal scores.
  joined_no bigint not null,
  on_boards boolean not null,
  has_earned boolean not null default false,
  has_spent boolean not null default false,
  -- A member whose earnings are all reversed stays on the coin board with 0.
  earned_nothing boolean generated always as (on_boards and has_earned and points = 0) stored,
  -- The account that referred the member, until the member's first paid award.
  referrer_account_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint wallets_pkey primary key (partner_id, user_id),
  constraint wallets_membership_fkey foreign key (partner_id, user_id)
    references memberships (partner_id, user_id),
  constraint wallets_balance_range check (balance between 0 and 7000000000000000),
  constraint wallets_points_range check (points between 0 and 7000000000000000),
  constraint wallets_spent_natural check (spent >= 0),
  constraint wallets_owed_natural check (owed >= 0),
  constraint wallets_written_off_natural check (written_off >= 0),
  constraint wallets_balance_follows
    check (balance = points - opening_points + adjusted - spent + owed + written_off + opened - expired),
  constraint wallets_opened_natural check (opened >= 0),
  constraint wallets_opening_points_range check (opening_points between 0 and points),
  constraint wallets_member_coins_natural check (member_coins >= 0),
  constraint wallets_member_period_whole check ((member_coins is null) = (member_period_start is null)),
  constraint wallets_held_natural check (held >= 0),
  constraint wallets_pending_natural check (pending >= 0),
  constraint wallets_available_natural check (balance - held - pending >= 0),
  constraint wallets_expired_natural check (expired >= 0),
  -- Every credit settles first.
  constraint wallets_owe_when_empty check (owed = 0 or balance = held),
  constraint wallets_spent_by_spender check (spent = 0 or has_spent),
  constraint wallets_points_segment_of_member check ((points_segment is not null) = on_boards),
  constraint wallets_spent_segment_of_spender
    check ((spent_segment is not null) = (on_boards and has_spent)),
  constraint wallets_month_whole check ((month is null) = (month_earned is null and month_spent is null)),
  constraint wallets_month_first_of_month check (date_part('day', month) = 1),
  constraint wallets_month_earned_natural check (month_earned >= 0),
  constraint wallets_month_spent_natural check (month_spent >= 0),
  constraint wallets_month_earned_segment_of_earner
    check ((month_earned_segment is not null) = (on_boards and month_earned is not null)),
  constraint wallets_month_spent_segment_of_spender
    check ((month_spent_segment is not null) = (on_boards and month_spent is not null))
);

create index wallets_next_due_at_idx on wallets (partner_id, next_due_at) where next_due_at is not null;
create index wallets_points_segment_idx on wallets (partner_id, points_segment)
  where points_segment is not null;
create index wallets_spent_segment_idx on wallets (partner_id, spent_segment)
  where spent_segment is not null;
create index wallets_earned_nothing_idx on wallets (partner_id, joined_no)
  where earned_nothing;
create index wallets_month_earned_segment_idx on wallets (partner_id, month, month_earned_segment)
  where month_earned_segment is not null;
create index wallets_month_spent_segment_idx on wallets (partner_id, month, month_spent_segment)
  where month_spent_segment is not null;

-- The scores of earlier months (UTC), one row per member and month. A row moves here from the wallet when the
-- member's coins move in a later month.
create table monthly_scores (
  partner_id uuid not null,
  user_id uuid not null,
  month date not null,
  earned bigint,
  spent bigint,
  earned_segment bigint,
  spent_segment bigint,
  joined_no bigint not null,
  on_boards boolean not null,
  constraint monthly_scores_pkey primary key (partner_id, user_id, month),
  constraint monthly_scores_first_of_month check (month = date_trunc('month', month)),
  constraint monthly_scores_not_empty check (earned is not null or spent is not null),
  constraint monthly_scores_earned_natural check (earned >= 0),
  constraint monthly_scores_spent_natural check (spent >= 0),
  constraint monthly_scores_earned_segment_of_earner
    check ((earned_segment is not null) = (on_boards and earned is not null)),
  constraint monthly_scores_spent_segment_of_spender
    check ((spent_segment is not null) = (on_boards and spent is not null))
);

create index monthly_scores_earned_segment_idx on monthly_scores (partner_id, month, earned_segment)
  where earned_segment is not null;
create index monthly_scores_spent_segment_idx on monthly_scores (partner_id, month, spent_segment)
  where spent_segment is not null;

-- The scores of every month, wherever they are stored.
create view all_months as
  select partner_id, user_id, month, earned, spent, earned_segment, spent_segment, joined_no
  from monthly_scores
  union all
  select partner_id, user_id, month, month_earned, month_spent, month_earned_segment,
    month_spent_segment, joined_no
  from wallets
  where month is not null;
