import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Credential } from '../http/credential.ts'
import { Failure, forbidden, unauthorized } from '../http/failure.ts'
import { eitherOf } from '../http/operation.ts'
import type { BrowserSessions } from '../team/browser-session.ts'
import { type Access, holdersOf } from './access.ts'
import type { AccessTokens } from './access-token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What is wrong with the credential that was sent; null when there is none or it is good. */
    credentialProblem: Failure | null
  }
  interface FastifyContextConfig {
    /** Whether a browser's session counts here as a person's token does. */
    takesCookie?: boolean
  }
}

export const TOKEN_BAD =
  'The access token is wrong or expired; sign in again and send it as Authorization: Bearer <ACCESS_TOKEN>.'

type Services = { accessTokens: AccessTokens; browserSessions: BrowserSessions; now: () => Date }

async function readToken(
  { accessTokens, now }: Services,
  { headers }: FastifyRequest,
): Promise<Credential | undefined> {
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.authorization ?? '')?.[1]
  return token === undefined ? undefined : accessTokens.verify(token, now())
}

/** Whether the credential that let a request in still is good. */
export async function isStillGood(services: Services, request: FastifyRequest): Promise<boolean> {
  return request.headers.authorization === undefined
    ? services.browserSessions.isOpen(request)
    : (await readToken(services, request)) !== undefined
}

/** Reads who sends each request, before anything asks for it: rate limits count by who is calling. A token goes before a cookie. */
export function identifyCallers(app: FastifyInstance, services: Services): void {
  app.decorateRequest('credential', null)
  app.decorateRequest('credentialProblem', null)
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== undefined) {
      request.credential = (await readToken(services, request)) ?? null
      if (!request.credential) request.credentialProblem = unauthorized(TOKEN_BAD)
    } else if (request.routeOptions.config.takesCookie && request.headers.cookie !== undefined) {
      const found = await services.browserSessions.identify(request)
      if (found) reply.header('cache-control', 'no-store')
      if (found instanceof Failure) request.credentialProblem = found
      else request.credential = found ?? null
    }
  })
}

/** Lets only callers with a token of these kinds and this scope pass; where a token is optional, those without one too. */
export function requireAccess(access: Access): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
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
    if (access.scope && !credential.scopes.has(access.scope)) {
      throw forbidden(`This token lacks the scope ${access.scope}; ask for one that has it.`)
    }
    refuseOtherRoles(request)
  }
}

/** What a member of the team may do stands beside each route; a partner's own token has no role. */
function refuseOtherRoles({ credential, routeOptions }: FastifyRequest): void {
  const { roles } = routeOptions.config
  if (credential?.role && roles && !roles.includes(credential.role)) {
    throw forbidden(`The role ${credential.role} may not do that; it takes the role ${eitherOf(roles)}.`)
  }
}
