import type { Database } from '../platform/database.ts'
import { unauthorized } from '../platform/failure.ts'
import { recordAct } from './account-acts.ts'
import { endSessions } from './end-sessions.ts'
import { TOKEN_BAD } from './guard.ts'
import type { Person } from './own-account.ts'
import type { Session } from './session-store.ts'

/** Ends the session that a person calls with. */
export async function signOut(
  { database, now }: { database: Database; now: () => Date },
  { teamMemberId, partnerId, sessionId, from }: Person,
): Promise<Session> {
  const at = now()
  const [ended] = await database.transaction(async (tx) => {
    const sessions = await endSessions(tx, { teamMemberId, only: sessionId }, at)
    const detail = { session: sessionId }
    if (sessions.length > 0)
      await recordAct(tx, { subject: teamMemberId, partnerId, act: 'signed_out', from, at, detail })
    return sessions
  })
  if (!ended) throw unauthorized(TOKEN_BAD)
  return ended
}
