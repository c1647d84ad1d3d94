import type { Session } from '../../identity/accounts/session-store.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import type { Database } from '../../storage/database/database.ts'
import { endTeamSessions } from './end-sessions.ts'
import type { TeamCaller } from './own-account.ts'

/** Ends the caller's session. Returns undefined when it had already ended. */
export async function signOut(
  { database, now }: { database: Database; now: () => Date },
  { teamMemberId, partnerId, sessionId, from }: TeamCaller,
): Promise<Session | undefined> {
  const at = now()
  return database.transaction(async (tx) => {
    const [ended] = await endTeamSessions(tx, teamMemberId, { only: sessionId }, at)
    const detail = { session: sessionId }
    if (ended)
      await recordAuditEvent(tx, { subject: teamMemberId, partnerId, action: 'signed_out', from, at, detail })
    return ended
  })
}
