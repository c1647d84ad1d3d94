import { notifications } from '@mantine/notifications'
import { api, dataOf } from '../api/client.ts'
import { ApiFailure, sentenceOf } from '../api/failure.ts'
import type { BodyOf } from '../api/types.ts'
import { forgetSession, keepSession, type Session } from './session.ts'

const ECOSYSTEM_KEY = 'laurel-ecosystem'
const otherTabs = new BroadcastChannel('laurel-session')

/** Signs in with the browser; the cookie that keeps it is out of this page's reach. */
export async function signIn(body: BodyOf<'signInBrowser'>): Promise<Session> {
  const session = await dataOf(api.POST('/api/v1/session', { body }))
  localStorage.setItem(ECOSYSTEM_KEY, session.ecosystem)
  keepSession(session)
  tellOtherTabs(session.person.id)
  return session
}

/** Who is signed in now, if anybody. */
const tellOtherTabs = (person: string | null) => otherTabs.postMessage(person)

export const lastEcosystem = () => localStorage.getItem(ECOSYSTEM_KEY) ?? ''

/** A tab must not go on showing one person while the browser is signed in as another, or not at all. */
export function watchOtherTabs(currentPerson: () => string | undefined): void {
  otherTabs.onmessage = ({ data }) => {
    const person = currentPerson()
    if (person !== undefined && person !== data) location.assign('/dashboard/')
  }
}

export async function signOut(): Promise<void> {
  try {
    await dataOf(api.DELETE('/api/v1/session'))
  } catch (error) {
    const isOver = error instanceof ApiFailure && error.status === 401
    if (!isOver) {
      notifications.show({ color: 'red', title: 'You are still signed in', message: sentenceOf(error) })
      return
    }
  }
  tellOtherTabs(null)
  leave()
}

/** Goes to the sign-in by a fresh load, so that nothing of the session stays in the page's memory. */
export function leave(): void {
  forgetSession()
  location.assign('/dashboard/sign-in')
}
