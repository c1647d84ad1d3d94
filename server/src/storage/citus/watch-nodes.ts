import type { Logger } from 'pino'
import { poll } from '../../runtime/process/poll.ts'
import { type Db, sql } from '../database/database.ts'

const CHECK_INTERVAL_MS = 2_000

export type NodeWatch = {
  /** Says in words that nodes are unavailable; undefined while all respond. */
  problem(): string | undefined
  stop(): Promise<void>
}

type Node = { address: string; responds: boolean }

/** Knows which nodes of the cluster respond to the coordinator. Their partners get 503 while they do not. */
export function watchNodes({
  database,
  log,
}: {
  database: Db
  log: Pick<Logger, 'warn' | 'info'>
}): NodeWatch {
  let count = 0
  let unavailable: string[] = []

  async function check(): Promise<void> {
    const nodes = await checkNodes(database).catch(() => undefined)
    // Nothing is ready without the coordinator, which the readiness says itself.
    if (!nodes) return
    const before = unavailable
    count = nodes.length
    unavailable = nodes.filter(({ responds }) => !responds).map(({ address }) => address)
    for (const address of unavailable)
      if (!before.includes(address)) log.warn({ address }, 'node unavailable; its partners get 503')
    for (const address of before)
      if (!unavailable.includes(address)) log.info({ address }, 'node available again')
  }

  const checking = poll(CHECK_INTERVAL_MS, check)
  return {
    problem: () =>
      unavailable.length === 0
        ? undefined
        : `${unavailable.length} of ${count} database nodes do not respond; requests of their partners get 503.`,
    stop: checking.stop,
  }
}

function checkNodes(db: Db): Promise<Node[]> {
  return db.many<Node>(sql`
    select nodename || ':' || nodeport as address, citus_check_connection_to_node(nodename, nodeport) as responds
    from pg_dist_node
    where noderole = 'primary' and isactive and shouldhaveshards
    order by nodeid`)
}
