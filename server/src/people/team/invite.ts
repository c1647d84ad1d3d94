import assert from 'node:assert/strict'
import { byPartner, postMailOrRefuse } from '../../identity/accounts/limited-mail.ts'
import { limitAttempts } from '../../identity/accounts/rate-counter-store.ts'
import type { Source } from '../../identity/audit-log/audit-event.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { partnerTransaction } from '../../programme/ledger/partner-transaction.ts'
import { EMAIL_KEY } from '../../programme/partners/onboard-partner.ts'
import {
  findPartner,
  insertTeamMember,
  isVerifiedEmail,
  requireVerifiedPartner,
} from '../../programme/partners/partner-store.ts'
import type { Role } from '../../runtime/caller.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { newSecretToken } from '../../runtime/crypto/secret-token.ts'
import { invalid, notFound, taken } from '../../runtime/failure.ts'
import type { Config } from '../../runtime/settings/config.ts'
import type { Database, Tx } from '../../storage/database/database.ts'
import { violatedConstraint } from '../../storage/database/database-error.ts'
import { emailKey } from '../../storage/database/email-key.ts'
import { newId } from '../../storage/database/ids.ts'
import { invitationMail, invitedAddressInUseMail, TOKEN_SPENT } from './account-mails.ts'
import {
  consumeInvitation,
  deleteInvitation,
  deleteInvitationsBy,
  type Invitation,
  saveInvitation,
} from './invitation-store.ts'
import type { TeamCaller } from './own-account.ts'
import { listTeam, type TeamMember } from './team-store.ts'

type Services = { config: Config; encryption: Encryption; now: () => Date }

const INVITATION_LIFETIME_MS = 7 * 24 * 3600 * 1000
const INVITATIONS_SENT = { max: 50, windowSeconds: 24 * 3600 }

/**
 * Invites someone by mail, in a partner transaction. Only the mailbox learns that its address is in another
 * team.
 */
export async function invite(
  tx: Tx,
  { config, encryption }: Services,
  { teamMemberId, partnerId, from }: TeamCaller,
  { email, role, at }: { email: string; role: Role; at: Date },
): Promise<Invitation> {
  const team = await listTeam(tx, partnerId)
  await requireVerifiedPartner(tx, partnerId)
  if (team.some((member) => emailKey(member.email) === emailKey(email)))
    throw taken(
      `The email ${email} is already in your team; change the role of that member instead.`,
      'email',
    )
  await limitAttempts(tx, encryption.keyedHash('invitations', partnerId), INVITATIONS_SENT, at, {
    tooManyOf: 'Too many invitations were sent',
  })
  const partner = await findPartner(tx, partnerId)
  assert(partner)
  const { partnerName, ecosystem } = partner
  const { token, hash } = newSecretToken()
  const expiresAt = new Date(at.getTime() + INVITATION_LIFETIME_MS)
  const invitation: Invitation = { id: newId(), email, role, createdAt: at, expiresAt }
  const inUse = await isVerifiedEmail(tx, email)
  await saveInvitation(tx, { ...invitation, partnerId, invitedBy: teamMemberId, hash })
  const mail = inUse
    ? invitedAddressInUseMail(partnerName)
    : invitationMail(config.origin, { partnerName, role, token, ecosystem })
  const by = byPartner(config, partnerId)
  await postMailOrRefuse(tx, encryption, { to: email, reason: 'unrequested', by, ...mail }, at)
  await recordAuditEvent(tx, {
    subject: partnerId,
    actor: teamMemberId,
    partnerId,
    action: 'member_invited',
    from,
    at,
    detail: { email, role },
  })
  return invitation
}

export function withdrawInvitation(
  { database, now }: { database: Database; now: () => Date },
  caller: TeamCaller,
  id: string,
): Promise<Invitation> {
  return partnerTransaction(database, caller, async (tx) => {
    const invitation = await deleteInvitation(tx, { id, partnerId: caller.partnerId })
    if (!invitation) throw notFound('Invitation')
    await recordWithdrawal(tx, caller, invitation, now())
    return invitation
  })
}

/**
 * Withdraws the invitations of a member who may no longer invite: one could be addressed to a second account.
 */
export async function withdrawInvitationsBy(
  tx: Tx,
  caller: TeamCaller,
  teamMemberId: string,
  at: Date,
): Promise<void> {
  for (const invitation of await deleteInvitationsBy(tx, teamMemberId))
    await recordWithdrawal(tx, caller, invitation, at)
}

function recordWithdrawal(
  tx: Tx,
  { teamMemberId, partnerId, from }: TeamCaller,
  { email, role }: Invitation,
  at: Date,
): Promise<void> {
  return recordAuditEvent(tx, {
    subject: partnerId,
    actor: teamMemberId,
    partnerId,
    action: 'invitation_withdrawn',
    from,
    at,
    detail: { email, role },
  })
}

/** Makes the holder of the mailed token a member, in a partner transaction. The token works once. */
export async function acceptInvitation(
  tx: Tx,
  { hash, partnerId, passwordHash }: { hash: Buffer; partnerId: string; passwordHash: string },
  from: Source,
  at: Date,
): Promise<Omit<TeamMember, 'partnerName'>> {
  const invitation = await consumeInvitation(tx, hash, at)
  if (!invitation) throw invalid(TOKEN_SPENT)
  const { email, role } = invitation
  const member = { id: newId(), partnerId, email, emailVerifiedAt: at, role, passwordHash }
  try {
    await insertTeamMember(tx, member, at)
  } catch (error) {
    if (violatedConstraint(error) !== EMAIL_KEY) throw error
    throw taken(`The email ${email} is already taken; ask to be invited under another one.`, 'email')
  }
  await recordAuditEvent(tx, {
    subject: member.id,
    partnerId,
    action: 'member_joined',
    from,
    at,
    detail: { email, role },
  })
  return { ...member, hasSecondFactor: false, alarmMails: false, createdAt: at }
}
