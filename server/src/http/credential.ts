import assert from 'node:assert/strict'
import type { FastifyRequest } from 'fastify'

export type Scope = 'rules' | 'awards' | 'coins' | 'events' | 'boards'

/** What a member of a partner's team may do, from most to least. */
export const ROLES = ['owner', 'manager', 'support', 'read-only'] as const
export type Role = (typeof ROLES)[number]

/** Who calls, as the access token or the cookie proves. */
export type Credential = {
  /** A partner's own client (client credentials), a signed-in member of its team, or a user. */
  kind: 'client' | 'team' | 'user'
  subject: string
  partnerId: string
  sessionId: string
  ecosystem: string
  scopes: ReadonlySet<string>
  /** Only on a team credential. */
  role?: Role
}

declare module 'fastify' {
  interface FastifyRequest {
    credential: Credential | null
  }
}

/** Who calls. Only for routes that require a credential. */
export function callerOf(request: FastifyRequest): Credential {
  assert(request.credential, 'the route must require a credential')
  return request.credential
}

/** The partner that a request acts for. Only for routes that require a credential. */
export const partnerOf = (request: FastifyRequest): string => callerOf(request).partnerId
