import { Type } from 'typebox'
import { Timestamp } from '../../http/input/fields.ts'
import { eitherOf } from '../../http/input/operation.ts'
import { ROLES, type Role } from '../../runtime/caller.ts'
import type { Invitation } from './invitation-store.ts'
import type { TeamMember } from './team-store.ts'

export const RoleField = () =>
  Type.Unsafe<Role>(Type.String({ enum: [...ROLES], must: `be ${eitherOf(ROLES)}`, schemaName: 'Role' }))

export const TeamMemberData = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    role: RoleField(),
    secondFactor: Type.Boolean({ description: 'Whether a login requires a second factor.' }),
    alarmMails: Type.Boolean({ description: 'Whether the owner gets a mail when an alarm begins.' }),
    createdAt: Timestamp(),
  },
  {
    schemaName: 'TeamMember',
    examples: [
      {
        id: '0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55',
        email: 'ben@acme.example',
        role: 'support',
        secondFactor: true,
        alarmMails: false,
        createdAt: '2026-03-01T09:30:00.000Z',
      },
    ],
  },
)

export const teamMemberData = (member: Omit<TeamMember, 'partnerName'>) => ({
  id: member.id,
  email: member.email,
  role: member.role,
  secondFactor: member.hasSecondFactor,
  alarmMails: member.alarmMails,
  createdAt: member.createdAt.toISOString(),
})

export const InvitationData = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    role: RoleField(),
    createdAt: Timestamp(),
    expiresAt: Timestamp(),
  },
  {
    schemaName: 'Invitation',
    examples: [
      {
        id: '0198c5a2-7f7f-7a10-8b2c-5d4e3f2a1b0c',
        email: 'eve@acme.example',
        role: 'read-only',
        createdAt: '2026-03-01T09:30:00.000Z',
        expiresAt: '2026-03-08T09:30:00.000Z',
      },
    ],
  },
)

export const invitationData = (invitation: Invitation) => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  createdAt: invitation.createdAt.toISOString(),
  expiresAt: invitation.expiresAt.toISOString(),
})
