const RETRY_MS_MIN = 1_000
const RETRY_MS_MAX = 3_600_000
const DOUBLINGS_MAX = 12

/** Exponential backoff from a second to an hour with up to half of jitter, and at least `retryAfterMs`. */
export function retryDelayMs(failures: number, retryAfterMs = 0, jitter = Math.random()): number {
  const longest = Math.min(RETRY_MS_MIN * 2 ** Math.min(failures - 1, DOUBLINGS_MAX), RETRY_MS_MAX)
  return Math.round(Math.max(longest * (1 - jitter / 2), retryAfterMs))
}

/** The delay of a Retry-After header, at most an hour; 0 when it is missing or invalid. */
export function parseRetryAfter(header: string | string[] | undefined, now: Date): number {
  if (typeof header !== 'string') return 0
  const text = header.trim()
  const delay = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return Number.isNaN(delay) ? 0 : Math.min(Math.max(delay, 0), RETRY_MS_MAX)
}
