import { type BrowserSession, LaurelUnauthorized, type SignInBrowserRequest } from '@laurel/sdk'
import { notifications } from '@mantine/notifications'
import { endSession, visitor } from '../api/laurel.ts'
import { sentenceOf } from '../api/sentence.ts'
import { clearSession, currentSession, setSession } from '../api/session.ts'

const ECOSYSTEM_KEY = 'laurel-ecosystem'
const otherTabs = new BroadcastChannel('laurel-session')

/** The session cookie is HttpOnly, so this page cannot read it. */
export async function signIn(login: SignInBrowserRequest): Promise<BrowserSession> {
  const session = await visitor().browserSession.begin(login)
  localStorage.setItem(ECOSYSTEM_KEY, session.ecosystem)
  setSession(session)
  notifyOtherTabs(session.person.id)
  return session
}

/** Sends the id of the signed-in team member, or null. */
const notifyOtherTabs = (memberId: string | null) => otherTabs.postMessage(memberId)

export const lastEcosystem = () => localStorage.getItem(ECOSYSTEM_KEY) ?? ''

/** Reloads this tab when another tab signs out or signs in to another account. */
export function watchOtherTabs(): void {
  otherTabs.onmessage = ({ data: memberId }) => {
    const session = currentSession()
    if (session && session.person.id !== memberId) location.assign('/dashboard/')
  }
}

export async function signOut(): Promise<void> {
  try {
    await endSession()
  } catch (error) {
    if (!(error instanceof LaurelUnauthorized)) {
      notifications.show({ color: 'red', title: 'You are still signed in', message: sentenceOf(error) })
      return
    }
  }
  notifyOtherTabs(null)
  goToSignIn()
}

/** Reloads at the sign-in page, so that nothing of the session stays in memory. */
export function goToSignIn(): void {
  clearSession()
  location.assign('/dashboard/sign-in')
}
