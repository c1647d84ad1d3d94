import { poll } from '../../runtime/process/poll.ts'
import { type Database, type DatabaseOptions, type Db, openDatabase, sql } from '../database/database.ts'
import { hashUuid } from './hash-uuid.ts'

const REFRESH_INTERVAL_MS = 10_000

type NodesOptions = {
  coordinator: Database
  /** The options of the coordinator. Each node gets as many connections. */
  options: DatabaseOptions
  log: { warn(fields: object, message: string): void }
  refreshIntervalMs?: number
}

/** The ledgers of partners whose hash is in a range, and the machine that holds them. */
type LedgerShard = { hashMin: number; hashMax: number; host: string; port: number }

/** A node is used once it has responded to this process. */
type Node = { database: Database; hasResponded: boolean }

/**
 * Connects to the nodes of a Citus cluster, each with a pool of its own, so that `forPartner` returns the one
 * that holds a partner's ledger. There Citus runs statements itself, without the coordinator. After a shard
 * has moved, its former node passes statements on until the next refresh, so an old map is slow and not
 * wrong.
 */
export async function connectNodes({
  coordinator,
  options,
  log,
  refreshIntervalMs = REFRESH_INTERVAL_MS,
}: NodesOptions): Promise<Database> {
  const nodes = new Map<string, Node>()
  const listeners: Parameters<Database['onCommit']>[0][] = []
  let shards: LedgerShard[] = []

  function open(address: string, shard: LedgerShard): Node {
    const connectionString = urlOf(options.connectionString, shard)
    const database = openDatabase({ ...options, connectionString, ...(options.pool && { pool: address }) })
    for (const listener of listeners) database.onCommit(listener)
    const node = { database, hasResponded: false }
    nodes.set(address, node)
    return node
  }

  async function tryNode(address: string, node: Node): Promise<void> {
    try {
      await ping(node.database)
      node.hasResponded = true
    } catch (err) {
      log.warn({ err, node: address }, 'node does not respond; its partners go through the coordinator')
    }
  }

  async function refresh(): Promise<void> {
    shards = await listLedgerShards(coordinator)
    const found = new Map(shards.map((shard) => [addressOf(shard), shard]))
    await Promise.all(
      Array.from(found, ([address, shard]) => {
        const node = nodes.get(address) ?? open(address, shard)
        return node.hasResponded ? undefined : tryNode(address, node)
      }),
    )
  }

  function forPartner(partnerId: string): Database {
    const shard = findShard(shards, hashUuid(partnerId))
    const node = shard && nodes.get(addressOf(shard))
    if (!node?.hasResponded) return coordinator.forPartner(partnerId)
    return { ...node.database.forPartner(partnerId), hasLedgersAlone: true }
  }

  await refresh()
  const refreshing = poll(refreshIntervalMs, () =>
    refresh().catch((err) =>
      log.warn({ err }, 'reading the nodes of the cluster failed; the known ones stay'),
    ),
  )
  return {
    ...coordinator,
    forPartner,
    onCommit(listener) {
      listeners.push(listener)
      coordinator.onCommit(listener)
      for (const { database } of nodes.values()) database.onCommit(listener)
    },
    async close() {
      await refreshing.stop()
      await Promise.all(Array.from(nodes.values(), ({ database }) => database.close()))
      await coordinator.close()
    },
  }
}

const addressOf = ({ host, port }: LedgerShard) => `${host}:${port}`

/** Names the same database and login on another machine. */
function urlOf(connectionString: string, { host, port }: LedgerShard): string {
  // The driver takes an address without a host, which URL does not.
  const url = new URL(connectionString.replace('@/', '@localhost/'))
  url.hostname = host.includes(':') ? `[${host}]` : host
  url.port = String(port)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  return url.href
}

/** The ranges are in ascending order and do not overlap. */
function findShard(shards: LedgerShard[], hash: number): LedgerShard | undefined {
  let low = 0
  let high = shards.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const shard = shards[middle] as LedgerShard
    if (hash < shard.hashMin) high = middle - 1
    else if (hash > shard.hashMax) low = middle + 1
    else return shard
  }
  return undefined
}

/**
 * The shards on nodes that can run statements themselves, in the order of their hashes. Leaves out shards
 * with several copies, which only the coordinator keeps equal, and those that the coordinator holds itself.
 */
function listLedgerShards(coordinator: Db): Promise<LedgerShard[]> {
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
async function ping(node: Db): Promise<void> {
  await node.first(sql`select 1 as one`)
}
