import type { FastifyRequest } from 'fastify'
import { CSRF_TOKEN_WRONG, SESSION_ENDED } from '../../http/edge/cookie.ts'
import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import { type BrowserSessions, createBrowserSessions } from '../../identity/accounts/browser-session.ts'
import { isCsrfTokenOf } from '../../identity/accounts/csrf.ts'
import type { CookieSessions } from '../../identity/authorization/guard.ts'
import type { Revocations } from '../../identity/authorization/revocations.ts'
import { forbidden } from '../../runtime/failure.ts'
import { teamCredential } from './own-account.ts'
import { findSessionHolder } from './team-store.ts'

export type TeamSessions = BrowserSessions & CookieSessions

type Services = AccountServices & { revocations: Pick<Revocations, 'has' | 'refresh'> }

const READS = ['GET', 'HEAD']
/** `none` is a request from the address bar. */
const SITES_ALLOWED = ['same-origin', 'none']

const OTHER_SITE = forbidden(
  "A browser's session is for this service's own pages; send an access token from elsewhere.",
)

/** The browser sessions of team members, as the guard of the API takes them. */
export function createTeamSessions(services: Services): TeamSessions {
  const { database, encryption, revocations, now } = services
  const sessions = createBrowserSessions('team', services)
  const openUntil = new WeakMap<FastifyRequest, Date>()

  async function find(request: FastifyRequest) {
    const session = await sessions.find(request)
    if (session) openUntil.set(request, session.expiresAt)
    return session
  }

  return {
    ...sessions,
    async identify(request) {
      const { method, headers } = request
      if (!sessions.cookie.read(request)) return undefined
      const site = headers['sec-fetch-site']
      if (site !== undefined && !SITES_ALLOWED.includes(String(site))) return OTHER_SITE
      const session = await find(request)
      if (!session) return SESSION_ENDED
      const csrfToken = String(headers['x-csrf-token'] ?? '')
      if (!READS.includes(method) && !isCsrfTokenOf(encryption, session.id, csrfToken))
        return CSRF_TOKEN_WRONG
      await sessions.extend(request, session)
      const holder = await findSessionHolder(database, session.id)
      return holder ? teamCredential(holder) : SESSION_ENDED
    },
    async isOpen(request) {
      await revocations.refresh()
      if (revocations.has(request.credential?.sessionId ?? '')) return false
      const until = openUntil.get(request)
      return (until !== undefined && until > now()) || (await find(request)) !== undefined
    },
  }
}
