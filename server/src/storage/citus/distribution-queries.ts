import { type Db, sql, type Tx } from '../database/database.ts'

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

/** Lets a report read whole tables on the workers, where the settings of the role are for reads by key. */
export function allowFullScans(tx: Tx): void {
  tx.send(sql`set local citus.propagate_set_commands = 'local'`)
  tx.send(sql`set local enable_seqscan = on`)
  tx.send(sql`set local enable_hashjoin = on`)
  tx.send(sql`set local enable_mergejoin = on`)
  tx.send(sql`set local citus.max_intermediate_result_size = -1`)
}
