import { purgeWebhookAttempts } from './feed/webhooks/attempt-store.ts'
import { purgeRequests } from './http/request-log/request-log-store.ts'
import { purgeEmailCodes } from './identity/accounts/email-code-store.ts'
import { purgePasswordLinks } from './identity/accounts/password-link-store.ts'
import { purgeRateCounters } from './identity/accounts/rate-counter-store.ts'
import { purgeSessions } from './identity/accounts/session-store.ts'
import { purgeAuditEvents } from './identity/audit-log/audit-event-store.ts'
import { purgeRevocations } from './identity/authorization/revocations.ts'
import { purgeMails } from './messages/mail/mail-store.ts'
import { purgeRecords } from './people/oauth/oauth-store.ts'
import { purgeEmailChanges } from './people/team/email-change-store.ts'
import { purgeInvitations } from './people/team/invitation-store.ts'
import { purgeRefreshTokens } from './people/team/refresh-token-store.ts'
import { purgeUnusedUsers } from './people/users/user-store.ts'
import { purgeImports } from './programme/imports/import-store.ts'
import { purgeUnusedPartners } from './programme/partners/partner-store.ts'
import type { Config } from './runtime/settings/config.ts'
import type { Db } from './storage/database/database.ts'

/** How many days something is kept that does not expire by itself. */
export type Retention = Pick<
  Config,
  'requestLogDays' | 'webhookAttemptDays' | 'mailDays' | 'auditLogDays' | 'importDays' | 'unverifiedDays'
>

/** Deletes what has expired or is past its retention. SECURITY.md lists all of it. */
export async function purgeExpired(db: Db, retention: Retention, now: Date): Promise<void> {
  await purgeRateCounters(db, now)
  await purgePasswordLinks(db, now)
  await purgeEmailCodes(db, now)
  await purgeEmailChanges(db, now)
  await purgeInvitations(db, now)
  await purgeRefreshTokens(db, now)
  await purgeSessions(db, now)
  await purgeRecords(db, now)
  await purgeRevocations(db)
  const endOf = (days: number) => daysBefore(now, days)
  await purgeMails(db, endOf(retention.mailDays))
  await purgeWebhookAttempts(db, endOf(retention.webhookAttemptDays))
  await purgeRequests(db, endOf(retention.requestLogDays))
  await purgeImports(db, { finishedBefore: endOf(retention.importDays), receivingBefore: endOf(1) })
  await purgeAuditEvents(db, endOf(retention.auditLogDays))
  // This comes after the sessions, codes and links that would show that the accounts are used.
  await purgeUnusedUsers(db, endOf(retention.unverifiedDays))
  await purgeUnusedPartners(db, endOf(retention.unverifiedDays))
}

const DAY_MS = 86_400_000

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)
