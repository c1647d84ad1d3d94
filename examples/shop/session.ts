import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Laurel } from '@laurel/sdk'

/** What the shop knows of a visitor. Sessions are in memory: a restart signs everyone out. */
export type Session = {
  /** `own` asks Laurel with the visitor's own token, which sees the visitor's coins alone. */
  user?: { id: string; name: string; own: Laurel }
  signIn?: { verifier: string; state: string; nonce: string }
  /** Is shown on the next page, once. */
  message?: string
}

const COOKIE = 'bayleaf_session'
const sessions = new Map<string, Session>()

export function sessionOf(request: IncomingMessage, response: ServerResponse): Session {
  const [, known = ''] = new RegExp(`\\b${COOKIE}=([\\w-]+)`).exec(request.headers.cookie ?? '') ?? []
  const existing = sessions.get(known)
  if (existing) return existing
  const id = randomBytes(24).toString('base64url')
  const session: Session = {}
  sessions.set(id, session)
  // With https, add Secure.
  response.setHeader('set-cookie', `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax`)
  return session
}
