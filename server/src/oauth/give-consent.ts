import type { Database, Tx } from '../database/database.ts'
import { joinPartner } from '../members/join-partner.ts'
import { holdUserSession } from '../pages/user-session-store.ts'
import type { Application } from './application-store.ts'
import { endGrants } from './grant-store.ts'
import type { Oauth } from './oauth.ts'

type Consent = {
  application: Application
  clientId: string
  user: { id: string; tag: string; fullname: string; avatar: string | null; email: string }
  scopes: string[]
  /** The session in which it is given. */
  sessionId: string
}

/**
 * A user's consent: the user joins the partner, and the application may have what was asked for. Answers the grant; none when the session has ended
 * in the meantime: whoever ends it takes back what was granted until then, and waits for what is recorded here.
 */
export async function giveConsent(
  { database, oauth, now }: { database: Database; oauth: Oauth; now: () => Date },
  { application, clientId, user, scopes, sessionId }: Consent,
  record: (tx: Tx) => Promise<void>,
): Promise<string | undefined> {
  const { id: userId, ...shown } = user
  const hasJoined = await database.transaction(async (tx) => {
    if (!(await holdUserSession(tx, sessionId))) return false
    await joinPartner(tx, application.partnerId, userId, shown, now(), { hasConsented: true })
    return true
  })
  if (!hasJoined) return undefined
  const grantId = await oauth.saveGrant({ userId, clientId, scopes })
  return database.transaction(async (tx) => {
    if (await holdUserSession(tx, sessionId)) {
      await record(tx)
      return grantId
    }
    await endGrants(tx, [grantId])
    return undefined
  })
}
