import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import { limitCodeRequests, limitCodeTries, tryEmailCode } from '../../identity/accounts/email-code.ts'
import type { Source } from '../../identity/audit-log/audit-event.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { partnerTransaction } from '../../programme/ledger/partner-transaction.ts'
import { EMAIL_KEY, sendPartnerCode } from '../../programme/partners/onboard-partner.ts'
import { type Failure, taken } from '../../runtime/failure.ts'
import type { Tx } from '../../storage/database/database.ts'
import { violatedConstraint } from '../../storage/database/database-error.ts'
import { findRegistration, lockTeamMember, markTeamEmailVerified, type TeamMember } from './team-store.ts'

/** `callerId` is the signed-in team member, if any. */
type RegistrationQuery = { email: string; ecosystem: string; callerId: string | undefined }

export const emailTaken = (email: string): Failure =>
  taken(`The email ${email} is already taken; sign in with its other account, or use another one.`, 'email')

/** Verifies a partner's address by its code. A wrong code and an unknown address cannot be told apart. */
export async function verifyPartner(
  { database, encryption, now }: AccountServices,
  { code, from, callerId, ...query }: RegistrationQuery & { code: string; from: Source },
): Promise<boolean> {
  const at = now()
  const registration = await findRegistration(database, { ...query, teamMemberId: callerId })
  const isOwn = registration !== undefined && registration.teamMemberId === callerId
  // Strangers may guess a few times, but not use up the tries of the session that registered the partner.
  if (!isOwn) await limitCodeTries(database, encryption, { kind: 'team', email: query.email }, at)
  const verify = async (tx: Tx) => {
    const member =
      registration &&
      (await lockTeamMember(tx, { id: registration.teamMemberId, partnerId: registration.partnerId }))
    const isRight = await tryEmailCode(tx, encryption, { accountId: member?.id, code, isFree: !isOwn }, at)
    if (!isRight || !member) return false
    await verifyTeamEmail(tx, member, at)
    const { id: subject, partnerId } = member
    await recordAuditEvent(tx, { subject, partnerId, action: 'email_verified', from, at })
    return true
  }
  return registration ? partnerTransaction(database, registration, verify) : database.transaction(verify)
}

/** Mails another code if the address waits for one. */
export async function resendPartnerCode(
  services: AccountServices,
  { callerId, ...query }: RegistrationQuery,
): Promise<void> {
  const { database, encryption, now } = services
  const at = now()
  await database.transaction(async (tx) => {
    const registration = await findRegistration(tx, { ...query, teamMemberId: callerId })
    // Others can use up what may be asked for without a token.
    const isOwn = registration !== undefined && registration.teamMemberId === callerId
    const name = isOwn ? registration.teamMemberId : query.email
    await limitCodeRequests(tx, encryption, { kind: 'team', name }, at)
    await sendPartnerCode(tx, services, registration, { reason: 'requested' }, at)
  })
}

/** Verifies the address of a team member, unless another account has verified it before. */
export async function verifyTeamEmail(tx: Tx, { id, email }: TeamMember, at: Date): Promise<void> {
  try {
    await markTeamEmailVerified(tx, id, at)
  } catch (error) {
    throw violatedConstraint(error) === EMAIL_KEY ? emailTaken(email) : error
  }
}
