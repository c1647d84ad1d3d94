import type { FastifyReply, FastifyRequest } from 'fastify'
import { findPartner } from '../partners/partner-store.ts'
import type { Db } from '../platform/database.ts'
import { forbidden, unauthorized } from '../platform/failure.ts'
import { isUuid } from '../platform/fields.ts'

/** Whose board is asked for, and whether it is shown as to the public. */
export type BoardAccess = { partnerId: string; isPublic: boolean }

/** A partner sees its own boards; everyone sees those that a partner has published, with less detail. */
export async function boardAccess(
  database: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: string | undefined,
): Promise<BoardAccess> {
  const own = request.credential?.partnerId
  if (own && (asked === undefined || asked.toLowerCase() === own)) return { partnerId: own, isPublic: false }
  if (asked === undefined) {
    throw unauthorized(
      'The access token is missing; send it in the header Authorization: Bearer <ACCESS_TOKEN>, or name a partner with public boards in partnerId.',
    )
  }
  const partner = isUuid(asked) ? await findPartner(database, asked) : undefined
  if (partner?.boardsPublic) {
    reply.header('access-control-allow-origin', '*')
    return { partnerId: partner.partnerId, isPublic: true }
  }
  if (own)
    throw forbidden('The boards of another partner are not yours to read; leave partnerId out for your own.')
  throw unauthorized(
    "These boards are not public; send the partner's access token in the header Authorization: Bearer <ACCESS_TOKEN>.",
  )
}
