import { purgeEmailCodes } from './accounts/email-code-store.ts'
import { purgePasswordLinks } from './accounts/password-link-store.ts'
import { purgeRateCounters } from './accounts/rate-counter-store.ts'
import { purgeSessions } from './accounts/session-store.ts'
import { purgeAuditEvents } from './audit-log/audit-event-store.ts'
import { purgeRevocations } from './authorization/revocations.ts'
import type { Db } from './database/database.ts'
import { purgeMails } from './mail/mail-store.ts'
import { purgeRecords } from './oauth/oauth-store.ts'
import { purgeRequests } from './request-log/request-log-store.ts'
import { purgeEmailChanges } from './team/email-change-store.ts'
import { purgeInvitations } from './team/invitation-store.ts'
import { purgeRefreshTokens } from './team/refresh-token-store.ts'
import { purgeWebhookAttempts } from './webhooks/attempt-store.ts'

/** Deletes what has expired or is past its retention. SECURITY.md lists all of it. */
export async function purgeExpired(
  db: Db,
  { auditLogDays }: { auditLogDays: number },
  now: Date,
): Promise<void> {
  await purgeRateCounters(db, now)
  await purgePasswordLinks(db, now)
  await purgeEmailCodes(db, now)
  await purgeEmailChanges(db, now)
  await purgeInvitations(db, now)
  await purgeRefreshTokens(db, now)
  await purgeSessions(db, now)
  await purgeRecords(db, now)
  await purgeRevocations(db)
  await purgeMails(db, now)
  await purgeWebhookAttempts(db, now)
  await purgeRequests(db, now)
  await purgeAuditEvents(db, auditLogDays, now)
}
