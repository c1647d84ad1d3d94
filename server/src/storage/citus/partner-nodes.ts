import { type Db, sql, type Tx } from '../database/database.ts'
import { isDatabaseUnavailable } from '../database/database-error.ts'

export type PartnerNodes = {
  /** Divides partners by the node that holds their rows. On one PostgreSQL, all are in one group. */
  group(partnerIds: string[]): Promise<string[][]>
  /** Reads rows of many partners, with a statement for each node. */
  read<Row>(
    partnerIds: string[],
    read: (partnerIds: string[]) => Promise<Row[]>,
  ): Promise<{ rows: Row[]; unavailable: string[] }>
}

/** Knows where the rows of partners are, so that a node that is down keeps only its own partners waiting. */
export function createPartnerNodes(db: Db): PartnerNodes {
  let isDistributed: boolean | undefined

  async function group(partnerIds: string[]): Promise<string[][]> {
    if (partnerIds.length < 2) return partnerIds.length === 0 ? [] : [partnerIds]
    isDistributed ??= await areLedgersDistributed(db)
    if (!isDistributed) return [partnerIds]
    const rows = await db.many<{ partnerId: string; node: number }>(sql`
      select given.partner_id, p.groupid as node
      from unnest(${partnerIds}::uuid[]) as given (partner_id)
      join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('ledgers', given.partner_id)`)
    return [...Map.groupBy(rows, ({ node }) => node).values()].map((placements) =>
      placements.map(({ partnerId }) => partnerId),
    )
  }

  return {
    group,
    async read(partnerIds, read) {
      const groups = await group(partnerIds)
      const { done, failed } = await settleAll(groups, read)
      return { rows: done.flat(), unavailable: failed.flat() }
    },
  }
}

/**
 * Runs work for each group of partners. Returns the results, and the groups whose node is unavailable.
 * Rejects if no group succeeds: then the database is unavailable.
 */
export async function settleAll<Result>(
  groups: string[][],
  work: (partnerIds: string[]) => Promise<Result>,
): Promise<{ done: Result[]; failed: string[][] }> {
  const outcomes = await Promise.allSettled(groups.map(work))
  const done: Result[] = []
  const failed: string[][] = []
  let lastError: unknown
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'fulfilled') done.push(outcome.value)
    else if (!isDatabaseUnavailable(outcome.reason)) throw outcome.reason
    else {
      lastError = outcome.reason
      failed.push(groups[index] as string[])
    }
  }
  if (failed.length > 0 && done.length === 0) throw lastError
  return { done, failed }
}

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
