import { joinPartner } from '../members/join-partner.ts'
import type { Database } from '../platform/database.ts'
import type { Application } from './application-store.ts'
import type { Oauth } from './oauth.ts'

/** A user's consent: the user joins the partner, and the application may have what was asked for. */
export async function giveConsent(
  { database, oauth, now }: { database: Database; oauth: Oauth; now: () => Date },
  {
    application,
    clientId,
    user,
    scopes,
  }: {
    application: Application
    clientId: string
    user: { id: string; tag: string; fullname: string; avatar: string | null; email: string }
    scopes: string[]
  },
): Promise<string> {
  const { id: userId, ...shown } = user
  await database.transaction((tx) =>
    joinPartner(tx, application.partnerId, userId, shown, now(), { hasConsented: true }),
  )
  return oauth.saveGrant({ userId, clientId, scopes })
}
