import { revokeTokens } from '../../identity/accounts/revocation-store.ts'
import { endSessions, type Session, type WhichSessions } from '../../identity/accounts/session-store.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import type { Database, Tx } from '../../storage/database/database.ts'
import type { TeamCaller } from './own-account.ts'

/** Ends sessions of a team member, with their access tokens: all, one, or all but one. */
export async function endTeamSessions(
  tx: Tx,
  teamMemberId: string,
  which: WhichSessions,
  now: Date,
): Promise<Session[]> {
  const ended = await endSessions(tx, { kind: 'team', id: teamMemberId }, which, now)
  revokeTokens(
    tx,
    ended.map((session) => session.id),
  )
  return ended
}

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
