import { type Db, sql } from '../database/database.ts'

/** The ledgers of partners whose hash is in a range, and the machine that holds them. */
export type LedgerShard = { hashMin: number; hashMax: number; host: string; port: number }

/**
 * The shards on nodes that can run statements themselves, in the order of their hashes. Leaves out shards
 * with several copies, which only the coordinator keeps equal, and those that the coordinator holds itself.
 */
export function listLedgerShards(coordinator: Db): Promise<LedgerShard[]> {
  return coordinator.many<LedgerShard>(sql`
    select s.shardminvalue::integer as hash_min, s.shardmaxvalue::integer as hash_max,
      min(n.nodename) as host, min(n.nodeport) as port
    from pg_dist_shard s
    join pg_dist_placement p on p.shardid = s.shardid
    join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    where s.logicalrelid = 'ledgers'::regclass
    group by s.shardid, s.shardminvalue, s.shardmaxvalue
    having count(*) = 1 and bool_and(n.groupid > 0 and n.isactive and n.hasmetadata and n.metadatasynced)
    order by hash_min`)
}

/** Rejects if the node cannot be reached. */
export async function ping(node: Db): Promise<void> {
  await node.first(sql`select 1 as one`)
}
