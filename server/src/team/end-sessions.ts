import { revokeTokens } from '../authorization/revocation-store.ts'
import type { Tx } from '../database/database.ts'
import { markSessionsEnded, type Session } from './session-store.ts'

/** Ends sessions of a member with their refresh tokens and access tokens: all, one, or all but one. */
export async function endSessions(
  tx: Tx,
  which: { teamMemberId: string; only?: string; except?: string },
  now: Date,
): Promise<Session[]> {
  const ended = await markSessionsEnded(tx, which, now)
  revokeTokens(
    tx,
    ended.map((session) => session.id),
  )
  return ended
}
