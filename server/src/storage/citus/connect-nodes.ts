import { setTimeout as pause } from 'node:timers/promises'
import { poll } from '../../runtime/process/poll.ts'
import {
  type Database,
  type DatabaseOptions,
  type Db,
  type NodeDatabase,
  openDatabase,
  sql,
} from '../database/database.ts'
import { isLockConflict, ShardBusy, ShardMoved } from '../database/database-error.ts'
import type { Shard } from '../database/shard.ts'
import { hashUuid } from './hash-uuid.ts'
import { listShards, type PlacedShard } from './list-shards.ts'

const REFRESH_INTERVAL_MS = 10_000
/** A batch that several partners share leaves out those of a shard that was being moved less long ago. */
const MOVING_MS = 1_000
/** Before each further try of what met a move. The new machine may learn of it a moment later. */
const RETRY_DELAYS_MS = [0, 20, 100, 500]

type NodesOptions = {
  coordinator: Database
  /** The options of the coordinator. Each node gets as many connections. */
  options: DatabaseOptions
  log: { warn(fields: object, message: string): void }
  /** Whether this process connects to nodes; otherwise everything goes through the coordinator. */
  direct?: boolean
  refreshIntervalMs?: number
}

/** A node is used once it has responded to this process. */
type Node = { address: string; database: NodeDatabase; hasResponded: boolean; isTried: boolean }

/**
 * Connects to the nodes of a Citus cluster, each with a pool of its own, so that `forPartner` returns the one that
 * holds a partner's ledger. There, statements name the tables of the shard. Each transaction and read first finds out
 * whether the shard is there; if it has moved, the map is read again and the work repeated on its new node.
 */
export async function connectNodes({
  coordinator,
  options,
  log,
  direct = true,
  refreshIntervalMs = REFRESH_INTERVAL_MS,
}: NodesOptions): Promise<Database> {
  if (!direct) return { ...coordinator, machineOf: () => undefined }
  const nodes = new Map<string, Node>()
  const listeners: Parameters<Database['onCommit']>[0][] = []
  let shards: PlacedShard[] = []
  let refreshing: Promise<void> | undefined
  const movingUntil = new WeakMap<Shard, number>()

  function open({ address, host, port }: PlacedShard): Node {
    const connectionString = urlOf(options.connectionString, { host, port })
    const database = openDatabase({
      ...options,
      connectionString,
      ...(options.pool && { pool: address }),
      holdsShards: true,
    })
    for (const listener of listeners) database.onCommit(listener)
    const node = { address, database, hasResponded: false, isTried: false }
    nodes.set(address, node)
    return node
  }

  async function tryNode(node: Node): Promise<void> {
    if (node.isTried) return
    node.isTried = true
    try {
      await ping(node.database)
      node.hasResponded = true
    } catch (err) {
      log.warn({ err, node: node.address }, 'node does not respond; its partners go through the coordinator')
    }
    node.isTried = false
  }

  /** Returns the nodes that have not responded yet. */
  async function readMap(): Promise<Node[]> {
    shards = await listShards(coordinator, shards)
    const found = new Map(shards.map((shard) => [shard.address, shard]))
    return Array.from(found, ([address, shard]) => nodes.get(address) ?? open(shard)).filter(
      ({ hasResponded }) => !hasResponded,
    )
  }

  /** Those that meet the same move read the map once, and do not wait for a node that is away. */
  function refresh(): Promise<void> {
    refreshing ??= readMap()
      .then((away) => {
        for (const node of away) void tryNode(node)
      })
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }

  /** Where a partner's rows are; undefined if only the coordinator can say. */
  function find(partnerId: string): { node: Node; shard: Shard } | undefined {
    const placed = findShard(shards, hashUuid(partnerId))
    const node = placed && nodes.get(placed.address)
    return placed && node?.hasResponded ? { node, shard: placed.shard } : undefined
  }

  function databaseOf(partnerIds: string[], waits: boolean): Database {
    const [partnerId] = partnerIds as [string]
    if (partnerIds.length === 1 && !find(partnerId)) return coordinator.forPartner(partnerId)
    const placed = new Map<Shard, string[]>()
    const machines = new Set<Node | undefined>()
    for (const each of partnerIds) {
      const { node, shard } = find(each) ?? {}
      machines.add(node)
      if (shard) placed.set(shard, [...(placed.get(shard) ?? []), each])
    }
    const [node] = machines
    if (!node || machines.size > 1) throw new ShardMoved()
    if (!waits) refuseMoving(placed)
    // In one order, so that two transactions do not wait for each other.
    const shards = new Map([...placed].toSorted(([left], [right]) => left.hashMin - right.hashMin))
    return node.database.onShards({ shards, waits }, partnerId)
  }

  /** What was being moved a moment ago is left out at once, so that the others do not wait for it each time. */
  function refuseMoving(placed: Map<Shard, string[]>): void {
    const moving = [...placed].filter(([shard]) => (movingUntil.get(shard) ?? 0) > performance.now())
    if (moving.length > 0) throw new ShardBusy(moving.flatMap(([, partnerIds]) => partnerIds))
  }

  /** Repeats work that met a move. It has seen nothing and done nothing, so it begins as if for the first time. */
  async function onPlace<T>(
    partnerIds: string[],
    waits: boolean,
    work: (database: Database) => Promise<T>,
  ): Promise<T> {
    for (const delay of RETRY_DELAYS_MS) {
      const own = databaseOf(partnerIds, waits)
      try {
        return await work(own)
      } catch (error) {
        if (error instanceof ShardBusy) {
          const moving = find(error.partnerIds[0] as string)
          if (moving) movingUntil.set(moving.shard, performance.now() + MOVING_MS)
        }
        // Perhaps it waited for a move.
        if (isLockConflict(error)) await refresh().catch(() => {})
        if (!(error instanceof ShardMoved)) throw error
      }
      await pause(delay)
      await refresh()
    }
    return work(databaseOf(partnerIds, waits))
  }

  const database: Database = {
    ...coordinator,
    forPartner: (partnerId) => ({
      ...coordinator.forPartner(partnerId),
      ...accessTo([partnerId], true),
      hasLedgersAlone: find(partnerId) !== undefined,
    }),
    forPartners: (partnerIds) => ({
      ...accessTo(partnerIds, false),
      hasLedgersAlone: find(partnerIds[0] as string) !== undefined,
    }),
    machineOf: (partnerId, { isCentral = false } = {}) =>
      isCentral ? undefined : find(partnerId)?.node.address,
    shardOf: (partnerId) => find(partnerId)?.shard,
    onCommit(listener) {
      listeners.push(listener)
      coordinator.onCommit(listener)
      for (const { database } of nodes.values()) database.onCommit(listener)
    },
    async close() {
      await refreshes.stop()
      await Promise.all(Array.from(nodes.values(), ({ database }) => database.close()))
      await coordinator.close()
    },
  }

  const accessTo = (
    partnerIds: string[],
    waits: boolean,
  ): Pick<Database, keyof Db | 'snapshot' | 'transaction' | 'queuedTransaction'> => ({
    many: (statement) => onPlace(partnerIds, waits, (own) => own.many(statement)),
    first: (statement) => onPlace(partnerIds, waits, (own) => own.first(statement)),
    run: (statement) => onPlace(partnerIds, waits, (own) => own.run(statement)),
    snapshot: (work) => onPlace(partnerIds, waits, (own) => own.snapshot(work)),
    transaction: (work) => onPlace(partnerIds, waits, (own) => own.transaction(work)),
    queuedTransaction: (key, work) => onPlace(partnerIds, waits, (own) => own.queuedTransaction(key, work)),
  })

  await Promise.all((await readMap()).map(tryNode))
  const refreshes = poll(refreshIntervalMs, () =>
    refresh().catch((err) =>
      log.warn({ err }, 'reading the nodes of the cluster failed; the known ones stay'),
    ),
  )
  return database
}

/** Names the same database and login on another machine. */
function urlOf(connectionString: string, { host, port }: Pick<PlacedShard, 'host' | 'port'>): string {
  // The driver takes an address without a host, which URL does not.
  const url = new URL(connectionString.replace('@/', '@localhost/'))
  url.hostname = host.includes(':') ? `[${host}]` : host
  url.port = String(port)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  return url.href
}

/** The ranges are in ascending order and do not overlap. */
function findShard(shards: PlacedShard[], hash: number): PlacedShard | undefined {
  let low = 0
  let high = shards.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const placed = shards[middle] as PlacedShard
    if (hash < placed.shard.hashMin) high = middle - 1
    else if (hash > placed.shard.hashMax) low = middle + 1
    else return placed
  }
  return undefined
}

/** Rejects if the node cannot be reached. */
async function ping(node: Db): Promise<void> {
  await node.first(sql`select 1 as one`)
}
