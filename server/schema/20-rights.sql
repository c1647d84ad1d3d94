-- The service works under a role that owns nothing; its login is this role, or has no other. It can read the
-- ledger and add to it, but neither change nor delete what was written. catalog.test.ts lists these rights again.

grant select on all tables in schema public to laurel_service;
-- Tables of later migrations too. What else the service may do to one, its migration grants.
alter default privileges in schema public grant select on tables to laurel_service;

-- Insert only.
grant insert on
  awards, reversals, coin_transactions, returns, activities, lifecycle_events, actors, rule_versions,
  listening_rules, closed_months, audit_log
  to laurel_service;

grant insert, update on
  ledgers, stored_responses, memberships, tag_changes, wallets, monthly_scores, holds, rules, rule_progress,
  invariant_checks,
  ecosystems, partners, applications, user_details_results, users, client_secrets
  to laurel_service;

grant insert, delete on
  personal_data, activity_data, evaluation_errors, noted_activities, user_partners, member_attributes, member_search_words,
  member_word_parts, import_refusals, request_log, revocations,
  password_links, recovery_codes, invitations, signing_keys,
  sending_pause, raised_alarms
  to laurel_service;

grant insert, update, delete on
  lots, board_segments, sub_rules, rule_names, activity_types, coin_values,
  overviews, day_totals, day_movements, award_days, day_refusals, day_visits, day_checkpoints, activity_days,
  day_activity_refusals,
  participations,
  sessions, refresh_tokens, email_codes, rate_counters, team_members, email_changes, second_factors,
  oauth_records, mails, imports, import_lines, backtests, webhook_endpoints, webhook_attempts, request_log_dropped
  to laurel_service;

-- Functions are open to everyone by default.
revoke execute on function purge_audit_log, purge_unused_users, purge_unused_partners, delete_account from public;
grant execute on function purge_audit_log, purge_unused_users, purge_unused_partners, delete_account
  to laurel_service;

-- The queue's tables belong to the owner as well; the service uses them and cannot create a queue.
grant usage on schema pgboss to laurel_service;
grant select, insert, update, delete on pgboss.job, pgboss.job_common to laurel_service;
grant select, update on pgboss.queue, pgboss.version to laurel_service;
grant select, delete on pgboss.job_dependency to laurel_service;
