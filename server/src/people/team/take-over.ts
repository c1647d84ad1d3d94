import type { Source } from '../../identity/audit-log/audit-event.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { clearAddresses, isVerifiedEmail } from '../../programme/partners/partner-store.ts'
import type { Tx } from '../../storage/database/database.ts'
import { endTeamSessions } from './end-sessions.ts'
import { deleteInvitationsOf } from './invitation-store.ts'
import { deleteSecondFactor } from './second-factor-store.ts'
import { deleteTeamMember, listTeam, type TeamMember } from './team-store.ts'
import { verifyTeamEmail } from './verify-partner.ts'

/** Ends what acts for a partner beside its team: client secrets, grants of users, webhooks. */
export type ClearPartner = (tx: Tx, partnerId: string, now: Date) => Promise<void>

export type TakeOverServices = { clearPartner: ClearPartner }

/**
 * Gives an unverified registration to the owner of the mailbox, who may not be the person who registered it.
 * That person keeps no way in: only rules and the ledger stay. An address that another account has verified
 * stays unverified here. Needs the partner's lock.
 */
export async function takeOver(
  tx: Tx,
  { clearPartner }: TakeOverServices,
  member: TeamMember,
  { from, at }: { from: Source; at: Date },
): Promise<void> {
  const { id, partnerId, email } = member
  if (!(await isVerifiedEmail(tx, email))) await verifyTeamEmail(tx, member, at)
  await deleteSecondFactor(tx, id)
  await deleteInvitationsOf(tx, partnerId)
  for (const other of await listTeam(tx, partnerId)) {
    if (other.id === id) continue
    await endTeamSessions(tx, other.id, {}, at)
    await deleteTeamMember(tx, other.id)
  }
  await clearPartner(tx, partnerId, at)
  await clearAddresses(tx, partnerId, at)
  await recordAuditEvent(tx, { subject: id, partnerId, action: 'partner_taken_over', from, at })
}
