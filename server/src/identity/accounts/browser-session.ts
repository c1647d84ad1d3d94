import type { FastifyRequest } from 'fastify'
import { type Cookie, createCookie, TEAM_COOKIE } from '../../http/edge/cookie.ts'
import { hashToken, newSecretToken } from '../../runtime/crypto/secret-token.ts'
import type { Tx } from '../../storage/database/database.ts'
import { type Source, sourceOf } from '../audit-log/audit-event.ts'
import type { AccountKind } from './account-store.ts'
import type { AccountServices } from './authenticate.ts'
import { isSignature, sign } from './csrf.ts'
import {
  type BrowserSession,
  findBrowserSession,
  insertSession,
  recordUse,
  updateCookie,
} from './session-store.ts'

/** The browser sessions of one kind of account. */
export type BrowserSessions = {
  cookie: Cookie
  /** The open session whose cookie a request carries. Does not extend the session. */
  find(request: FastifyRequest): Promise<BrowserSession | undefined>
  /** Extends a session, because a request uses it. */
  extend(request: FastifyRequest, session: BrowserSession): Promise<void>
  /** Starts a session; returns the value for its cookie. */
  start(tx: Tx, session: { id: string; accountId: string; from: Source }, at: Date): Promise<string>
  /** Replaces the cookie of a session; returns its new value. Undefined for a session with tokens. */
  rotate: RotateCookie
}

export type RotateCookie = (tx: Tx, sessionId: string) => Promise<string | undefined>

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

const POLICIES = {
  team: {
    name: TEAM_COOKIE,
    options: { sameSite: 'Strict', maxAgeSeconds: 30 * DAY_SECONDS },
    idleSecondsMax: 12 * HOUR_SECONDS,
    lifetimeSecondsMax: 30 * DAY_SECONDS,
  },
  user: {
    name: 'laurel',
    options: { sameSite: 'Lax', maxAgeSeconds: 180 * DAY_SECONDS },
    idleSecondsMax: 30 * DAY_SECONDS,
    lifetimeSecondsMax: 180 * DAY_SECONDS,
  },
} as const

const EXTEND_INTERVAL_MS = 60_000

/** A session with a browser is a random token in a signed cookie. The database keeps the token's hash. */
export function createBrowserSessions(
  kind: AccountKind,
  { config, database, encryption, now }: AccountServices,
): BrowserSessions {
  const { name, options, idleSecondsMax, lifetimeSecondsMax } = POLICIES[kind]
  const cookie = createCookie(config.mode, name, options)
  const purpose = `${kind} cookie`

  const signed = (token: string) => `${token}.${sign(encryption, purpose, token)}`

  const expiry = (createdAt: Date, usedAt: Date) =>
    new Date(
      Math.min(createdAt.getTime() + lifetimeSecondsMax * 1000, usedAt.getTime() + idleSecondsMax * 1000),
    )

  return {
    cookie,
    async find(request) {
      const [token = '', signature = ''] = (cookie.read(request) ?? '').split('.')
      // A forged cookie costs no query.
      if (!isSignature(encryption, purpose, token, signature)) return undefined
      return findBrowserSession(database, kind, hashToken(token), now())
    },
    async extend(request, session) {
      const at = now()
      if (at.getTime() - session.lastUsedAt.getTime() < EXTEND_INTERVAL_MS) return
      // Team members see where a session was last used, users where it began.
      const from = kind === 'team' ? sourceOf(request) : session
      await recordUse(database, session.id, { from, expiresAt: expiry(session.createdAt, at) }, at)
    },
    async start(tx, { id, accountId, from }, at) {
      const { token, hash } = newSecretToken()
      const account = { kind, id: accountId }
      await insertSession(tx, { id, account, cookieHash: hash, from, expiresAt: expiry(at, at) }, at)
      return signed(token)
    },
    async rotate(tx, sessionId) {
      const { token, hash } = newSecretToken()
      return (await updateCookie(tx, sessionId, hash)) ? signed(token) : undefined
    },
  }
}
