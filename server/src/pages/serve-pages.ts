import cookie from '@fastify/cookie'
import csrf from '@fastify/csrf-protection'
import formbody from '@fastify/formbody'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Encryption } from '../crypto/encryption.ts'
import { cookieName, cookieOptions } from '../http/cookie.ts'
import type { App } from '../http/envelope.ts'
import { sendProblemPage } from './problem-page.ts'
import type { SignedInUser, UserSessions } from './user-session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose browser sent this; null when nobody is signed in there. */
    signedIn: SignedInUser | null
    /** What a form of this answer must carry to be taken. */
    formToken: string
  }
}

const FORM_BYTES_MAX = 16_384
const READS = ['GET', 'HEAD']

/** Makes the routes of this group pages: forms instead of JSON, each with its token, a signed-in user, and problems told as pages. */
export async function servePages(
  app: App,
  {
    config,
    encryption,
    userSessions,
  }: { config: Config; encryption: Encryption; userSessions: UserSessions },
): Promise<void> {
  app.removeAllContentTypeParsers()
  await app.register(formbody, { bodyLimit: FORM_BYTES_MAX })
  await app.register(cookie)
  await app.register(csrf, {
    cookieKey: cookieName(config.mode, 'laurel-form'),
    cookieOpts: cookieOptions(config.mode),
    csrfOpts: { hmacKey: encryption.keyedHash('forms', 'key'), userInfo: true },
    getToken: (request) => textField(request, 'formToken'),
    getUserInfo: holderOf,
  })
  app.decorateRequest('signedIn', null)
  app.decorateRequest('formToken', '')
  app.setErrorHandler(sendProblemPage)
  app.addHook('onRequest', async (request) => {
    request.signedIn = await userSessions.findSignedInUser(request)
  })
  app.addHook('preHandler', (request, reply, done) => {
    if (READS.includes(request.method)) done()
    else app.csrfProtection(request, reply, done)
  })
  app.addHook('preHandler', async (request, reply) => {
    request.formToken = reply.generateCsrf({ userInfo: holderOf(request) })
  })
}

/** A field of the form that was sent; empty when it is missing or was sent twice. */
export function textField(request: FastifyRequest, name: string): string {
  const value = (request.body as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

/** A form belongs to one sign-in, or to a browser before any. */
const holderOf = (request: FastifyRequest) => request.signedIn?.sessionId ?? 'nobody'
