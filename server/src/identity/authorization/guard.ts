import assert from 'node:assert/strict'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify'
import { allowOrigin, type IsRegisteredOrigin, respondToPreflight } from '../../http/edge/cors.ts'
import { roleRefusal, rolesFor, TOKEN_BAD } from '../../http/edge/request-caller.ts'
import { addressKey } from '../../http/limits/request-limits.ts'
import { CHALLENGE, toFailure } from '../../http/responses/envelope.ts'
import type { Credential, Role } from '../../runtime/caller.ts'
import { Failure, forbidden, unauthorized } from '../../runtime/failure.ts'
import { type Reader, readAs } from '../../runtime/process/reader.ts'
import { ACCESS, type Access, holdersOf } from './access.ts'
import type { AccessTokens } from './access-token.ts'
import { securityOf } from './security-schemes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the credential is refused; null when it is valid or was not sent. */
    credentialProblem: Failure | null
    reader: Reader
  }
  interface FastifyContextConfig {
    /** Whether a browser session is accepted in place of a team token. */
    takesCookie?: boolean
    /** Whether applications in browsers may call this route with the token of a user. */
    takesUserToken?: boolean
  }
}

/** The sessions that a cookie proves. */
export type CookieSessions = {
  /** Returns who sent a request, or why its cookie is refused; undefined when there is no cookie. */
  identify(request: FastifyRequest): Promise<Credential | Failure | undefined>
  /** Whether the session of an accepted request is still open. Does not extend the session. */
  isOpen(request: FastifyRequest): Promise<boolean>
}

type Services = { accessTokens: AccessTokens; teamSessions: CookieSessions; now: () => Date }

type CallerServices = Services & { isRegisteredOrigin: IsRegisteredOrigin }

async function readToken(
  { accessTokens, now }: Services,
  { headers }: FastifyRequest,
): Promise<Credential | undefined> {
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.authorization ?? '')?.[1]
  return token === undefined ? undefined : accessTokens.verify(token, now())
}

/** Whether the credential of an accepted request is still valid. */
export async function isStillValid(services: Services, request: FastifyRequest): Promise<boolean> {
  return request.headers.authorization === undefined
    ? services.teamSessions.isOpen(request)
    : (await readToken(services, request)) !== undefined
}

/**
 * Identifies callers before the rate limits, which count per caller. A token precedes a cookie. What the
 * request reads from then on takes the share of its partner.
 */
export function identifyCallers(app: FastifyInstance, services: CallerServices): void {
  app.decorateRequest('credential', null)
  app.decorateRequest('credentialProblem', null)
  app.decorateRequest('reader')
  app.addHook('onRequest', (request, _, next) => {
    request.reader = { id: addressKey(request.ip) }
    readAs(request.reader, next)
  })
  // The end of a body arrives outside what the first hook began.
  app.addHook('preValidation', (request, _, next) => readAs(request.reader, next))
  app.addHook('onRequest', async (request, reply) => {
    try {
      await identify(services, request)
      if (request.credential) request.reader.id = request.credential.partnerId
      // This comes before the rate limits, so that an application in a browser can also read their refusals.
      if (request.routeOptions.config.takesUserToken) await allowApplication(services, request, reply)
    } catch (error) {
      // Later, so that the response has the headers of the rate limits.
      request.credentialProblem = toFailure(error, request)
    }
  })
}

/**
 * Lets a browser read the response to a user's token at the redirect addresses of its application. A token that
 * is missing or not valid names no application; then those of any do.
 */
async function allowApplication(
  { isRegisteredOrigin }: CallerServices,
  { headers, credential, routeOptions }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (routeOptions.config.isPublicRead && headers.authorization === undefined) return
  reply.header('vary', 'origin')
  if (headers.origin === undefined || (credential && credential.kind !== 'user')) return
  if (await isRegisteredOrigin(headers.origin, credential?.partnerId)) allowOrigin(reply, headers.origin)
}

async function identify(services: Services, request: FastifyRequest): Promise<void> {
  if (request.headers.authorization !== undefined) {
    request.credential = (await readToken(services, request)) ?? null
    if (!request.credential) request.credentialProblem = unauthorized(TOKEN_BAD)
  } else if (request.routeOptions.config.takesCookie && request.headers.cookie !== undefined) {
    const found = await services.teamSessions.identify(request)
    if (found instanceof Failure) request.credentialProblem = found
    else request.credential = found ?? null
  }
}

/** Refuses tokens of another kind or without the scope, and a missing token unless it is optional. */
export function requireAccess(access: Access) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { credential, credentialProblem } = request
    if (credentialProblem) throw credentialProblem
    if (!credential) {
      if (access.optional) return
      throw unauthorized(
        'The access token is missing; send it in the header Authorization: Bearer <ACCESS_TOKEN>.',
      )
    }
    if (!access.kinds.includes(credential.kind))
      throw forbidden(`This kind of token may not do that; use a token of ${holdersOf(access)}.`)
    const { scopes = [] } = access
    const lacking = scopes.find((scope) => !credential.scopes.has(scope))
    if (lacking) {
      reply.header(
        'www-authenticate',
        `${CHALLENGE}, error="insufficient_scope", scope="${scopes.join(' ')}"`,
      )
      // A client token has the scopes of its secret, unless it was asked to have fewer.
      const source =
        credential.kind === 'client' ? 'get one with a client secret that has it' : 'ask for one that has it'
      throw forbidden(`This token lacks the scope ${lacking}; ${source}.`)
    }
    refuseOtherRoles(request)
  }
}

/** Each route lists its roles. Only team tokens have one. */
function refuseOtherRoles(request: FastifyRequest): void {
  const { credential, routeOptions } = request
  if (credential?.kind !== 'team' || !routeOptions.config.roles) return
  if (!credential.role) throw unauthorized(TOKEN_BAD)
  const refusal = roleRefusal(credential.role, rolesFor(request))
  if (refusal) throw refusal
}

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
