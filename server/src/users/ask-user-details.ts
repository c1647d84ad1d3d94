import type { Database } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Partner } from '../partners/partner.ts'
import { fetchUserDetails, type UserDetailsLookup, type UserDetailsServices } from './user-details.ts'
import {
  claimRetry,
  findUserDetailsResult,
  saveUserDetailsResult,
  type UserDetailsResult,
} from './user-details-store.ts'

export type AskServices = UserDetailsServices & { database: Database; now: () => Date }

const FAILURES_MAX = 5
const PAUSE_MS = 30_000
/** Longer than a request may take, so that another process retries after a crash. */
const RETRY_LEASE_MS = 10_000

/** A circuit breaker for a partner's userDetailsUrl. Half-open means that the next onboarding retries it. */
export type Breaker = {
  state: 'closed' | 'open' | 'half-open'
  failures: number
  retryAt: Date | null
}

/** Failures of a former address do not count. */
export function breakerOf(result: UserDetailsResult | undefined, partner: Partner, now: Date): Breaker {
  if (result?.address !== partner.userDetailsUrl) return { state: 'closed', failures: 0, retryAt: null }
  const { failures, retryAt } = result
  if (!retryAt) return { state: 'closed', failures, retryAt }
  return { state: retryAt > now ? 'open' : 'half-open', failures, retryAt }
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
  return askUserDetailsNow(services, partner, tag)
}

/** Fetches the record of a tag whatever the breaker says, and stores the result. */
export async function askUserDetailsNow(
  services: AskServices,
  partner: Partner,
  tag: string,
): Promise<UserDetailsLookup> {
  const askedAt = services.now()
  const address = partner.userDetailsUrl
  const lookup = await fetchUserDetails(services, partner, tag, askedAt)
  await saveUserDetailsResult(
    services.database,
    partner.partnerId,
    { address, askedAt, lookup },
    { failuresMax: FAILURES_MAX, retryAt: new Date(services.now().getTime() + PAUSE_MS) },
  )
  return lookup
}

function breakerOpen({ failures, retryAt }: Breaker, now: Date): Failure {
  const seconds = Math.max(1, Math.ceil(((retryAt?.getTime() ?? 0) - now.getTime()) / 1000))
  return new Failure(
    'invalid',
    `userDetailsUrl failed ${failures} times in a row and is left alone for now; it is tried again in ${seconds} s.`,
    { code: 'user_details_unreachable', retryAfterSeconds: seconds },
  )
}
