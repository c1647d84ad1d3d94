/**
 * The ledger side: tables that are distributed by partner, each after the tables that it references.
 * catalog.test.ts checks that their keys allow it.
 */
export const LEDGER_TABLES = [
  'ledgers',
  'actors',
  'personal_data',
  'stored_responses',
  'memberships',
  'tag_changes',
  'member_attributes',
  'member_search_words',
  'member_word_parts',
  'wallets',
  'lots',
  'holds',
  'monthly_scores',
  'board_segments',
  'rules',
  'rule_versions',
  'sub_rules',
  'rule_names',
  'rule_progress',
  'awards',
  'reversals',
  'coin_transactions',
  'returns',
  'activities',
  'activity_data',
  'activity_types',
  'listening_rules',
  'evaluation_errors',
  'backtests',
  'noted_activities',
  'lifecycle_events',
  'overviews',
  'day_totals',
  'day_movements',
  'award_days',
  'day_refusals',
  'activity_days',
  'day_activity_refusals',
  'day_visits',
  'day_checkpoints',
  'participations',
  'closed_months',
  'imports',
  'import_lines',
  'import_refusals',
] as const

/** Stored responses also serve calls without a token, whose scope is not a partner. */
export const distributionColumn = (table: string): string =>
  table === 'stored_responses' ? 'scope_id' : 'partner_id'

/**
 * Tables of the coordinator that a transaction may write together with the ledger side. Citus knows them, so
 * that it commits such a transaction in two phases. Each comes after the tables that it references.
 */
export const COORDINATOR_TABLES = [
  'ecosystems',
  'partners',
  'coin_values',
  'applications',
  'user_details_results',
  'users',
  'user_partners',
  'team_members',
  'sessions',
  'refresh_tokens',
  'password_links',
  'email_codes',
  'email_changes',
  'second_factors',
  'recovery_codes',
  'invitations',
  'client_secrets',
  'audit_log',
  'oauth_records',
  'webhook_endpoints',
  'webhook_attempts',
  'mails',
  'raised_alarms',
] as const

/** Tables of the coordinator that no transaction writes together with the ledger side. */
export const LOCAL_TABLES = [
  'baseline',
  'invariant_checks',
  'migrations',
  'rate_counters',
  'request_log',
  'request_log_dropped',
  'revocations',
  'sending_pause',
  'signing_keys',
] as const
