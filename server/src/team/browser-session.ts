import { timingSafeEqual } from 'node:crypto'
import { fastifyCookie as cookie } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sourceOf } from '../audit-log/audit-event.ts'
import type { Config } from '../config.ts'
import type { Encryption } from '../crypto/encryption.ts'
import { hashToken, newSecretToken } from '../crypto/secret-token.ts'
import type { Database, Tx } from '../database/database.ts'
import {
  CSRF_TOKEN_WRONG,
  cookieName,
  cookieOf,
  cookieOptions,
  SESSION_ENDED,
  TEAM_COOKIE,
} from '../http/cookie.ts'
import type { Credential } from '../http/credential.ts'
import { type Failure, forbidden } from '../http/failure.ts'
import { type BrowserSession, findBrowserSession, insertSession, recordUse } from './session-store.ts'
import type { NewSession } from './sign-in.ts'
import { personCredential } from './team-credential.ts'

export type BrowserSessions = {
  /** Who sent a request with a session's cookie, or why that does not count; undefined when there is no cookie. */
  identify(request: FastifyRequest): Promise<Credential | Failure | undefined>
  /** Whether the session of a request that was let in is still open; asking is no use of it. */
  isOpen(request: FastifyRequest): Promise<boolean>
  start(tx: Tx, session: NewSession, at: Date): Promise<StartedSession>
  /** Makes the browser that gets this answer the holder of a session. */
  handOver(reply: FastifyReply, session: StartedSession): void
  forget(reply: FastifyReply): void
  /** What a page of ours must send along to change something. */
  csrfTokenOf(sessionId: string): string
}

type StartedSession = NewSession & { cookie: string }

type Services = {
  config: Config
  database: Database
  encryption: Encryption
  isRevoked: (sessionId: string) => boolean
  now: () => Date
}

const IDLE_MAX_MS = 12 * 3600 * 1000
const LIFETIME_MAX_MS = 30 * 24 * 3600 * 1000
const TOUCH_INTERVAL_MS = 60_000
const COOKIE_SEAL = 'team cookie'
const CSRF_SEAL = 'csrf token'
const READS = ['GET', 'HEAD']
/** The second is what someone types into the address bar. */
const SITES_ALLOWED = ['same-origin', 'none']

const OTHER_SITE = forbidden(
  "A browser's session is for this service's own pages; send an access token from elsewhere.",
)

/** The sessions of team members with a browser: a random token in a cookie, with our encryption. Only its hash is kept. */
export function createBrowserSessions({
  config,
  database,
  encryption,
  isRevoked,
  now,
}: Services): BrowserSessions {
  const name = cookieName(config.mode, TEAM_COOKIE)
  const options = { ...cookieOptions(config.mode), sameSite: 'strict' } as const
  const openUntil = new WeakMap<FastifyRequest, Date>()

  const sealOf = (value: string, purpose: string) =>
    encryption.keyedHash(purpose, value).toString('base64url')

  /** Whether this is what only the service can make of a value. */
  function isSealOf(value: string, purpose: string, given: string): boolean {
    const [right, bytes] = [encryption.keyedHash(purpose, value), Buffer.from(given, 'base64url')]
    return bytes.length === right.length && timingSafeEqual(bytes, right)
  }

  /** A cookie that was made up is told by its encryption, without asking the database. */
  async function find(request: FastifyRequest): Promise<BrowserSession | undefined> {
    const [token = '', sealed = ''] = (cookieOf(request, name) ?? '').split('.')
    if (!isSealOf(token, COOKIE_SEAL, sealed)) return undefined
    const session = await findBrowserSession(database, hashToken(token), now())
    if (session) openUntil.set(request, session.expiresAt)
    return session
  }

  const mayWrite = ({ headers }: FastifyRequest, sessionId: string) =>
    isSealOf(sessionId, CSRF_SEAL, String(headers['x-csrf-token'] ?? ''))

  async function touch(request: FastifyRequest, session: BrowserSession): Promise<void> {
    const at = now()
    if (at.getTime() - session.lastUsedAt.getTime() < TOUCH_INTERVAL_MS) return
    const { sessionId, createdAt } = session
    await recordUse(database, { sessionId, from: sourceOf(request), expiresAt: expiry(createdAt, at) }, at)
  }

  return {
    async identify(request) {
      if (!cookieOf(request, name)) return undefined
      const site = request.headers['sec-fetch-site']
      if (site !== undefined && !SITES_ALLOWED.includes(String(site))) return OTHER_SITE
      const session = await find(request)
      if (!session) return SESSION_ENDED
      if (!READS.includes(request.method) && !mayWrite(request, session.sessionId)) return CSRF_TOKEN_WRONG
      await touch(request, session)
      return personCredential(session)
    },
    async isOpen(request) {
      if (isRevoked(request.credential?.sessionId ?? '')) return false
      const until = openUntil.get(request)
      return (until !== undefined && until > now()) || (await find(request)) !== undefined
    },
    async start(tx, session, at) {
      const { token, hash } = newSecretToken()
      await insertSession(tx, { ...session, cookieHash: hash, expiresAt: expiry(at, at) }, at)
      return { ...session, cookie: `${token}.${sealOf(token, COOKIE_SEAL)}` }
    },
    handOver(reply, session) {
      reply.header(
        'set-cookie',
        cookie.serialize(name, session.cookie, { ...options, maxAge: LIFETIME_MAX_MS / 1000 }),
      )
    },
    forget(reply) {
      reply.header('set-cookie', cookie.serialize(name, '', { ...options, maxAge: 0 }))
    },
    csrfTokenOf: (sessionId) => sealOf(sessionId, CSRF_SEAL),
  }
}

const expiry = (createdAt: Date, usedAt: Date) =>
  new Date(Math.min(createdAt.getTime() + LIFETIME_MAX_MS, usedAt.getTime() + IDLE_MAX_MS))
