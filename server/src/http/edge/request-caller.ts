import assert from 'node:assert/strict'
import type { FastifyRequest } from 'fastify'
import { type Actor, type Credential, ROLES, type Role } from '../../runtime/caller.ts'
import { isDryRun } from '../input/dry-run.ts'

declare module 'fastify' {
  interface FastifyRequest {
    credential: Credential | null
  }
}

/** Returns the caller. Only routes that require a credential have one. */
export function callerOf(request: FastifyRequest): Credential {
  assert(request.credential, 'the route must require a credential')
  return request.credential
}

/** The partner that a request acts for. Only for routes that require a credential. */
export const partnerOf = (request: FastifyRequest): string => callerOf(request).partnerId

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
