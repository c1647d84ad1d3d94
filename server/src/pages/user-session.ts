import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { hashToken, newSecretToken } from '../crypto/secret-token.ts'
import type { Database, Db, Tx } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { cookieName, cookieOf, cookieOptions } from '../http/cookie.ts'
import {
  deleteUserSessions,
  endUserSession,
  findUserSession,
  insertUserSession,
  listUserSessions,
  touchUserSession,
  type UserSession,
} from './user-session-store.ts'

/** Whose browser it is. */
export type SignedInUser = { userId: string; sessionId: string }

export type UserSessions = {
  /** The user whose browser sent a request; null when nobody is signed in there. */
  findSignedInUser(request: FastifyRequest): Promise<SignedInUser | null>
  /** Makes the browser that gets this answer a signed-in one. */
  start(tx: Tx, userId: string, reply: FastifyReply): Promise<void>
  end(user: SignedInUser, reply: FastifyReply): Promise<void>
  /** Ends the session of the browser that sent a request, whose cookie then opens nothing. */
  endOf(request: FastifyRequest): Promise<void>
  forget(reply: FastifyReply): void
  list(userId: string): Promise<UserSession[]>
}

const IDLE_MAX_MS = 30 * 24 * 3600 * 1000
/** The end of a session is decided here, so the cookie itself lives as long as browsers allow. */
const COOKIE_SECONDS = 400 * 24 * 3600
const TOUCH_INTERVAL_MS = 60_000
const AGENT_MAX = 300

/** The session of a user with a browser: a random token in a cookie, of which only the hash is kept. */
export function createUserSessions({
  config,
  database,
  now,
}: {
  config: Config
  database: Database
  now: () => Date
}): UserSessions {
  const name = cookieName(config.mode, 'laurel')
  const options = cookieOptions(config.mode)
  const usedAfter = () => new Date(now().getTime() - IDLE_MAX_MS)

  async function findSignedInUser(request: FastifyRequest): Promise<SignedInUser | null> {
    const token = cookieOf(request, name)
    if (!token) return null
    const session = await findUserSession(database, hashToken(token), usedAfter())
    if (!session) return null
    const at = now()
    if (at.getTime() - session.lastUsedAt.getTime() > TOUCH_INTERVAL_MS)
      await touchUserSession(database, session.sessionId, at)
    return { userId: session.userId, sessionId: session.sessionId }
  }

  return {
    findSignedInUser,
    async endOf(request) {
      const user = await findSignedInUser(request)
      if (user) await endUserSession(database, user.sessionId, now())
    },
    async start(tx, userId, reply) {
      const { token, hash } = newSecretToken()
      const { ip, headers } = reply.request
      const agent = (headers['user-agent'] ?? '').slice(0, AGENT_MAX)
      await insertUserSession(tx, { id: newId(), tokenHash: hash, userId, address: ip, agent }, now())
      reply.setCookie(name, token, { ...options, maxAge: COOKIE_SECONDS })
    },
    async end({ sessionId }, reply) {
      await endUserSession(database, sessionId, now())
      reply.clearCookie(name, options)
    },
    forget: (reply) => void reply.clearCookie(name, options),
    list: (userId) => listUserSessions(database, userId, usedAfter()),
  }
}

/** Forgets sessions that have ended by themselves. */
export const purgeUserSessions = (db: Db, now: Date) =>
  deleteUserSessions(db, new Date(now.getTime() - IDLE_MAX_MS))
