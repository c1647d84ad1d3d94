import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowAnyOrigin } from '../../http/edge/cors.ts'
import { isUuid } from '../../http/input/fields.ts'
import type { Credential } from '../../runtime/caller.ts'
import { type Failure, forbidden, unauthorized } from '../../runtime/failure.ts'
import { MEMBER } from '../members/membership-store.ts'
import { PUBLISHED } from '../partners/partner-store.ts'
import type { ReadBatch } from '../read-batches/read-batch.ts'

/** The partner whose board is asked for: the one in the query, else that of the token. */
export function boardPartner({ credential }: FastifyRequest, requested: string | undefined): string {
  const partnerId = requested ?? credential?.partnerId
  if (partnerId === undefined) {
    throw unauthorized(
      'The access token is missing; send it in the header Authorization: Bearer <ACCESS_TOKEN>, or name a partner with public boards in partnerId.',
    )
  }
  if (!isUuid(partnerId)) throw notToRead(credential)
  return partnerId.toLowerCase()
}

/** Whether a partner asks for its own board, which needs no read to allow. */
export const isOwner = ({ credential }: FastifyRequest, partnerId: string): boolean =>
  credential?.partnerId === partnerId && credential.kind !== 'user'

/**
 * Partners see their own boards, users those of the partner that their token was issued for. Published boards
 * are open to everyone, with less detail. Returns whether the board is read as the public sees it.
 */
export async function boardAccess(
  batch: ReadBatch,
  request: FastifyRequest,
  reply: FastifyReply,
  requested: string | undefined,
): Promise<{ isPublic: boolean }> {
  if (isOwner(request, batch.partnerId)) return { isPublic: false }
  const { credential } = request
  const isOwn = credential?.partnerId === batch.partnerId
  const [member, published] = await Promise.all([
    isOwn ? batch.load(MEMBER, credential.subject) : undefined,
    requested === undefined ? undefined : batch.load(PUBLISHED, batch.partnerId),
  ])
  if (member) return { isPublic: false }
  if (!published) throw notToRead(credential)
  allowAnyOrigin(reply)
  return { isPublic: true }
}

function notToRead(credential: Credential | null): Failure {
  if (credential?.kind === 'user')
    return forbidden('This token shows the boards of the partner that you joined with it, and of no other.')
  if (credential)
    return forbidden('The boards of another partner are not yours to read; leave partnerId out for your own.')
  return unauthorized(
    "These boards are not public; send the partner's access token in the header Authorization: Bearer <ACCESS_TOKEN>.",
  )
}

/** The user whose position to return: the one in the query, else the signed-in user. */
export function positionUser(
  { credential }: FastifyRequest,
  queried: string | undefined,
): string | undefined {
  return queried ?? (credential?.kind === 'user' ? credential.subject : undefined)
}
