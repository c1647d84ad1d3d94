import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../http/edge/request-caller.ts'
import type { MemberWithWallet } from '../../programme/members/membership.ts'
import { MEMBER } from '../../programme/members/membership-store.ts'
import type { ReadBatch } from '../../programme/read-batches/read-batch.ts'
import { forbidden } from '../../runtime/failure.ts'

/** The member whose token a request has; the token names the user as the partner knows them. */
export async function ownMember(batch: ReadBatch, request: FastifyRequest): Promise<MemberWithWallet> {
  const member = await batch.load(MEMBER, callerOf(request).subject)
  if (!member) throw NO_MEMBER
  return member
}

const NO_MEMBER = forbidden(
  'The user of this token is no member of the partner; the user must connect with it again.',
)
