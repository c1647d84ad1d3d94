import { LaurelError } from './errors.ts'

const FIRST_PAUSE_MS = 250
const PAUSE_MS_MAX = 8_000
/** When the service asks to wait longer than this, the call fails instead. */
const WAIT_SECONDS_MAX = 60
const PASSING = [0, 502, 503, 504]

/** Whether another try may succeed and does no harm. */
export function mayRetry(
  error: unknown,
  isSafe: boolean,
  waitSecondsMax = WAIT_SECONDS_MAX,
): error is LaurelError {
  if (!(error instanceof LaurelError)) return false
  const { status, retryAfterSeconds = 0 } = error
  // Limits are checked before any work.
  return retryAfterSeconds <= waitSecondsMax && (status === 429 || (isSafe && PASSING.includes(status)))
}

/** Waits as long as the service asks, and then a random part of a time that doubles with each try. */
export function pauseBeforeRetry(tries: number, signal?: AbortSignal, retryAfterSeconds = 0): Promise<void> {
  const longest = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** tries)
  return pause(retryAfterSeconds * 1000 + Math.random() * longest, signal)
}

/** Rejects with the reason of the signal when it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true })
  })
}
