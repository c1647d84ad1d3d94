import assert from 'node:assert/strict'
import type { FastifyRequest } from 'fastify'

export type Scope = 'rules' | 'awards' | 'coins' | 'events' | 'boards'

/** Who is calling, as the access token proves. */
export type Credential = {
  /** A partner's backend, a signed-in member of its team, or a user. */
  kind: 'partner' | 'person' | 'user'
  subject: string
  partnerId: string
  sessionId: string
  ecosystem: string
  scopes: ReadonlySet<string>
}

declare module 'fastify' {
  interface FastifyRequest {
    credential: Credential | null
  }
}

/** The partner that a request acts for; only for routes that stand behind a partner's credential. */
export function partnerOf(request: FastifyRequest): string {
  assert(request.credential, 'the route must stand behind a credential')
  return request.credential.partnerId
}
