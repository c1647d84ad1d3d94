import type { FastifyRequest } from 'fastify'
import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import { type BrowserSessions, createBrowserSessions } from '../../identity/accounts/browser-session.ts'
import { endSessions } from '../../identity/accounts/session-store.ts'

export type SignedInUser = { userId: string; sessionId: string }

export type UserSessions = BrowserSessions & {
  /**
   * The user who is signed in in the browser that sent a request; null when nobody is. Extends the session.
   */
  findSignedInUser(request: FastifyRequest): Promise<SignedInUser | null>
  end(user: SignedInUser): Promise<void>
}

export function createUserSessions(services: AccountServices): UserSessions {
  const { database, now } = services
  const sessions = createBrowserSessions('user', services)
  return {
    ...sessions,
    async findSignedInUser(request) {
      const session = await sessions.find(request)
      if (!session) return null
      await sessions.extend(request, session)
      return { userId: session.accountId, sessionId: session.id }
    },
    async end({ userId, sessionId }) {
      await endSessions(database, { kind: 'user', id: userId }, { only: sessionId }, now())
    },
  }
}
