import type { FastifyRequest } from 'fastify'
import { actorOf, callerOf, TOKEN_BAD } from '../../http/edge/request-caller.ts'
import { lockPassword } from '../../identity/accounts/account-store.ts'
import { type AccountServices, verifyOwnPassword } from '../../identity/accounts/authenticate.ts'
import { type Source, sourceOf } from '../../identity/audit-log/audit-event.ts'
import { CLIENT_SCOPES } from '../../identity/authorization/access.ts'
import type { Actor, Credential } from '../../runtime/caller.ts'
import { invalidFields, notFound, unauthorized, wrong } from '../../runtime/failure.ts'
import type { Database, Tx } from '../../storage/database/database.ts'
import { findTeamMember, type SessionHolder, type TeamMember } from './team-store.ts'

/** The signed-in team member who sends a request, and from where. */
export type TeamCaller = Actor & { teamMemberId: string; sessionId: string; from: Source }

export function teamCallerOf(request: FastifyRequest): TeamCaller {
  const { subject, sessionId } = callerOf(request)
  return { ...actorOf(request), teamMemberId: subject, sessionId, from: sourceOf(request) }
}

export const NOT_HERE = notFound('A partner of yours in this ecosystem')

/** A partner exists in one ecosystem only; under any other it is not found. */
export async function refuseOtherEcosystems(request: FastifyRequest): Promise<void> {
  const { eco } = request.params as { eco?: string }
  if (eco !== callerOf(request).ecosystem) throw NOT_HERE
}

/** The caller's own account. An access token may outlive it by a moment. */
async function ownAccount(database: Database, caller: TeamCaller): Promise<TeamMember> {
  const member = await findTeamMember(database, { id: caller.teamMemberId, partnerId: caller.partnerId })
  if (!member) throw unauthorized(TOKEN_BAD)
  return member
}

/** Requires the password of the caller's account: a token alone may have been stolen. */
export async function provePassword(
  services: AccountServices,
  caller: TeamCaller,
  proof: { currentPassword: string } | { password: string },
): Promise<TeamMember> {
  const [[field, password] = ['', '']] = Object.entries(proof)
  const member = await ownAccount(services.database, caller)
  const passwordHash = await verifyOwnPassword(services, { kind: 'team', id: member.id }, password)
  if (!passwordHash) throw invalidFields([wrong(field, 'is not the password of your account; check it')])
  return { ...member, passwordHash }
}

/** Refuses a change whose password was replaced since it was proved, by a reset for instance. */
export async function lockProvedPassword(tx: Tx, { id, passwordHash }: TeamMember): Promise<void> {
  if (!(await lockPassword(tx, { kind: 'team', id }, passwordHash))) throw unauthorized(TOKEN_BAD)
}

/** Roles say what a team member may do. */
const TEAM_SCOPES = new Set<string>(CLIENT_SCOPES)

/** The credential of a signed-in team member, with tokens and with a browser alike. */
export const teamCredential = (session: SessionHolder): Credential => ({
  kind: 'team',
  subject: session.teamMemberId,
  name: session.email,
  partnerId: session.partnerId,
  sessionId: session.sessionId,
  ecosystem: session.ecosystem,
  scopes: TEAM_SCOPES,
  role: session.role,
})
