import assert from 'node:assert/strict'
import type { FastifyRequest } from 'fastify'
import { isDryRun } from './dry-run.ts'

export type Scope =
  | 'rules'
  | 'awards'
  | 'coins'
  | 'events'
  | 'boards'
  | 'adjust'
  | 'personal_data'
  | 'webhooks'
  | 'settings'
  | 'wallet'

/** What a member of a partner's team may do, from most to least. */
export const ROLES = ['owner', 'manager', 'support', 'read-only'] as const
export type Role = (typeof ROLES)[number]

/** Who calls, as the access token or the cookie proves. */
export type Credential = {
  /** A partner's own client (client credentials), a signed-in member of its team, or a user. */
  kind: 'client' | 'team' | 'user'
  subject: string
  /** Of the client secret, or the address of the team member, when the credential was made; empty for a user. */
  name: string
  partnerId: string
  /** What the credential depends on: the session of a team member, the client secret, or the user's grant. */
  sessionId: string
  /** Of an access token that can be revoked alone. */
  tokenId?: string
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

/** On whose behalf a partner's data is written. Without a caller, the service itself writes. */
export type Actor = { partnerId: string; caller?: Caller }

/** A caller whom the guard admitted, and what it must still be when the write is made. */
export type Caller = { credential: Credential; roles: readonly Role[]; hasCookie: boolean }

export function actorOf(request: FastifyRequest): Actor {
  const credential = callerOf(request)
  const hasCookie = request.headers.authorization === undefined
  return {
    partnerId: credential.partnerId,
    caller: { credential, roles: rolesFor(request), hasCookie },
  }
}

/** Roles of team members that may make a request. A dry run is a read, which every role may do. */
export const rolesFor = (request: FastifyRequest): readonly Role[] =>
  isDryRun(request) ? ROLES : (request.routeOptions.config.roles ?? ROLES)
