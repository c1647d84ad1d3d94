import { currentSession, keepSession, renewSession, type Session } from '../session/session-state.ts'

const TRIES_MAX = 6
const FIRST_WAIT_MS = 300
const READS = ['GET', 'HEAD']

/**
 * Carries a request to the service. One that may be repeated is sent again while the service cannot be reached, and one that meets an
 * ended session waits until the person has signed in again, so that no form is lost to either.
 */
export async function carry(request: Request): Promise<Response> {
  const response = await sendPatiently(request)
  if (!currentSession()) return response
  if (response.status === 401)
    return !isSignInOrOut(request) && (await renewSession()) ? sendPatiently(request) : response
  if (await wasSignedInElsewhere(response))
    return (await readSessionAgain()) ? sendPatiently(request) : response
  return response
}

async function sendPatiently(request: Request): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const isLast = tries === TRIES_MAX || !mayRepeat(request)
    try {
      const response = await send(request)
      if (response.status !== 503 || isLast) return response
    } catch (error) {
      if (isLast || request.signal.aborted) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** (tries - 1)))
  }
}

function send(request: Request): Promise<Response> {
  const copy = request.clone()
  const session = currentSession()
  if (session && !READS.includes(copy.method)) copy.headers.set('X-CSRF-Token', session.csrfToken)
  return fetch(copy)
}

/** Reads, and writes that the service does once however often they arrive. */
const mayRepeat = ({ method, headers }: Request) => READS.includes(method) || headers.has('Idempotency-Key')

/** Neither needs a session that still is good. */
const isSignInOrOut = ({ method, url }: Request) =>
  !READS.includes(method) && new URL(url).pathname === '/api/v1/session'

/** Another tab of this browser has signed in since, so the token that this page holds is an old one. */
async function wasSignedInElsewhere(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const { data } = (await response.clone().json()) as { data?: { appErrorCode?: string } }
  return data?.appErrorCode === 'csrf_token_invalid'
}

/** Says whether the request may be sent in the same name as before; what was meant for one person is never done as another. */
async function readSessionAgain(): Promise<boolean> {
  const response = await fetch('/api/v1/session')
  if (!response.ok) return renewSession()
  const { data } = (await response.json()) as { data: Session }
  if (data.person.id !== currentSession()?.person.id) {
    location.assign('/dashboard/')
    return false
  }
  keepSession(data)
  return true
}
