import type { FieldProblem } from '../../runtime/failure.ts'
import { type Db, sql } from '../../storage/database/database.ts'
import type { UserDetailsLookup, UserDetailsOutcome } from './user-details.ts'

/** The last lookup at a partner's address. */
export type UserDetailsResult = {
  address: string
  askedAt: Date
  tookMs: number
  outcome: UserDetailsOutcome
  status: number | null
  detail: string | null
  problems: FieldProblem[]
  /** How many lookups in a row failed at this address. */
  failures: number
  /** How many lookups in a row were made there and brought no usable record. */
  misses: number
  /** The open breaker allows a retry from this time. */
  retryAt: Date | null
}

export async function findUserDetailsResult(
  db: Db,
  partnerId: string,
): Promise<UserDetailsResult | undefined> {
  return db.first<UserDetailsResult>(sql`
    select address, asked_at, took_ms, outcome, status, detail, problems, failures, misses, retry_at
    from user_details_results
    where partner_id = ${partnerId}`)
}

/**
 * Stores a result. At `failuresMax` failures or `missesMax` misses in a row it opens the breaker until
 * `retryAt`. The retry of a half-open breaker begins a new series of misses: the address works.
 */
export async function saveUserDetailsResult(
  db: Db,
  partnerId: string,
  { address, askedAt, lookup, isRetry }: SavedLookup,
  { failuresMax, missesMax, retryAt }: { failuresMax: number; missesMax: number; retryAt: Date },
): Promise<void> {
  const isMiss = !lookup.isOutage && !lookup.record
  const failures = sql`case when r.address = excluded.address and excluded.failures > 0 then r.failures else 0 end
    + excluded.failures`
  const misses = sql`case when r.address = excluded.address and ${!lookup.record && !(isMiss && isRetry)}
    then r.misses else 0 end + excluded.misses`
  await db.run(sql`
    insert into user_details_results as r (partner_id, address, asked_at, took_ms, outcome, status, detail, problems,
      failures, misses, retry_at)
    values (${partnerId}, ${address}, ${askedAt}, ${lookup.tookMs}, ${lookup.outcome}, ${lookup.status}, ${lookup.detail},
      ${JSON.stringify(lookup.problems)}, ${lookup.isOutage ? 1 : 0}, ${isMiss ? 1 : 0}, null)
    on conflict (partner_id) do update
    set address = excluded.address, asked_at = excluded.asked_at, took_ms = excluded.took_ms, outcome = excluded.outcome,
      status = excluded.status, detail = excluded.detail, problems = excluded.problems,
      failures = ${failures}, misses = ${misses},
      retry_at = case when (${failures}) >= ${failuresMax} or (${misses}) >= ${missesMax}
        then ${retryAt}::timestamptz end`)
}

type SavedLookup = { address: string; askedAt: Date; lookup: UserDetailsLookup; isRetry: boolean }

/** Claims the one retry of a half-open breaker. Others find it open until `until`. */
export async function claimRetry(
  db: Db,
  partnerId: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const claimed = await db.run(sql`
    update user_details_results
    set retry_at = ${until}
    where partner_id = ${partnerId} and retry_at <= ${now}`)
  return claimed === 1
}
