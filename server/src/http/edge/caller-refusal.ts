import type { Caller, Role } from '../../runtime/caller.ts'
import { type Failure, forbidden, unauthorized } from '../../runtime/failure.ts'
import { eitherOf } from '../input/operation.ts'
import { SESSION_ENDED } from './cookie.ts'

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
