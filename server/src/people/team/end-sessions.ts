import { revokeTokens } from '../../identity/accounts/revocation-store.ts'
import { endSessions, type Session, type WhichSessions } from '../../identity/accounts/session-store.ts'
import type { Tx } from '../../storage/database/database.ts'

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
