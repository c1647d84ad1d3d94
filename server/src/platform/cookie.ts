import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Holds the session of a team member with a browser. */
export const TEAM_COOKIE = 'laurel-team'

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
