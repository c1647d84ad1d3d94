import assert from 'node:assert/strict'
import type { FastifyRequest } from 'fastify'
import { type Actor, type Caller, type Credential, ROLES, type Role } from '../../runtime/caller.ts'
import { type Failure, forbidden, unauthorized } from '../../runtime/failure.ts'
import { isDryRun } from '../input/dry-run.ts'
import { eitherOf } from '../input/operation.ts'
import { SESSION_ENDED } from './cookie.ts'

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

export const TOKEN_BAD =
  'The access token is wrong or expired; sign in again and send it as Authorization: Bearer <ACCESS_TOKEN>.'

/** Why a caller may not act, because it lost its session, its token or its role. */
export function refusalOf(
  { hasCookie, roles }: Pick<Caller, 'hasCookie' | 'roles'>,
  now: { isOpen: boolean; role?: Role | undefined },
): Failure | undefined {
  if (!now.isOpen) return hasCookie ? SESSION_ENDED : unauthorized(TOKEN_BAD)
  return now.role && roleRefusal(now.role, roles)
}

/** Why a role may not call a route. */
export function roleRefusal(role: Role, roles: readonly Role[]): Failure | undefined {
  if (roles.includes(role)) return undefined
  return forbidden(`The role ${role} may not do that; it takes the role ${eitherOf(roles)}.`)
}
