import type pg from 'pg'
import { type Sql, sql } from './sql.ts'

/** Citus finds the machine of a statement by the values, so it cannot plan most statements without them. */
const PLANS_FOR_VALUES = `
  select set_config('plan_cache_mode', 'auto', false)
  where to_regclass('pg_dist_partition') is not null`

const clustered = new WeakSet<pg.ClientBase>()

/** Prepares a new connection if it leads to a machine of a Citus cluster. */
export async function noteCluster(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(PLANS_FOR_VALUES)
  if (rowCount) clustered.add(client)
}

export const isOfCluster = (client: pg.ClientBase): boolean => clustered.has(client)

/**
 * Citus keeps a shard in place for a transaction that modifies it, and not for one that locks a row with a select: the
 * shard could move meanwhile, and a second transaction would get the lock too. One modification, also of no row, is
 * enough for all tables of the shard.
 */
export const keepInPlace = (partnerId: string): Sql => sql`
  update ledgers
  set last_seq = last_seq
  where partner_id = ${partnerId} and last_seq < 0`
