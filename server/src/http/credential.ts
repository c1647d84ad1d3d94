import assert from 'node:assert/strict'
import type { FastifyRequest } from 'fastify'

export type Scope = 'rules' | 'awards' | 'coins' | 'events' | 'boards'

/** What a member of a partner's team may do, from most to least. */
export const ROLES = ['owner', 'manager', 'support', 'read-only'] as const
export type Role = (typeof ROLES)[number]

/** Who is calling, as the access token proves. */
export type Credential = {
  /** A partner's backend, a signed-in member of its team, or a user. */
  kind: 'partner' | 'person' | 'user'
  subject: string
  partnerId: string
  sessionId: string
  ecosystem: string
  scopes: ReadonlySet<string>
  /** Of a person alone. */
  role?: Role
}

declare module 'fastify' {
  interface FastifyRequest {
    credential: Credential | null
  }
}

/** Who calls; only for routes that stand behind a credential. */
export function callerOf(request: FastifyRequest): Credential {
  assert(request.credential, 'the route must stand behind a credential')
  return request.credential
}

/** The partner that a request acts for; only for routes that stand behind a partner's credential. */
export const partnerOf = (request: FastifyRequest): string => callerOf(request).partnerId
