import formbody from '@fastify/formbody'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createCookie } from '../../http/edge/cookie.ts'
import type { App } from '../../http/responses/envelope.ts'
import { csrfTokenOf, isCsrfTokenOf } from '../../identity/accounts/csrf.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { newSecretToken } from '../../runtime/crypto/secret-token.ts'
import type { Config } from '../../runtime/settings/config.ts'
import { FORM_EXPIRED, sendProblemPage } from './problem-page.ts'
import type { SignedInUser, UserSessions } from './user-session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The user who is signed in in the browser; null when nobody is. */
    signedIn: SignedInUser | null
    /** The CSRF token for the forms of this page. */
    formToken: string
  }
}

export const FORM_BYTES_MAX = 16_384
const READS = ['GET', 'HEAD']

/**
 * Makes the routes of a group pages: forms instead of JSON, a signed-in user, and problems shown as pages.
 */
export async function servePages(
  app: App,
  {
    config,
    encryption,
    userSessions,
  }: { config: Config; encryption: Encryption; userSessions: UserSessions },
): Promise<void> {
  const browserCookie = createCookie(config.mode, 'laurel-form', { sameSite: 'Lax' })
  const browserOf = (request: FastifyRequest, reply: FastifyReply) => {
    const known = browserCookie.read(request)
    if (known) return known
    const { token } = newSecretToken()
    browserCookie.set(reply, token)
    return token
  }
  // The API reference lists no pages.
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true }
  })
  app.removeAllContentTypeParsers()
  await app.register(formbody, { bodyLimit: FORM_BYTES_MAX })
  app.decorateRequest('signedIn', null)
  app.decorateRequest('formToken', '')
  app.setErrorHandler(sendProblemPage)
  app.addHook('onRequest', async (request) => {
    request.signedIn = await userSessions.findSignedInUser(request)
  })
  app.addHook('preHandler', async (request, reply) => {
    // A form belongs to one sign-in, or to one browser in which nobody is signed in.
    const holder = request.signedIn?.sessionId ?? `browser ${browserOf(request, reply)}`
    const isRead = READS.includes(request.method)
    if (!isRead && !isCsrfTokenOf(encryption, holder, textField(request, 'formToken'))) throw FORM_EXPIRED
    request.formToken = csrfTokenOf(encryption, holder)
  })
}

/** A new password and its repetition, as the form sent them. */
export const passwordFields = (request: FastifyRequest) => ({
  password: textField(request, 'password'),
  confirmPassword: textField(request, 'confirmPassword'),
})

/** A field of the form that was sent; empty when it is missing or was sent twice. */
export function textField(request: FastifyRequest, name: string): string {
  const value = (request.body as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}
