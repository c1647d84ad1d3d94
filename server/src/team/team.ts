import { recordAuditEvent } from '../audit-log/record-audit-event.ts'
import type { Database, Tx } from '../database/database.ts'
import type { Role } from '../http/credential.ts'
import { notFound, refused } from '../http/failure.ts'
import { endSessions } from './end-sessions.ts'
import { withdrawInvitationsBy } from './invite.ts'
import type { Person } from './own-account.ts'
import { deleteSecondFactor } from './second-factor-store.ts'
import {
  deleteTeamMember,
  keepPartnerEmail,
  listTeam,
  lockTeamMember,
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

/** Gives a member another role and signs them out: their tokens say the old one. */
export function changeRole(
  { database, now }: Services,
  person: Person,
  { id, role }: { id: string; role: Role },
): Promise<TeamMember> {
  const at = now()
  return database.transaction(async (tx) => {
    const member = await lockMember(tx, person, id)
    if (member.role === role) return member
    if (role !== 'owner') {
      await refuseLastOwner(tx, member)
      await withdrawInvitationsBy(tx, person, id, at)
    }
    await updateRole(tx, id, role, at)
    await keepPartnerEmail(tx, person.partnerId, at)
    await endSessions(tx, { teamMemberId: id }, at)
    await recordAuditEvent(tx, {
      ...byPerson(person, id, at),
      act: 'role_changed',
      detail: { from: member.role, to: role },
    })
    return { ...member, role }
  })
}

/** Takes a member off the team at once, with all that is theirs. */
export function removeMember({ database, now }: Services, person: Person, id: string): Promise<TeamMember> {
  const at = now()
  return database.transaction(async (tx) => {
    const member = await lockMember(tx, person, id)
    await refuseLastOwner(tx, member)
    await withdrawInvitationsBy(tx, person, id, at)
    await endSessions(tx, { teamMemberId: id }, at)
    await deleteTeamMember(tx, id)
    await keepPartnerEmail(tx, person.partnerId, at)
    const { email, role } = member
    await recordAuditEvent(tx, {
      ...byPerson(person, id, at),
      act: 'member_removed',
      detail: { email, role },
    })
    return member
  })
}

/** For a member who lost both the app and the recovery codes: an owner takes the second factor off, and the member signs in anew. */
export function removeMembersSecondFactor(
  { database, now }: Services,
  person: Person,
  id: string,
): Promise<TeamMember> {
  const at = now()
  return database.transaction(async (tx) => {
    const member = await lockMember(tx, person, id)
    // Otherwise a stolen token of an owner would be enough to take off what protects the owner from that.
    if (member.id === person.teamMemberId) throw OWN_SECOND_FACTOR
    if (!(await deleteSecondFactor(tx, id))) throw SECOND_FACTOR_INACTIVE
    await endSessions(tx, { teamMemberId: id }, at)
    await recordAuditEvent(tx, { ...byPerson(person, id, at), act: 'second_factor_removed' })
    return { ...member, hasSecondFactor: false }
  })
}

async function lockMember(tx: Tx, { partnerId }: Person, id: string): Promise<TeamMember> {
  const member = await lockTeamMember(tx, { id, partnerId })
  if (!member) throw notFound('Team member')
  return member
}

async function refuseLastOwner(tx: Tx, member: TeamMember): Promise<void> {
  const team = await listTeam(tx, member.partnerId)
  if (!team.some(({ id, role }) => role === 'owner' && id !== member.id) && member.role === 'owner')
    throw LAST_OWNER
}

const byPerson = ({ teamMemberId, partnerId, from }: Person, subject: string, at: Date) => ({
  subject,
  actor: teamMemberId,
  partnerId,
  from,
  at,
})
