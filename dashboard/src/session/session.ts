import { queryOptions } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api, dataOf } from '../api/client.ts'
import { ApiFailure } from '../api/failure.ts'
import type { DataOf } from '../api/types.ts'

export type Session = DataOf<'readSession'>

type State = { session: Session | null; isRenewing: boolean }

let state: State = { session: null, isRenewing: false }
let renewal: PromiseWithResolvers<boolean> | null = null
const listeners = new Set<() => void>()

function update(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

export const currentSession = () => state.session

export function setSession(session: Session): void {
  update({ session, isRenewing: false })
  renewal?.resolve(true)
  renewal = null
}

export function clearSession(): void {
  update({ session: null, isRenewing: false })
  renewal?.resolve(false)
  renewal = null
}

/** Opens the sign-in dialog. All callers share one promise, which resolves to whether someone signed in. */
export function requestSignIn(): Promise<boolean> {
  renewal ??= Promise.withResolvers<boolean>()
  if (!state.isRenewing) update({ ...state, isRenewing: true })
  return renewal.promise
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSessionState = () => useSyncExternalStore(subscribe, () => state)

/** The session of the current page, which requires one. */
export function useSession(): Session {
  const { session } = useSessionState()
  if (!session) throw new Error('this page requires a session')
  return session
}

/** The session of the browser's cookie; null for visitors. */
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

async function readSession(): Promise<Session> {
  const session = await dataOf(api.GET('/api/v1/session'))
  setSession(session)
  return session
}

/** Reads the session again: the e-mail and the second factor may have changed in another window. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: 0,
})
