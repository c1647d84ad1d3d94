import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { newId } from '../platform/ids.ts'
import type { Seal } from '../platform/seal.ts'

const COOKIE = 'laurel'

/** The session of a user with a browser, as a signed cookie. */
export function createUserSessions({ seal }: { seal: Seal }) {
  const sign = (value: string) => seal.fingerprint('user session', value).toString('base64url')
  return {
    async findSignedInUser(request: FastifyRequest): Promise<{ userId: string; sessionId: string } | null> {
      const [userId, sessionId, signature] = cookieOf(request)?.split('.') ?? []
      if (!userId || !sessionId || !signature) return null
      const expected = Buffer.from(sign(`${userId}.${sessionId}`))
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected)
        ? { userId, sessionId }
        : null
    },
    cookieFor(userId: string): string {
      const value = `${userId}.${newId()}`
      return `${COOKIE}=${value}.${sign(value)}; Path=/; HttpOnly; SameSite=Lax`
    },
  }
}

function cookieOf(request: FastifyRequest): string | undefined {
  const cookies = request.headers.cookie?.split(/; */) ?? []
  return cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1)
}
