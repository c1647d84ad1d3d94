import { sendEmailCode } from '../../identity/accounts/email-code.ts'
import type { MailReason } from '../../identity/accounts/limited-mail.ts'
import { mailable } from '../../messages/mail/mailable.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import type { Config } from '../../runtime/settings/config.ts'
import type { Tx } from '../../storage/database/database.ts'

/** A partner, and the team member who registered it. */
export type Registration = { teamMemberId: string; email: string; partnerName: string; ecosystem: string }

/** Mails the code that verifies a partner's address. Does the same work when there is no registration. */
export function sendPartnerCode(
  tx: Tx,
  { config, encryption }: { config: Config; encryption: Encryption },
  registration: Registration | undefined,
  why: MailReason,
  now: Date,
): Promise<void> {
  const { teamMemberId: id, email = null, partnerName = '', ecosystem = '' } = registration ?? {}
  const about = `It is for ${mailable(partnerName, 'a partner')}, a partner that was registered with this address in the ecosystem ${ecosystem}. If it was not you, do not share the code: with it, someone else could act in your name. To take the registration over, set a password of your own: ${config.origin}/dashboard/forgot-password?eco=${ecosystem}`
  return sendEmailCode(tx, encryption, { kind: 'team', id }, { email, about, why }, now)
}
