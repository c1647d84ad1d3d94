import { type Db, type Sql, sql } from './database.ts'

const STEP_ROWS = 1_000

/**
 * Deletes the rows that have expired, in small steps that block other transactions only briefly. An index must
 * have the order. A row that is extended meanwhile stays.
 */
export function purgeRows(
  db: Db,
  { table, isExpired, order }: { table: Sql; isExpired: Sql; order: Sql },
): Promise<void> {
  return purgeInSteps((limit) =>
    db.run(sql`
      delete from ${table}
      where ${isExpired} and ctid = any(array(
        select ctid
        from ${table}
        where ${isExpired}
        order by ${order}
        limit ${limit}
        for update skip locked
      ))`),
  )
}

/** Repeats a purge of at most `limit` rows until it finds fewer. */
export async function purgeInSteps(purge: (limit: number) => Promise<number>): Promise<void> {
  let purged = STEP_ROWS
  while (purged === STEP_ROWS) purged = await purge(STEP_ROWS)
}

const DAY_MS = 86_400_000

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)
