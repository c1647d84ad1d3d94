-- The order of the boards.

-- Each board is divided into segments of a few hundred members. A position or a page is found by adding up
-- segments, never by counting members. A segment reaches from its first rank key (negated score, order of
-- joining) to that of the next segment; with the score negated, both sort in ascending order. The month
-- 0001-01-01 stands for all time.
create table board_segments (
  partner_id uuid not null,
  board text not null,
  month date not null,
  negated_score bigint not null,
  joined_no bigint not null,
  no bigint not null,
  members integer not null,
  -- The last event when members changed, so that a reader with cached segments reads only what changed since.
  seq bigint not null default 0,
  constraint board_segments_pkey primary key (partner_id, board, month, negated_score, joined_no),
  constraint board_segments_no_key unique (partner_id, board, month, no),
  constraint board_segments_board_known check (board in ('points', 'earner', 'spender')),
  constraint board_segments_members_natural check (members >= 0)
);

-- For a reader with cached segments.
create index board_segments_seq_idx on board_segments (partner_id, board, month, seq);

-- Every member of every board, with the rank key and the segment that counts the member.
create view ranked_members as
  select partner_id, 'points' as board, date '0001-01-01' as month, points_segment as segment,
    -points as negated_score, joined_no, user_id
  from wallets
  where points_segment is not null
  union all
  select partner_id, 'spender', date '0001-01-01', spent_segment, -spent, joined_no, user_id
  from wallets
  where spent_segment is not null
  union all
  select partner_id, 'earner', month, earned_segment, -earned, joined_no, user_id
  from all_months
  where earned_segment is not null
  union all
  select partner_id, 'spender', month, spent_segment, -spent, joined_no, user_id
  from all_months
  where spent_segment is not null;
