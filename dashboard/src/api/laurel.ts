import { type BrowserSession, Laurel, LaurelError } from '@laurel/sdk'
import { currentSession, requestSignIn, setSession } from './session.ts'

/** Reads, and writes with a key, outlast a restart of the service. A person is told of a longer wait at once. */
const CONNECTION = { baseUrl: location.origin, retries: 6, waitSecondsMax: 2 }

/** The service itself makes some calls wait: exports take turns, and endpoints of webhooks may be slow. */
export const PATIENT = { timeoutMs: 120_000 }

/** The API, for the team member who is signed in. */
export const laurel = new Laurel({ ...CONNECTION, session: sessionAfter })

/** The API, for visitors, who have no session. */
export const visitor = (ecosystem?: string) => new Laurel({ ...CONNECTION, ...(ecosystem && { ecosystem }) })

/** Ends the session; one that has ended already needs no new sign-in first. */
export const endSession = () =>
  new Laurel({
    ...CONNECTION,
    session: (refusal) => (refusal?.status === 401 ? null : sessionAfter(refusal)),
  }).browserSession.end()

/** When the session has ended, waits for a new sign-in and repeats the request, so that no input is lost. */
async function sessionAfter(refusal?: LaurelError): Promise<BrowserSession | null> {
  const session = currentSession()
  if (!refusal || !session) return session
  return refusal.status === 401 ? requestSignIn() : readAgain(session)
}

/** This page's CSRF token is invalid once another tab has signed in. */
async function readAgain({ person }: BrowserSession): Promise<BrowserSession | null> {
  const session = await visitor()
    .browserSession.read()
    .catch((error: unknown) => {
      if (error instanceof LaurelError && error.status === 401) return null
      throw error
    })
  if (!session) return requestSignIn()
  // A request must not change its author.
  if (session.person.id !== person.id) {
    location.assign('/dashboard/')
    return null
  }
  setSession(session)
  return session
}
