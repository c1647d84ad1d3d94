-- The service works under a role that owns nothing: what is written to the ledger can be read and added to, never changed or taken away.

grant select on all tables in schema public to laurel_service;

grant insert on awards, movements, transfers, reversals, notices, open_replies to laurel_service;

grant insert, update on
  ledgers, rules, sub_rules, memberships, wallets, monthly_scores, standings, replies,
  ecosystems, partners, applications, team_members, users, sessions, refresh_tokens, signing_keys
  to laurel_service;

grant insert, update, delete on board_segments, sub_rules, rule_names, email_codes, attempts, mails to laurel_service;
