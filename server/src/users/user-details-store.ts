import { type Db, sql } from '../database/database.ts'
import type { FieldProblem } from '../http/failure.ts'
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
  /** When the open breaker allows a retry. */
  retryAt: Date | null
}

export async function findUserDetailsResult(
  db: Db,
  partnerId: string,
): Promise<UserDetailsResult | undefined> {
  return db.first<UserDetailsResult>(sql`
    select address, asked_at, took_ms, outcome, status, detail, problems, failures, retry_at
    from user_details_results
    where partner_id = ${partnerId}`)
}

/** Stores a result, and opens the breaker until `retryAt` at `failuresMax` failures in a row. */
export async function saveUserDetailsResult(
  db: Db,
  partnerId: string,
  { address, askedAt, lookup }: { address: string; askedAt: Date; lookup: UserDetailsLookup },
  { failuresMax, retryAt }: { failuresMax: number; retryAt: Date },
): Promise<void> {
  await db.run(sql`
    insert into user_details_results as r (partner_id, address, asked_at, took_ms, outcome, status, detail, problems,
      failures, retry_at)
    values (${partnerId}, ${address}, ${askedAt}, ${lookup.tookMs}, ${lookup.outcome}, ${lookup.status}, ${lookup.detail},
      ${JSON.stringify(lookup.problems)}, ${lookup.isOutage ? 1 : 0}, null)
    on conflict (partner_id) do update
    set address = excluded.address, asked_at = excluded.asked_at, took_ms = excluded.took_ms, outcome = excluded.outcome,
      status = excluded.status, detail = excluded.detail, problems = excluded.problems,
      failures = case when excluded.failures > 0 and r.address = excluded.address then r.failures + 1
        else excluded.failures end,
      retry_at = case when excluded.failures > 0 and r.address = excluded.address and r.failures + 1 >= ${failuresMax}
        then ${retryAt}::timestamptz end`)
}

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
