import { api, dataOf } from '../api/client.ts'
import { ApiFailure } from '../api/failure.ts'
import { currentSession, keepSession, type Session } from './session-state.ts'

/** The session that the browser's cookie stands for; null when nobody is signed in. */
export async function loadSession(): Promise<Session | null> {
  const known = currentSession()
  if (known) return known
  try {
    return await readSession()
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return null
    throw error
  }
}

/** Reads the session anew, for when something about the person may have changed. */
export async function readSession(): Promise<Session> {
  const session = await dataOf(api.GET('/api/v1/session'))
  keepSession(session)
  return session
}
