import type { FastifyRequest } from 'fastify'
import { limitAttempts, resetAttempts } from '../accounts/attempt-store.ts'
import { verifyPassword } from '../accounts/passwords.ts'
import { type Source, sourceOf } from '../audit-log/audit-event.ts'
import { TOKEN_BAD } from '../authorization/guard.ts'
import type { Encryption } from '../crypto/encryption.ts'
import type { Database } from '../database/database.ts'
import { callerOf } from '../http/credential.ts'
import { invalidFields, notFound, unauthorized, wrong } from '../http/failure.ts'
import { findTeamMember, type TeamMember } from './team-store.ts'

/** A signed-in member of a team, and where the call comes from. */
export type Person = { teamMemberId: string; partnerId: string; sessionId: string; from: Source }

const PASSWORD_TRIES = { max: 10, windowSeconds: 15 * 60 }

export function personOf(request: FastifyRequest): Person {
  const { subject, partnerId, sessionId } = callerOf(request)
  return { teamMemberId: subject, partnerId, sessionId, from: sourceOf(request) }
}

export const NOT_HERE = notFound('A partner of yours in this ecosystem')

/** A partner is in one ecosystem, and under the others there is nothing of it. */
export async function refuseOtherEcosystems(request: FastifyRequest): Promise<void> {
  const { eco } = request.params as { eco?: string }
  if (eco !== callerOf(request).ecosystem) throw NOT_HERE
}

/** The caller's own account; a token may outlive it by a moment. */
export async function ownAccount(database: Database, person: Person): Promise<TeamMember> {
  const member = await findTeamMember(database, { id: person.teamMemberId, partnerId: person.partnerId })
  if (!member) throw unauthorized(TOKEN_BAD)
  return member
}

/** Lets pass who knows the password of the account they are signed in to: a token alone may have been stolen. */
export async function provePassword(
  { database, encryption, now }: { database: Database; encryption: Encryption; now: () => Date },
  person: Person,
  given: { currentPassword: string } | { password: string },
): Promise<TeamMember> {
  const [[field, password] = ['', '']] = Object.entries(given)
  const key = encryption.keyedHash('own password', person.teamMemberId)
  await limitAttempts(database, key, PASSWORD_TRIES, now(), { tooManyOf: 'Too many wrong passwords' })
  const member = await ownAccount(database, person)
  if (!(await verifyPassword(password, member.passwordHash))) {
    throw invalidFields([wrong(field, 'is not the password of your account; check it')])
  }
  await resetAttempts(database, key)
  return member
}
