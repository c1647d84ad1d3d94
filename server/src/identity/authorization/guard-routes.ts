import assert from 'node:assert/strict'
import type { FastifyInstance, onRequestHookHandler, RouteOptions } from 'fastify'
import { type IsRegisteredOrigin, respondToPreflight } from '../../http/edge/cors.ts'
import type { Role } from '../../runtime/caller.ts'
import { ACCESS, type Access, holdersOf } from './access.ts'
import { requireAccess } from './guard.ts'
import { securityOf } from './security-schemes.ts'

type Documented = {
  operationId?: string
  description?: string
  security?: object[]
  'x-roles'?: readonly Role[] | undefined
  'x-access'?: unknown
}

/** Guards every route as ACCESS says, and documents it in the API reference. */
export function guardRoutes(
  api: FastifyInstance,
  { isRegisteredOrigin }: { isRegisteredOrigin: IsRegisteredOrigin },
): void {
  const guards = new Map<string, onRequestHookHandler>()
  api.addHook('onRoute', function (this: FastifyInstance, route: RouteOptions & { routePath: string }) {
    if (route.method === 'OPTIONS') return
    const schema = route.schema as Documented | undefined
    const id = schema?.operationId
    const access = id === undefined ? undefined : ACCESS[id]
    assert(schema && id && access, `access.ts must say who may call ${route.method} ${route.url}`)
    if (access === 'open') return
    const guard = guards.get(id) ?? requireAccess(access)
    guards.set(id, guard)
    // A HEAD route inherits the guard of its GET.
    const others = [route.onRequest ?? []].flat().filter((hook) => hook !== guard)
    route.onRequest = [guard, ...others]
    const takesUserToken = access.kinds.includes('user')
    const takesCookie = access.kinds.includes('team')
    const isPublicRead = access.isPublicRead ?? false
    const countsCallers = !access.limitedByAddress
    route.config = { ...route.config, takesCookie, takesUserToken, countsCallers, isPublicRead }
    if (takesUserToken && route.method === 'GET')
      respondToPreflight(this, route.routePath, { isRegisteredOrigin, isPublicRead })
    describe(schema, access, route.config.roles)
  })
}

function describe(schema: Documented, access: Access, roles?: readonly Role[]): void {
  if (schema['x-access']) return
  const { kinds, scopes = [], optional = false } = access
  schema['x-access'] = {
    token: optional ? 'optional' : 'required',
    kinds,
    ...(scopes.length > 0 && { scopes }),
  }
  schema.security = securityOf(access)
  schema['x-roles'] = kinds.includes('team') ? roles : undefined
  const named = scopes.map((scope) => `\`${scope}\``).join(' and ')
  const needed = named && `, with the scope${scopes.length > 1 ? 's' : ''} ${named}`
  const sentence = `${optional ? 'A token is optional; it' : 'The token'} must be of ${holdersOf(access)}${needed}.`
  schema.description = [schema.description, sentence].filter(Boolean).join('\n\n')
}
