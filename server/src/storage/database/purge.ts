import { type Db, type Sql, sql } from './database.ts'

const STEP_ROWS = 1_000

type ExpiredRows = {
  table: Sql
  isExpired: Sql
  order: Sql
  /** The columns of the primary key. */
  key: Sql
  /** Leaves rows alone that a transaction has locked; the service needs the right to update them. */
  skipsLocked?: boolean
  /** Fewer where deleting one deletes many rows of another table. */
  stepRows?: number
}

/**
 * Deletes the rows that have expired, in small steps that block other transactions only briefly. An index must
 * have the order. A row that is extended meanwhile stays.
 */
export function purgeRows(
  db: Db,
  { table, isExpired, order, key, skipsLocked = false, stepRows = STEP_ROWS }: ExpiredRows,
): Promise<void> {
  return purgeInSteps(
    (limit) =>
      db.run(sql`
        delete from ${table}
        where ${isExpired} and (${key}) in (
          select ${key}
          from ${table}
          where ${isExpired}
          order by ${order}
          limit ${limit}
          ${skipsLocked ? sql`for update skip locked` : sql``}
        )`),
    stepRows,
  )
}

/** Purges by a function that has the rights of the owner, because the service cannot delete these rows. */
export function purgeByFunction(db: Db, name: Sql, end: Date): Promise<void> {
  return purgeInSteps(async (limit) => {
    const row = await db.first<{ purged: number }>(sql`select ${name}(${end}, ${limit}) as purged`)
    return row?.purged ?? 0
  })
}

/** Repeats a purge of at most `limit` rows until it finds fewer. */
async function purgeInSteps(
  purge: (limit: number) => Promise<number>,
  limit: number = STEP_ROWS,
): Promise<void> {
  let purged = limit
  while (purged === limit) purged = await purge(limit)
}
