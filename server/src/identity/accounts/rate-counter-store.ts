import { tooMany } from '../../runtime/failure.ts'
import { type Db, sql } from '../../storage/database/database.ts'

export type AttemptLimit = { max: number; windowSeconds: number }

/** Counts an attempt in a window that all processes share. */
export async function countAttempt(
  db: Db,
  keyedHash: Buffer,
  { max, windowSeconds }: AttemptLimit,
  now: Date,
): Promise<{ count: number; allowed: boolean; retryAfterSeconds: number }> {
  const windowEnds = new Date(now.getTime() + windowSeconds * 1000)
  const row = await db.first<{ count: number; windowEndsAt: Date }>(sql`
    insert into rate_counters (keyed_hash, window_ends_at, count)
    values (${keyedHash}, ${windowEnds}, 1)
    on conflict (keyed_hash) do update
    set count = case when rate_counters.window_ends_at <= ${now} then 1 else rate_counters.count + 1 end,
      window_ends_at = case when rate_counters.window_ends_at <= ${now} then ${windowEnds}
        else rate_counters.window_ends_at end
    returning count, window_ends_at`)
  const { count, windowEndsAt } = row as { count: number; windowEndsAt: Date }
  return {
    count,
    allowed: count <= max,
    retryAfterSeconds: Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000)),
  }
}

/** Refuses an attempt beyond the limit. `tooManyOf` begins the sentence: "Too many codes were tried". */
export async function limitAttempts(
  db: Db,
  keyedHash: Buffer,
  limit: AttemptLimit,
  now: Date,
  { tooManyOf, instead = '' }: { tooManyOf: string; instead?: string },
): Promise<void> {
  const { allowed, retryAfterSeconds } = await countAttempt(db, keyedHash, limit, now)
  if (!allowed)
    throw tooMany(`${tooManyOf}; try again in ${retryAfterSeconds} s${instead}.`, retryAfterSeconds)
}

export async function resetAttempts(db: Db, keyedHash: Buffer): Promise<void> {
  await db.run(sql`
    delete from rate_counters
    where keyed_hash = ${keyedHash}`)
}
