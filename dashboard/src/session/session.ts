import { type BrowserSession, LaurelUnauthorized } from '@laurel/sdk'
import { queryOptions } from '@tanstack/react-query'
import { laurel } from '../api/laurel.ts'
import { currentSession, setSession, useSessionState } from '../api/session.ts'

/** The session of the current page, which requires one. */
export function useSession(): BrowserSession {
  const { session } = useSessionState()
  if (!session) throw new Error('this page requires a session')
  return session
}

/** The session of the browser's cookie; null for visitors. */
export async function loadSession(): Promise<BrowserSession | null> {
  const current = currentSession()
  if (current) return current
  try {
    return await readSession()
  } catch (error) {
    if (error instanceof LaurelUnauthorized) return null
    throw error
  }
}

async function readSession(): Promise<BrowserSession> {
  const session = await laurel.browserSession.read()
  setSession(session)
  return session
}

/** Reads the session again: the e-mail and the second factor may have changed in another window. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: 0,
})
