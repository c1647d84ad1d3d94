import { notifications } from '@mantine/notifications'
import { api, dataOf } from '../api/client.ts'
import { ApiFailure, sentenceOf } from '../api/failure.ts'
import { forgetSession } from './session-state.ts'
import { tellOtherTabs } from './sign-in.ts'

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
