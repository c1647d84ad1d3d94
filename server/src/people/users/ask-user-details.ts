import type { Partner } from '../../programme/partners/partner.ts'
import { Failure } from '../../runtime/failure.ts'
import type { Database } from '../../storage/database/database.ts'
import { fetchUserDetails, type UserDetailsLookup, type UserDetailsServices } from './user-details.ts'
import {
  claimRetry,
  findUserDetailsResult,
  saveUserDetailsResult,
  type UserDetailsResult,
} from './user-details-store.ts'

export type AskServices = UserDetailsServices & { database: Database; now: () => Date }

const FAILURES_MAX = 5
/** Bounds the guessing of tags, and requests to the server of a stranger. */
const MISSES_MAX = 20
const PAUSE_MS = 30_000
/** Longer than a request may take, so that another process retries after a crash. */
const RETRY_LEASE_MS = 10_000

/** A circuit breaker for a partner's userDetailsUrl. Half-open means that the next onboarding retries it. */
export type Breaker = {
  state: 'closed' | 'open' | 'half-open'
  failures: number
  misses: number
  retryAt: Date | null
}

/** Failures of a former address do not count. */
export function breakerOf(result: UserDetailsResult | undefined, partner: Partner, now: Date): Breaker {
  if (result?.address !== partner.userDetailsUrl)
    return { state: 'closed', failures: 0, misses: 0, retryAt: null }
  const { failures, misses, retryAt } = result
  if (!retryAt) return { state: 'closed', failures, misses, retryAt }
  return { state: retryAt > now ? 'open' : 'half-open', failures, misses, retryAt }
}

/** Fetches the record of a tag, unless the breaker is open. */
export async function askUserDetails(
  services: AskServices,
  partner: Partner,
  tag: string,
): Promise<UserDetailsLookup> {
  const { database } = services
  const now = services.now()
  const breaker = breakerOf(await findUserDetailsResult(database, partner.partnerId), partner, now)
  if (breaker.state === 'open') throw breakerOpen(breaker, now)
  if (breaker.state === 'half-open') {
    const until = new Date(now.getTime() + RETRY_LEASE_MS)
    const isOurs = await claimRetry(database, partner.partnerId, { now, until })
    if (!isOurs) throw breakerOpen({ ...breaker, retryAt: until }, now)
  }
  return askUserDetailsNow(services, partner, tag, { isRetry: breaker.state === 'half-open' })
}

/** Fetches the record of a tag whatever the breaker says, and stores the result. */
export async function askUserDetailsNow(
  services: AskServices,
  partner: Partner,
  tag: string,
  { isRetry = false } = {},
): Promise<UserDetailsLookup> {
  const askedAt = services.now()
  const address = partner.userDetailsUrl
  const lookup = await fetchUserDetails(services, partner, tag, askedAt)
  await saveUserDetailsResult(
    services.database,
    partner.partnerId,
    { address, askedAt, lookup, isRetry },
    {
      failuresMax: FAILURES_MAX,
      missesMax: MISSES_MAX,
      retryAt: new Date(services.now().getTime() + PAUSE_MS),
    },
  )
  return lookup
}

function breakerOpen({ failures, misses, retryAt }: Breaker, now: Date): Failure {
  const seconds = Math.max(1, Math.ceil(((retryAt?.getTime() ?? 0) - now.getTime()) / 1000))
  const what = failures > 0 ? `failed ${failures}` : `returned no usable record ${misses}`
  return new Failure(
    'invalid',
    `userDetailsUrl ${what} times in a row and is left alone for now; it is tried again in ${seconds} s.`,
    { code: 'user_details_unreachable', retryAfterSeconds: seconds },
  )
}
