import { type Db, sql } from '../database/database.ts'
import { type Shard, withTables } from '../database/shard.ts'
import { LEDGER_TABLES } from './tables.ts'

/** A shard, and the machine that holds it. */
export type PlacedShard = { shard: Shard; host: string; port: number; address: string }

type Found = {
  hashMin: number
  hashMax: number
  host: string
  port: number
  /** Each table of the ledger and its shard, such as `awards` and `awards_102012`. */
  tables: Record<string, string>
}

/** The shards on nodes that can run statements themselves, in the order of their hashes. Keeps those that are known. */
export async function listShards(coordinator: Db, known: PlacedShard[]): Promise<PlacedShard[]> {
  const found = await findShards(coordinator)
  const knownShards = new Map(known.map(({ shard }) => [keyOf(shard), shard]))
  const views = found.every(({ tables, ...range }) => knownShards.has(keyOf({ ...range, id: idOf(tables) })))
    ? undefined
    : await findViews(coordinator)
  return found.map(({ hashMin, hashMax, host, port, tables }) => {
    const range = { id: idOf(tables), hashMin, hashMax }
    const shard = knownShards.get(keyOf(range)) ?? {
      ...range,
      relations: relationsOf(tables, views ?? []),
      shapes: new Map(),
    }
    return { shard, host, port, address: `${host}:${port}` }
  })
}

const idOf = (tables: Found['tables']) => (tables.ledgers as string).slice('ledgers_'.length)

const keyOf = ({ id, hashMin, hashMax }: Pick<Shard, 'id' | 'hashMin' | 'hashMax'>) =>
  `${id} ${hashMin} ${hashMax}`

/**
 * Leaves out shards with several copies, which only the coordinator keeps equal, those that the coordinator holds
 * itself, and those where a table of the ledger is missing.
 */
async function findShards(coordinator: Db): Promise<Found[]> {
  return coordinator.many<Found>(sql`
    select s.shardminvalue::integer as hash_min, s.shardmaxvalue::integer as hash_max,
      min(n.nodename) as host, min(n.nodeport) as port,
      jsonb_object_agg(s.logicalrelid::text, s.logicalrelid::text || '_' || s.shardid) as tables
    from pg_dist_shard s
    join pg_dist_placement p on p.shardid = s.shardid
    join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    where s.logicalrelid = any(${LEDGER_TABLES}::regclass[])
    group by s.shardminvalue, s.shardmaxvalue
    having count(*) = ${LEDGER_TABLES.length} and count(distinct n.nodeid) = 1
      and bool_and(n.groupid > 0 and n.isactive and n.hasmetadata and n.metadatasynced)
    order by hash_min`)
}

type View = { name: string; definition: string }

function findViews(coordinator: Db): Promise<View[]> {
  return coordinator.many<View>(sql`
    select c.relname as name, pg_get_viewdef(c.oid, true) as definition
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
    order by c.oid`)
}

/** A view comes after those that it names, and becomes its select. */
function relationsOf(tables: Found['tables'], views: View[]): Map<string, string> {
  const relations = new Map(Object.entries(tables))
  for (const { name, definition } of views)
    relations.set(name, `(${withTables(definition.replace(/;\s*$/, ''), relations)})`)
  return relations
}
