import { recordAuditEvent } from '../audit-log/record-audit-event.ts'
import type { Database } from '../database/database.ts'
import { endSessions } from './end-sessions.ts'
import type { Person } from './own-account.ts'
import type { Session } from './session-store.ts'

/** Ends the session that a person calls with; undefined when it had ended before. */
export async function signOut(
  { database, now }: { database: Database; now: () => Date },
  { teamMemberId, partnerId, sessionId, from }: Person,
): Promise<Session | undefined> {
  const at = now()
  return database.transaction(async (tx) => {
    const [ended] = await endSessions(tx, { teamMemberId, only: sessionId }, at)
    const detail = { session: sessionId }
    if (ended)
      await recordAuditEvent(tx, { subject: teamMemberId, partnerId, act: 'signed_out', from, at, detail })
    return ended
  })
}
