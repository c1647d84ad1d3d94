import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../database/database.ts'
import { forbidden, unauthorized } from '../http/failure.ts'
import { isUuid } from '../http/fields.ts'
import { findMembership } from '../members/membership-store.ts'
import { findPartner } from '../partners/partner-store.ts'

/** Whose board is asked for, and whether it is shown as to the public. */
export type BoardAccess = { partnerId: string; isPublic: boolean }

/** A partner sees its own boards, a user those of partners joined; everyone sees those that a partner has published, with less detail. */
export async function boardAccess(
  database: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: string | undefined,
): Promise<BoardAccess> {
  const { credential } = request
  const own = credential?.partnerId
  if (credential?.kind === 'user') {
    const partnerId = asked?.toLowerCase() ?? credential.partnerId
    if (await isMember(database, partnerId, credential.subject)) return { partnerId, isPublic: false }
  } else if (own && (asked === undefined || asked.toLowerCase() === own)) {
    return { partnerId: own, isPublic: false }
  }
  if (asked === undefined && !own) {
    throw unauthorized(
      'The access token is missing; send it in the header Authorization: Bearer <ACCESS_TOKEN>, or name a partner with public boards in partnerId.',
    )
  }
  const partner = asked && isUuid(asked) ? await findPartner(database, asked) : undefined
  if (partner?.boardsPublic) {
    reply.header('access-control-allow-origin', '*')
    return { partnerId: partner.partnerId, isPublic: true }
  }
  if (credential?.kind === 'user')
    throw forbidden('These boards are for users of the partner; join it to see them.')
  if (own)
    throw forbidden('The boards of another partner are not yours to read; leave partnerId out for your own.')
  throw unauthorized(
    "These boards are not public; send the partner's access token in the header Authorization: Bearer <ACCESS_TOKEN>.",
  )
}

async function isMember(database: Db, partnerId: string, userId: string): Promise<boolean> {
  if (!isUuid(partnerId)) return false
  const membership = await findMembership(database, partnerId, userId)
  return membership?.leftAt === null
}

/** Whose position is told: that of the user who is asked for, or who asks. */
export function askedUser({ credential }: FastifyRequest, asked: string | undefined): string | undefined {
  return asked ?? (credential?.kind === 'user' ? credential.subject : undefined)
}
