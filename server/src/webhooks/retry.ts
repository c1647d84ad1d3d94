const RETRY_MS_MIN = 1_000
const RETRY_MS_MAX = 3_600_000
const DOUBLINGS_MAX = 12

/** How long to wait after so many failures in a row: doubling from a second to an hour, less up to half by chance, and at least what the endpoint asked for. */
export function retryDelayMs(failures: number, askedMs = 0, chance = Math.random()): number {
  const longest = Math.min(RETRY_MS_MIN * 2 ** Math.min(failures - 1, DOUBLINGS_MAX), RETRY_MS_MAX)
  return Math.round(Math.max(longest * (1 - chance / 2), askedMs))
}

/** What a Retry-After asks for, an hour at most; 0 when it says nothing that can be read. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number {
  if (typeof header !== 'string') return 0
  const text = header.trim()
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), RETRY_MS_MAX)
}
