import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../database/database.ts'
import { allowAnyOrigin } from '../http/cors.ts'
import { forbidden, unauthorized } from '../http/failure.ts'
import { isUuid } from '../http/fields.ts'
import { findMembership } from '../members/membership-store.ts'
import { findPartner } from '../partners/partner-store.ts'

/** The partner whose board is read, and whether as the public sees it. */
export type BoardAccess = { partnerId: string; isPublic: boolean }

/**
 * Partners see their own boards, users those of the partner that their token was issued for. Published boards
 * are open to everyone, with less detail.
 */
export async function boardAccess(
  database: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  requested: string | undefined,
): Promise<BoardAccess> {
  const { credential } = request
  const own = credential?.partnerId
  if (own && (requested === undefined || requested.toLowerCase() === own)) {
    const isUser = credential.kind === 'user'
    if (!isUser || (await isMember(database, own, credential.subject)))
      return { partnerId: own, isPublic: false }
  }
  if (requested === undefined && !own) {
    throw unauthorized(
      'The access token is missing; send it in the header Authorization: Bearer <ACCESS_TOKEN>, or name a partner with public boards in partnerId.',
    )
  }
  const partner = requested && isUuid(requested) ? await findPartner(database, requested) : undefined
  if (partner?.boardsPublic) {
    allowAnyOrigin(reply)
    return { partnerId: partner.partnerId, isPublic: true }
  }
  if (credential?.kind === 'user')
    throw forbidden('This token shows the boards of the partner that you joined with it, and of no other.')
  if (own)
    throw forbidden('The boards of another partner are not yours to read; leave partnerId out for your own.')
  throw unauthorized(
    "These boards are not public; send the partner's access token in the header Authorization: Bearer <ACCESS_TOKEN>.",
  )
}

async function isMember(database: Db, partnerId: string, userId: string): Promise<boolean> {
  const membership = await findMembership(database, partnerId, userId)
  return membership?.leftAt === null
}

/** The user whose position to return: the one in the query, else the signed-in user. */
export function positionUser(
  { credential }: FastifyRequest,
  queried: string | undefined,
): string | undefined {
  return queried ?? (credential?.kind === 'user' ? credential.subject : undefined)
}
