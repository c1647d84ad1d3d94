import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Credential } from '../platform/credential.ts'
import { forbidden, unauthorized } from '../platform/failure.ts'
import { eitherOf } from '../platform/wire.ts'
import { type Access, holdersOf } from './access.ts'
import type { AccessTokens } from './access-token.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What is wrong with the token that was sent; null when there is none or it is good. */
    tokenProblem: string | null
  }
}

export const TOKEN_BAD =
  'The access token is wrong or expired; sign in again and send it as Authorization: Bearer <ACCESS_TOKEN>.'

type ReadCredential = (request: FastifyRequest) => Promise<Credential | undefined>

/** Reads who calls from the token; asked again later, it says whether the token still is good. */
export function credentialReader(accessTokens: AccessTokens, now: () => Date): ReadCredential {
  return async ({ headers }) => {
    const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.authorization ?? '')?.[1]
    return token === undefined ? undefined : accessTokens.verify(token, now())
  }
}

/** Reads the token of every request, before anything asks for it: rate limits count by who is calling. */
export function identifyCallers(app: FastifyInstance, readCredential: ReadCredential): void {
  app.decorateRequest('credential', null)
  app.decorateRequest('tokenProblem', null)
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization === undefined) return
    const credential = await readCredential(request)
    if (credential) request.credential = credential
    else request.tokenProblem = TOKEN_BAD
  })
}

/** Lets only callers with a token of these kinds and this scope pass; where a token is optional, those without one too. */
export function requireAccess(access: Access): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    refuseTokenProblem(request)
    const { credential } = request
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

function refuseTokenProblem({ tokenProblem }: FastifyRequest): void {
  if (tokenProblem) throw unauthorized(tokenProblem)
}

/** What a member of the team may do stands beside each route; a partner's own token has no role. */
function refuseOtherRoles({ credential, routeOptions }: FastifyRequest): void {
  const { roles } = routeOptions.config
  if (credential?.role && roles && !roles.includes(credential.role)) {
    throw forbidden(`The role ${credential.role} may not do that; it takes the role ${eitherOf(roles)}.`)
  }
}
