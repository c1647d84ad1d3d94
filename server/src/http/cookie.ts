import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { forbidden, unauthorized } from './failure.ts'

/** Holds the session of a team member with a browser. */
export const TEAM_COOKIE = 'laurel-team'

export const SESSION_ENDED = unauthorized('Your session has ended; sign in again.', 'session_ended')
export const CSRF_TOKEN_WRONG = forbidden(
  'Send the csrfToken of your session in the header X-CSRF-Token; GET /api/v1/session answers it.',
  'csrf_token_invalid',
)

/** The prefix binds a cookie to this very host; browsers take it with Secure only, which plain http in development cannot have. */
export function cookieName(mode: Config['mode'], name: string): string {
  return mode === 'production' ? `__Host-${name}` : name
}

export function cookieOptions(mode: Config['mode']) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: mode === 'production' } as const
}

export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const pair = (request.headers.cookie ?? '')
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
