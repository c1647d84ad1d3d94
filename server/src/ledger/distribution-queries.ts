import { type Db, sql } from '../database/database.ts'

/** Whether the ledgers are distributed over the machines of a Citus cluster. */
export async function areLedgersDistributed(db: Db): Promise<boolean> {
  const catalog = await db.first<{ isThere: boolean }>(sql`
    select to_regclass('pg_dist_partition') is not null as is_there`)
  if (!catalog?.isThere) return false
  const distributed = await db.first(sql`
    select logicalrelid
    from pg_dist_partition
    where logicalrelid = 'ledgers'::regclass and partmethod = 'h'`)
  return distributed !== undefined
}
