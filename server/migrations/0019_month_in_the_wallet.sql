-- Every award changed a row of its month beside the wallet, which was a fifth of the database's work for it. The wallet now holds the scores of
-- the last month in which its coins moved; monthly_scores has those of the months before. A score that is null says that there is none.

alter table wallets
  add column month date,
  add column month_earned bigint,
  add column month_returned bigint,
  add column month_earned_segment bigint,
  add column month_returned_segment bigint;

alter table monthly_scores
  alter column earned drop not null,
  alter column earned drop default,
  alter column returned drop not null,
  alter column returned drop default;

update monthly_scores
set earned = case when has_earned then earned end, returned = case when has_returned then returned end
where not (has_earned and has_returned);

update wallets w
set month = s.month, month_earned = s.earned, month_returned = s.returned,
  month_earned_segment = s.earned_segment, month_returned_segment = s.returned_segment
from monthly_scores s
where s.partner_id = w.partner_id and s.user_id = w.user_id and s.month = (
  select max(l.month)
  from monthly_scores l
  where l.partner_id = w.partner_id and l.user_id = w.user_id
);

delete from monthly_scores s
using wallets w
where w.partner_id = s.partner_id and w.user_id = s.user_id and w.month = s.month;

create view all_months as
select partner_id, user_id, month, earned, returned, earned_segment, returned_segment, joined_no
from monthly_scores
union all
select partner_id, user_id, month, month_earned, month_returned, month_earned_segment, month_returned_segment, joined_no
from wallets
where month is not null;

create or replace view board_places as
select partner_id, 'points' as board, date '0001-01-01' as month, points_segment as segment, -points as negated_score, joined_no, user_id
from wallets
where points_segment is not null
union all
select partner_id, 'spender', date '0001-01-01', returned_segment, -returned, joined_no, user_id
from wallets
where returned_segment is not null
union all
select partner_id, 'earner', month, earned_segment, -earned, joined_no, user_id
from all_months
where earned_segment is not null
union all
select partner_id, 'spender', month, returned_segment, -returned, joined_no, user_id
from all_months
where returned_segment is not null;

create or replace view broken_boards as
select w.partner_id, w.user_id as id,
  'scores ' || w.points || ' points and ' || w.returned || ' returned instead of ' || coalesce(m.earned, 0) || ' and ' || coalesce(m.returned, 0) as problem
from wallets w
left join (
  select partner_id, user_id, sum(earned) as earned, sum(returned) as returned
  from score_changes
  group by partner_id, user_id
) m on m.partner_id = w.partner_id and m.user_id = w.user_id
where w.points <> coalesce(m.earned, 0) or w.returned <> coalesce(m.returned, 0) or w.has_earned <> (m.earned is not null)
union all
select coalesce(s.partner_id, m.partner_id), coalesce(s.user_id, m.user_id), 'scores wrongly in ' || coalesce(s.month, m.month)
from all_months s
full join (
  select partner_id, user_id, month, sum(earned) as earned, sum(returned) as returned
  from score_changes
  group by partner_id, user_id, month
) m on m.partner_id = s.partner_id and m.user_id = s.user_id and m.month = s.month
where s.earned is distinct from m.earned or s.returned is distinct from m.returned
union all
select b.partner_id, b.user_id, 'is shown on the boards otherwise than its membership says'
from memberships b
left join wallets w on w.partner_id = b.partner_id and w.user_id = b.user_id
where w.on_boards is distinct from (b.left_at is null)
union all
select s.partner_id, s.user_id, 'stands in ' || s.month || ' otherwise than in its wallet'
from monthly_scores s
left join wallets w on w.partner_id = s.partner_id and w.user_id = s.user_id
where s.on_boards is distinct from w.on_boards or s.joined_no is distinct from w.joined_no or (s.month < w.month) is not true;

alter table wallets
  drop constraint wallets_returned_segment_of_spender,
  drop column has_returned,
  add constraint wallets_returned_segment_of_spender check ((returned_segment is not null) = (on_boards and returned > 0)),
  add constraint wallets_month_whole check ((month is null) = (month_earned is null and month_returned is null)),
  add constraint wallets_month_first_of_month check (date_part('day', month) = 1),
  add constraint wallets_month_earned_natural check (month_earned >= 0),
  add constraint wallets_month_returned_positive check (month_returned > 0),
  add constraint wallets_month_earned_segment_of_earner check ((month_earned_segment is not null) = (on_boards and month_earned is not null)),
  add constraint wallets_month_returned_segment_of_spender check ((month_returned_segment is not null) = (on_boards and month_returned is not null));

alter table monthly_scores
  drop constraint monthly_scores_earned_segment_of_earner,
  drop constraint monthly_scores_returned_segment_of_spender,
  drop constraint monthly_scores_returned_natural,
  drop column has_earned,
  drop column has_returned,
  add constraint monthly_scores_not_empty check (earned is not null or returned is not null),
  add constraint monthly_scores_returned_positive check (returned > 0),
  add constraint monthly_scores_earned_segment_of_earner check ((earned_segment is not null) = (on_boards and earned is not null)),
  add constraint monthly_scores_returned_segment_of_spender check ((returned_segment is not null) = (on_boards and returned is not null));

create index wallets_month_earned_segment_idx on wallets (partner_id, month, month_earned_segment) where month_earned_segment is not null;
create index wallets_month_returned_segment_idx on wallets (partner_id, month, month_returned_segment) where month_returned_segment is not null;

analyze wallets, monthly_scores;
