import type { Middleware } from 'openapi-fetch'
import { fetchWithRetries, isRead } from '../api/client.ts'
import { currentSession, requestSignIn, type Session, setSession } from './session.ts'

/**
 * Sends the session's CSRF token with every write. When the session has ended, asks the team member to sign in again and
 * then repeats the request, so that no form is lost.
 */
export const sessionMiddleware: Middleware = {
  onRequest: ({ request }) => withCsrfToken(request),
  onResponse: async ({ request, response }) => {
    if (!currentSession()) return response
    const mayRepeat =
      response.status === 401 ? !isSignInOrOut(request) && (await requestSignIn()) : await refreshed(response)
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

/** Whether this page held an outdated CSRF token, because another tab signed in, and now has the current one. */
async function refreshed(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const { data } = (await response.clone().json()) as { data?: { appErrorCode?: string } }
  return data?.appErrorCode === 'csrf_token_invalid' && readSessionAgain()
}

/** Returns false when somebody else is signed in now: a request must not be repeated under another name. */
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
