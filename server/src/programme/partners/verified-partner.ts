import { forbidden } from '../../runtime/failure.ts'
import type { Tx } from '../../storage/database/database.ts'
import { isVerifiedPartner } from './partner-store.ts'

export const EMAIL_UNVERIFIED = forbidden(
  'The e-mail address is not verified yet; send the code of the mail to partners/verify-email, or enter it on the dashboard.',
  'email_unverified',
)

/** Refuses what would let an unverified registration speak for others. Call it with the partner locked. */
export async function requireVerifiedPartner(tx: Tx, partnerId: string): Promise<void> {
  if (!(await isVerifiedPartner(tx, partnerId))) throw EMAIL_UNVERIFIED
}
