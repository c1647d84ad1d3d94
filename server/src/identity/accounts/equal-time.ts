import { setTimeout as delay } from 'node:timers/promises'

const EQUAL_TIME_MS = 300

/** Hides how long work takes, because its duration would tell whether an account exists. */
export async function inEqualTime<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, delay(EQUAL_TIME_MS)])
  return result
}
