import type { Middleware } from 'openapi-fetch'
import { fetchWithRetries, isRead } from '../api/client.ts'
import { currentSession, requestSignIn, type Session, setSession } from './session.ts'

/**
 * Sends the session's CSRF token with every write. When the session has ended, waits for a new sign-in and
 * repeats the request, so that no input is lost.
 */
export const sessionMiddleware: Middleware = {
  onRequest: ({ request }) => withCsrfToken(request),
  onResponse: async ({ request, response }) => {
    if (!currentSession()) return response
    const mayRepeat =
      response.status === 401
        ? !isSignInOrOut(request) && (await requestSignIn())
        : await refreshCsrfToken(response)
    return mayRepeat ? fetchWithRetries(withCsrfToken(request)) : response
  },
}

function withCsrfToken(request: Request): Request {
  const session = currentSession()
  if (session && !isRead(request)) request.headers.set('X-CSRF-Token', session.csrfToken)
  return request
}

/** Neither needs a valid session. */
const isSignInOrOut = (request: Request) =>
  !isRead(request) && new URL(request.url).pathname === '/api/v1/session'

/** Reads the session again when this page's CSRF token is invalid because another tab has signed in. */
async function refreshCsrfToken(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const { data } = (await response.clone().json()) as { data?: { appErrorCode?: string } }
  return data?.appErrorCode === 'csrf_token_invalid' && readSessionAgain()
}

/** Returns false when another account is signed in now, because a request must not change its author. */
async function readSessionAgain(): Promise<boolean> {
  const response = await fetch('/api/v1/session')
  if (!response.ok) return requestSignIn()
  const { data } = (await response.json()) as { data: Session }
  if (data.person.id !== currentSession()?.person.id) {
    location.assign('/dashboard/')
    return false
  }
  setSession(data)
  return true
}
