import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { Uuid } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import { EcosystemPath } from '../../programme/partners/partner-data.ts'
import { notFound } from '../../runtime/failure.ts'
import type { Database } from '../../storage/database/database.ts'
import { listInvitations } from './invitation-store.ts'
import { NOT_HERE, teamCallerOf } from './own-account.ts'
import {
  changeRole,
  LAST_OWNER,
  OWN_SECOND_FACTOR,
  removeMember,
  removeMembersSecondFactor,
  SECOND_FACTOR_INACTIVE,
  wantAlarmMails,
} from './team.ts'
import { InvitationData, invitationData, RoleField, TeamMemberData, teamMemberData } from './team-data.ts'
import { listTeam } from './team-store.ts'

type Services = { database: Database; now: () => Date }

const MemberPath = Type.Object({
  ...EcosystemPath.properties,
  id: Uuid({ description: "The team member's id." }),
})

const AlarmMailsBody = Type.Object(
  { enabled: Type.Boolean({ must: 'be true or false' }) },
  { schemaName: 'AlarmMails', examples: [{ enabled: true }] },
)

const RoleBody = Type.Object({ role: RoleField() }, { examples: [{ role: 'manager' }] })

const TeamData = Type.Object(
  {
    members: Type.Array(TeamMemberData),
    invitations: Type.Array(InvitationData, { description: 'Invitations that can still be accepted.' }),
  },
  { schemaName: 'Team' },
)

export function teamRoutes(app: App, services: Services): void {
  const { database, now } = services

  app.get(
    '/:eco/partners/me/team',
    operation({
      id: 'listTeam',
      tag: 'Team',
      summary: 'List your team',
      description: 'Members and open invitations, oldest first.',
      params: EcosystemPath,
      message: 'Team returned',
      data: TeamData,
      failures: [NOT_HERE],
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const members = await listTeam(database, partnerId)
      const invitations = await listInvitations(database, partnerId, now())
      return { members: members.map(teamMemberData), invitations: invitations.map(invitationData) }
    },
  )

  app.put(
    '/:eco/partners/me/alarm-mails',
    operation({
      id: 'setAlarmMails',
      tag: 'Team',
      roles: ['owner'],
      summary: 'Get alarms by mail, or not',
      description:
        'For your own account; off at first. You get one mail when an alarm begins, none while it lasts.',
      params: EcosystemPath,
      body: AlarmMailsBody,
      message: 'Alarm mails set',
      data: TeamMemberData,
      failures: [NOT_HERE],
    }),
    async (request) =>
      teamMemberData(await wantAlarmMails(services, teamCallerOf(request), request.body.enabled)),
  )

  app.patch(
    '/:eco/partners/me/team/:id',
    operation({
      id: 'changeRole',
      tag: 'Team',
      roles: ['owner'],
      summary: "Change a team member's role",
      description:
        'The member is signed out at once and signs in with the new role. When an owner loses that role, the open invitations they sent are withdrawn.',
      params: MemberPath,
      body: RoleBody,
      message: 'Role changed',
      data: TeamMemberData,
      failures: [LAST_OWNER, notFound('Team member')],
    }),
    async (request) => {
      const { role } = request.body
      return teamMemberData(
        await changeRole(services, teamCallerOf(request), { id: request.params.id, role }),
      )
    },
  )

  app.delete(
    '/:eco/partners/me/team/:id',
    operation({
      id: 'removeTeamMember',
      tag: 'Team',
      roles: ['owner'],
      summary: 'Remove a team member',
      description:
        'The member is signed out at once, the open invitations they sent are withdrawn, and the address is free for another team.',
      params: MemberPath,
      message: 'Team member removed',
      data: TeamMemberData,
      failures: [LAST_OWNER, notFound('Team member')],
    }),
    async (request) => teamMemberData(await removeMember(services, teamCallerOf(request), request.params.id)),
  )

  app.delete(
    '/:eco/partners/me/team/:id/second-factor',
    operation({
      id: 'removeMembersSecondFactor',
      tag: 'Team',
      roles: ['owner'],
      summary: "Remove a team member's second factor",
      description:
        'For a member who lost the app and the recovery codes; not for your own account. The member is signed out at once.',
      params: MemberPath,
      message: 'Second factor removed',
      data: TeamMemberData,
      failures: [SECOND_FACTOR_INACTIVE, OWN_SECOND_FACTOR, notFound('Team member')],
    }),
    async (request) =>
      teamMemberData(await removeMembersSecondFactor(services, teamCallerOf(request), request.params.id)),
  )
}
