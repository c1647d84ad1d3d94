import type { BrowserSession } from '@laurel/sdk'
import { useSyncExternalStore } from 'react'

type State = { session: BrowserSession | null; isRenewing: boolean }

let state: State = { session: null, isRenewing: false }
let renewal: PromiseWithResolvers<BrowserSession | null> | null = null
const listeners = new Set<() => void>()

function update(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

function settle(session: BrowserSession | null): void {
  update({ session, isRenewing: false })
  renewal?.resolve(session)
  renewal = null
}

export const currentSession = () => state.session

export const setSession = (session: BrowserSession): void => settle(session)

export const clearSession = (): void => settle(null)

/** Opens the sign-in dialog. All callers share one promise, which resolves to the new session, or to null. */
export function requestSignIn(): Promise<BrowserSession | null> {
  renewal ??= Promise.withResolvers<BrowserSession | null>()
  if (!state.isRenewing) update({ ...state, isRenewing: true })
  return renewal.promise
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSessionState = () => useSyncExternalStore(subscribe, () => state)
