-- Plans are made without a look at their values, so for a partner of average size. Of many small partners one may be large: PostgreSQL then read all of
-- that partner's rows and picked those it was asked for. Told that all rows may be of one partner, it looks rows up by their whole keys.

alter table memberships alter column partner_id set (n_distinct = 1);
alter table wallets alter column partner_id set (n_distinct = 1);
alter table monthly_scores alter column partner_id set (n_distinct = 1);
alter table board_segments alter column partner_id set (n_distinct = 1);
alter table standings alter column partner_id set (n_distinct = 1);
alter table rules alter column partner_id set (n_distinct = 1);
alter table rule_names alter column partner_id set (n_distinct = 1);
alter table awards alter column partner_id set (n_distinct = 1);
alter table transfers alter column partner_id set (n_distinct = 1);
alter table reversals alter column partner_id set (n_distinct = 1);

-- What is said there counts from the next statistics on.
analyze memberships, wallets, monthly_scores, board_segments, standings, rules, rule_names, awards, transfers, reversals;
