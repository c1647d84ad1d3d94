import { purgeAuditEvents } from './identity/audit-log/audit-event-store.ts'
import { purgeRevocations } from './identity/authorization/revocations.ts'
import { purgeUnusedUsers } from './people/users/user-store.ts'
import { BACKTEST_DAYS } from './programme/backtests/backtest.ts'
import { purgeImports } from './programme/imports/import-store.ts'
import { purgeUnusedPartners } from './programme/partners/partner-store.ts'
import type { Config } from './runtime/settings/config.ts'
import { type Db, type Sql, sql } from './storage/database/database.ts'
import { purgeRows } from './storage/database/purge.ts'

/** How many days something is kept that does not expire by itself. */
export type Retention = Pick<
  Config,
  | 'requestLogDays'
  | 'webhookAttemptDays'
  | 'mailDays'
  | 'auditLogDays'
  | 'importDays'
  | 'unverifiedDays'
  | 'activityRetentionDays'
>

/** A table with its primary key, and the column of the time from which a row expires. An index must have it. */
type ExpiringTable = { table: Sql; key: Sql; time: Sql; skipsLocked?: boolean }

const EXPIRES_AT = sql`expires_at`
const CREATED_AT = sql`created_at`

/** Rows that say when they expire. */
const EXPIRING: ExpiringTable[] = [
  {
    table: sql`rate_counters`,
    key: sql`keyed_hash`,
    time: sql`window_ends_at`,
    skipsLocked: true,
  },
  { table: sql`password_links`, key: sql`token_hash`, time: EXPIRES_AT },
  { table: sql`email_codes`, key: sql`account_id`, time: EXPIRES_AT },
  { table: sql`email_changes`, key: sql`team_member_id`, time: EXPIRES_AT },
  { table: sql`invitations`, key: sql`id`, time: EXPIRES_AT },
  { table: sql`refresh_tokens`, key: sql`token_hash`, time: EXPIRES_AT },
  { table: sql`sessions`, key: sql`id`, time: EXPIRES_AT },
  { table: sql`oauth_records`, key: sql`model, id_hash`, time: EXPIRES_AT },
]

/** Rows that are kept for as many days as a setting says. No mail is pending: after three days it is given up. */
const KEPT: (ExpiringTable & { days: keyof Retention })[] = [
  { days: 'mailDays', table: sql`mails`, key: sql`id`, time: CREATED_AT },
  {
    days: 'webhookAttemptDays',
    table: sql`webhook_attempts`,
    key: sql`partner_id, endpoint_id, id`,
    time: CREATED_AT,
  },
  { days: 'requestLogDays', table: sql`request_log`, key: sql`partner_id, id`, time: CREATED_AT },
  {
    days: 'requestLogDays',
    table: sql`request_log_dropped`,
    key: sql`partner_id, minute`,
    time: sql`minute`,
  },
  { days: 'activityRetentionDays', table: sql`activity_data`, key: sql`partner_id, seq`, time: CREATED_AT },
]

/** Deletes what has expired or is past its retention. SECURITY.md lists all of it. */
export async function purgeExpired(db: Db, retention: Retention, now: Date): Promise<void> {
  const endOf = (days: number) => new Date(now.getTime() - days * DAY_MS)
  for (const rows of EXPIRING) await purgeUntil(db, rows, now)
  for (const { days, ...rows } of KEPT) await purgeUntil(db, rows, endOf(retention[days]))
  await purgeRevocations(db)
  await purgeImports(db, { finishedBefore: endOf(retention.importDays), receivingBefore: endOf(1) })
  await purgeUntil(
    db,
    { table: sql`backtests`, key: sql`partner_id, id`, time: CREATED_AT },
    endOf(BACKTEST_DAYS),
  )
  await purgeAuditEvents(db, endOf(retention.auditLogDays))
  // This comes after the sessions, codes and links that would show that the accounts are used.
  await purgeUnusedUsers(db, endOf(retention.unverifiedDays))
  await purgeUnusedPartners(db, endOf(retention.unverifiedDays))
}

const DAY_MS = 86_400_000

/** Deletes the rows of a table that have expired at a time. */
function purgeUntil(db: Db, { time, ...rows }: ExpiringTable, end: Date): Promise<void> {
  return purgeRows(db, { ...rows, isExpired: sql`${time} <= ${end}`, order: time })
}
