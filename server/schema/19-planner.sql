-- The service plans each statement once, without looking at its values. PostgreSQL then assumes a partner of
-- average size. Among many small partners a large one would have all its rows read and filtered. One distinct
-- partner_id says that all rows may belong to one partner, so rows are looked up by their whole keys.

alter table memberships alter column partner_id set (n_distinct = 1);
alter table wallets alter column partner_id set (n_distinct = 1);
alter table monthly_scores alter column partner_id set (n_distinct = 1);
alter table board_segments alter column partner_id set (n_distinct = 1);
alter table rules alter column partner_id set (n_distinct = 1);
alter table rule_names alter column partner_id set (n_distinct = 1);
alter table rule_progress alter column partner_id set (n_distinct = 1);
alter table awards alter column partner_id set (n_distinct = 1);
alter table reversals alter column partner_id set (n_distinct = 1);
alter table coin_transactions alter column partner_id set (n_distinct = 1);
alter table lots alter column partner_id set (n_distinct = 1);
alter table holds alter column partner_id set (n_distinct = 1);
alter table actors alter column partner_id set (n_distinct = 1);
alter table personal_data alter column partner_id set (n_distinct = 1);
alter table returns alter column partner_id set (n_distinct = 1);
alter table activities alter column partner_id set (n_distinct = 1);
alter table activity_data alter column partner_id set (n_distinct = 1);
alter table evaluation_errors alter column partner_id set (n_distinct = 1);
