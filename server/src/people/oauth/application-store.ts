import type { PartnerBrand } from '../../programme/partners/partner.ts'
import { SELECT_PARTNERS } from '../../programme/partners/partner-store.ts'
import { type Db, sql } from '../../storage/database/database.ts'

/** An application as the authorization server needs it. */
export type Application = PartnerBrand & {
  partnerName: string
  ecosystem: string
  applicationName: string
  clientId: string
  publicClientId: string
  redirectUrl: string
  webRedirectUrl: string | null
  mobileRedirectUrl: string | null
}

const CLIENT_ID = /^[0-9a-f]{64}$/

/** Finds an application by its confidential or its public client. */
export async function findApplication(db: Db, clientId: string): Promise<Application | undefined> {
  if (!CLIENT_ID.test(clientId)) return undefined
  return db.first<Application>(sql`
    ${SELECT_PARTNERS}
    where a.client_id = ${clientId} or a.public_client_id = ${clientId}`)
}
