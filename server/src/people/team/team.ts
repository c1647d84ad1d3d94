import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { partnerTransaction } from '../../programme/ledger/partner-transaction.ts'
import type { Role } from '../../runtime/caller.ts'
import { notFound, refused } from '../../runtime/failure.ts'
import type { Database, Tx } from '../../storage/database/database.ts'
import { endTeamSessions } from './end-sessions.ts'
import { withdrawInvitationsBy } from './invite.ts'
import type { TeamCaller } from './own-account.ts'
import { deleteSecondFactor } from './second-factor-store.ts'
import {
  deleteTeamMember,
  keepPartnerEmail,
  listTeam,
  lockTeamMember,
  setAlarmMails,
  type TeamMember,
  updateRole,
} from './team-store.ts'

type Services = { database: Database; now: () => Date }

export const LAST_OWNER = refused(
  'last_owner',
  'A team needs an owner, and this is the last one; make someone else an owner first.',
)
export const SECOND_FACTOR_INACTIVE = refused(
  'second_factor_inactive',
  'The account has no active second factor; activate one first.',
)
export const OWN_SECOND_FACTOR = refused(
  'own_second_factor',
  'Your own second factor is taken off by DELETE partners/me/second-factor, with the password and a code.',
)

/** Changes a member's role and signs them out, because their tokens hold the old role. */
export function changeRole(
  services: Services,
  caller: TeamCaller,
  { id, role }: { id: string; role: Role },
): Promise<TeamMember> {
  return changeMember(services, caller, id, async (tx, member, at) => {
    if (member.role === role) return member
    if (role !== 'owner') {
      await refuseLastOwner(tx, member)
      await withdrawInvitationsBy(tx, caller, id, at)
    }
    await updateRole(tx, id, role, at)
    await keepPartnerEmail(tx, caller.partnerId, at)
    await endTeamSessions(tx, id, {}, at)
    await recordAuditEvent(tx, {
      ...byCaller(caller, id, at),
      action: 'role_changed',
      detail: { from: member.role, to: role },
    })
    return { ...member, role }
  })
}

/** Removes a member from the team, with everything of theirs. */
export function removeMember(services: Services, caller: TeamCaller, id: string): Promise<TeamMember> {
  return changeMember(services, caller, id, async (tx, member, at) => {
    await refuseLastOwner(tx, member)
    await withdrawInvitationsBy(tx, caller, id, at)
    await endTeamSessions(tx, id, {}, at)
    await deleteTeamMember(tx, id)
    await keepPartnerEmail(tx, caller.partnerId, at)
    const { email, role } = member
    await recordAuditEvent(tx, {
      ...byCaller(caller, id, at),
      action: 'member_removed',
      detail: { email, role },
    })
    return member
  })
}

/** Lets an owner remove the second factor of a member who lost the app and the recovery codes. */
export function removeMembersSecondFactor(
  services: Services,
  caller: TeamCaller,
  id: string,
): Promise<TeamMember> {
  return changeMember(services, caller, id, async (tx, member, at) => {
    // Otherwise an owner's stolen token would be enough to remove the owner's own protection.
    if (member.id === caller.teamMemberId) throw OWN_SECOND_FACTOR
    if (!(await deleteSecondFactor(tx, id))) throw SECOND_FACTOR_INACTIVE
    await endTeamSessions(tx, id, {}, at)
    await recordAuditEvent(tx, { ...byCaller(caller, id, at), action: 'second_factor_removed' })
    return { ...member, hasSecondFactor: false }
  })
}

/** Sets whether the caller gets a mail when an alarm begins. */
export const wantAlarmMails = (
  services: Services,
  caller: TeamCaller,
  alarmMails: boolean,
): Promise<TeamMember> =>
  changeMember(services, caller, caller.teamMemberId, async (tx, member, at) => {
    await setAlarmMails(tx, member.id, alarmMails, at)
    return { ...member, alarmMails }
  })

/** Changes a member of the caller's team, who is locked meanwhile. */
function changeMember(
  { database, now }: Services,
  caller: TeamCaller,
  id: string,
  change: (tx: Tx, member: TeamMember, at: Date) => Promise<TeamMember>,
): Promise<TeamMember> {
  const at = now()
  return partnerTransaction(database, caller, async (tx) => {
    const member = await lockTeamMember(tx, { id, partnerId: caller.partnerId })
    if (!member) throw notFound('Team member')
    return change(tx, member, at)
  })
}

async function refuseLastOwner(tx: Tx, member: TeamMember): Promise<void> {
  const team = await listTeam(tx, member.partnerId)
  if (!team.some(({ id, role }) => role === 'owner' && id !== member.id) && member.role === 'owner')
    throw LAST_OWNER
}

const byCaller = ({ teamMemberId, partnerId, from }: TeamCaller, subject: string, at: Date) => ({
  subject,
  actor: teamMemberId,
  partnerId,
  from,
  at,
})
