import { limitCodeRequests, limitCodeTries, tryEmailCode } from '../accounts/email-code.ts'
import type { Source } from '../audit-log/audit-event.ts'
import { recordAuditEvent } from '../audit-log/audit-event-store.ts'
import type { Config } from '../config.ts'
import type { Encryption } from '../crypto/encryption.ts'
import type { Database, Tx } from '../database/database.ts'
import { violatedConstraint } from '../database/database-error.ts'
import { type Failure, taken } from '../http/failure.ts'
import { lockLedger } from '../ledger/ledger.ts'
import { EMAIL_KEY } from '../partners/onboard-partner.ts'
import { sendPartnerCode } from '../partners/partner-code.ts'
import { listRegistrations, lockTeamMember, markTeamEmailVerified, type TeamMember } from './team-store.ts'

type Services = { config: Config; database: Database; encryption: Encryption; now: () => Date }

/** `callerId` is the signed-in team member, if any. */
type Asked = { email: string; ecosystem: string; callerId: string | undefined }

export const emailTaken = (email: string): Failure =>
  taken(`The email ${email} is already taken; sign in with its other account, or use another one.`, 'email')

/** Verifies a partner's address by its code. A wrong code and an unknown address cannot be told apart. */
export async function verifyPartner(
  { database, encryption, now }: Services,
  { code, from, ...asked }: Asked & { code: string; from: Source },
): Promise<boolean> {
  const at = now()
  return database.transaction(async (tx) => {
    await limitCodeTries(tx, encryption, { kind: 'team', email: asked.email }, at)
    const registration = await findRegistration(tx, asked)
    const member = registration && (await lockRegistration(tx, registration))
    const isRight = await tryEmailCode(tx, encryption, { accountId: member?.id, code }, at)
    if (!isRight || !member) return false
    await verifyTeamEmail(tx, member, at)
    const { id: subject, partnerId } = member
    await recordAuditEvent(tx, { subject, partnerId, action: 'email_verified', from, at })
    return true
  })
}

async function lockRegistration(
  tx: Tx,
  { teamMemberId: id, partnerId }: { teamMemberId: string; partnerId: string },
): Promise<TeamMember | undefined> {
  await lockLedger(tx, partnerId)
  return lockTeamMember(tx, { id, partnerId })
}

/** Mails another code if the address waits for one. */
export async function resendPartnerCode(services: Services, asked: Asked): Promise<void> {
  const { database, encryption, now } = services
  const at = now()
  await database.transaction(async (tx) => {
    const registration = await findRegistration(tx, asked)
    // Others can use up what may be asked for without a token.
    const isOwn = registration !== undefined && registration.teamMemberId === asked.callerId
    const name = isOwn ? registration.teamMemberId : asked.email
    await limitCodeRequests(tx, encryption, { kind: 'team', name }, at)
    await sendPartnerCode(tx, services, registration, 'requested', at)
  })
}

/**
 * The registration that waits for a code: the caller's own. Without a caller it must be the only one of the
 * address, or the owner of the mailbox could verify a stranger's registration in place of the own one.
 */
async function findRegistration(tx: Tx, { callerId, ...asked }: Asked) {
  const waiting = await listRegistrations(tx, asked)
  const own = waiting.find(({ teamMemberId }) => teamMemberId === callerId)
  return own ?? (waiting.length === 1 ? waiting[0] : undefined)
}

/** Verifies the address of a team member, unless another account has verified it before. */
export async function verifyTeamEmail(tx: Tx, { id, email }: TeamMember, at: Date): Promise<void> {
  try {
    await markTeamEmailVerified(tx, id, at)
  } catch (error) {
    throw violatedConstraint(error) === EMAIL_KEY ? emailTaken(email) : error
  }
}
