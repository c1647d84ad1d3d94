import type { FastifyReply, FastifyRequest } from 'fastify'
import { forbidden, unauthorized } from '../../runtime/failure.ts'
import type { Config } from '../../runtime/settings/config.ts'

/** Holds the browser session of a team member. */
export const TEAM_COOKIE = 'laurel-team'

export const SESSION_ENDED = unauthorized('Your session has ended; sign in again.', 'session_ended')
export const CSRF_TOKEN_WRONG = forbidden(
  'Send the csrfToken of your session in the header X-CSRF-Token; GET /api/v1/session returns it.',
  'csrf_token_invalid',
)

/** The prefix binds a cookie to this host. It requires Secure, so development with plain http has none. */
export function cookieName(mode: Config['mode'], name: string): string {
  return mode === 'production' ? `__Host-${name}` : name
}

export type Cookie = {
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, value: string): void
  clear(reply: FastifyReply): void
}

/** A cookie for this host that no script can read. Without `maxAgeSeconds` it ends with the browser. */
export function createCookie(
  mode: Config['mode'],
  baseName: string,
  { sameSite, maxAgeSeconds }: { sameSite: 'Lax' | 'Strict'; maxAgeSeconds?: number },
): Cookie {
  const name = cookieName(mode, baseName)
  const attributes = `Path=/; HttpOnly; ${mode === 'production' ? 'Secure; ' : ''}SameSite=${sameSite}`
  const write = (reply: FastifyReply, value: string, seconds: number | undefined) =>
    void reply.header(
      'set-cookie',
      `${name}=${value}; ${seconds === undefined ? '' : `Max-Age=${seconds}; `}${attributes}`,
    )
  return {
    read({ headers }) {
      const pairs = (headers.cookie ?? '').split(';').map((each) => each.trim())
      return pairs.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1)
    },
    set: (reply, value) => write(reply, value, maxAgeSeconds),
    clear: (reply) => write(reply, '', 0),
  }
}
