import type { FastifyRequest } from 'fastify'
import { callerOf } from '../http/credential.ts'
import { forbidden } from '../http/failure.ts'
import type { MemberWithWallet } from '../members/membership.ts'
import { MEMBER } from '../members/membership-store.ts'
import type { ReadBatch } from '../reads/read-batch.ts'

/** The member whose token a request has; the token names the user as the partner knows them. */
export async function ownMember(batch: ReadBatch, request: FastifyRequest): Promise<MemberWithWallet> {
  const member = await batch.load(MEMBER, callerOf(request).subject)
  if (!member) throw NO_MEMBER
  return member
}

const NO_MEMBER = forbidden(
  'The user of this token is no member of the partner; the user must connect with it again.',
)
