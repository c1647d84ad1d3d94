import { lockSession } from '../../identity/accounts/session-store.ts'
import { partnerTransaction } from '../../programme/ledger/partner-transaction.ts'
import { joinByConsent } from '../../programme/members/claim-membership.ts'
import { lockHidden } from '../../programme/members/membership-store.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import type { Database, Tx } from '../../storage/database/database.ts'
import type { Application } from './application-store.ts'
import { endGrants } from './grant-store.ts'
import type { Oauth } from './oauth.ts'

type Consent = {
  application: Application
  clientId: string
  user: { id: string; tag: string; fullname: string; avatar: string | null; email: string }
  scopes: string[]
  sessionId: string
}

/**
 * Joins the user to the partner, with a membership that waits for the user's address, and grants the
 * application its scopes. Returns the grant's id; undefined when the session has ended meanwhile. Ending a
 * session revokes all grants, so it is locked while a grant is recorded.
 */
export async function giveConsent(
  { database, encryption, oauth }: { database: Database; encryption: Encryption; oauth: Oauth },
  { application, clientId, user, scopes, sessionId }: Consent,
  record: (tx: Tx) => Promise<void>,
): Promise<string | undefined> {
  const { id: userId, ...details } = user
  const { partnerId } = application
  const hasJoined = await partnerTransaction(database, { partnerId }, async (tx, ledger) => {
    // The user before the session, as a password reset locks them.
    await lockHidden(tx, userId)
    if (!(await lockSession(tx, sessionId))) return false
    await joinByConsent(tx, ledger, userId, details, encryption)
    return true
  })
  if (!hasJoined) return undefined
  const grantId = await oauth.saveGrant({ userId, clientId, scopes })
  return database.transaction(async (tx) => {
    if (await lockSession(tx, sessionId)) {
      await record(tx)
      return grantId
    }
    await endGrants(tx, [grantId])
    return undefined
  })
}
