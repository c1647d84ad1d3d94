import { setTimeout as delay } from 'node:timers/promises'

const EQUAL_TIME_MS = 300

/** Does work whose length would tell a stranger whether an account exists, and answers only when it could have been either. */
export async function inEqualTime<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, delay(EQUAL_TIME_MS)])
  return result
}
