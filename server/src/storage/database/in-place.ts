import assert from 'node:assert/strict'
import { keepInPlace } from './cluster.ts'
import { isLockTimeout, isTableMissing, ShardBusy, ShardMoved } from './database-error.ts'
import type { Result } from './pipeline.ts'
import { findShardsHere, findTable, type Placement, type Shard, statementOn } from './shard.ts'
import { type Sql, sql } from './sql.ts'

type Send = (statement: Sql) => Promise<Result>

/**
 * Reads the tables of a shard, and finds out with the first read whether the shard is here. Nothing that was read
 * elsewhere is returned.
 */
export function readShard(send: Send, { shards }: Placement): Send {
  const [shard] = shards.keys() as Iterable<Shard> as [Shard]
  let tableAtFirst: Promise<unknown> | undefined
  let isKnown = false
  return async (statement) => {
    assert(statement.isRead, 'a write needs a transaction, which keeps the shard in place')
    tableAtFirst ??= requireShards(send, shards).then(([found]) => {
      isKnown = true
      return found?.table
    })
    const isLater = isKnown
    const reading = send(statementOn(shard, statement))
    // A shard that left and came back meanwhile has new tables, whose rows an old snapshot does not see.
    const looking = isLater ? send(findTable(shard)) : undefined
    const [table, read, look] = await Promise.allSettled([tableAtFirst, reading, looking])
    if (table.status === 'rejected') throw table.reason
    if (read.status === 'rejected')
      throw isTableMissing(read.reason) ? new ShardMoved({ cause: read.reason }) : read.reason
    if (look.status === 'rejected') throw look.reason
    if (look.value && look.value.rows[0]?.table !== table.value) throw new ShardMoved()
    return read.value
  }
}

/**
 * Keeps shards on this machine until the transaction ends, and finds out whether they are here: the first statement of
 * a shard waits for its move, the next one sees where it is. Reads are sent along, and what they find elsewhere is not
 * returned. Anything else waits for the answer: the former machine of a shard would take it.
 */
export function keepShards(
  query: Send,
  { shards, waits }: Placement,
): { queryOn: (shard: Shard) => Send; areKept: Promise<void> } {
  if (!waits) void query(sql`set local lock_timeout = '100ms'`)
  const keeping = Array.from(shards.values(), async (partnerIds) => {
    try {
      await query(keepInPlace(partnerIds[0] as string))
    } catch (error) {
      throw !waits && isLockTimeout(error) ? new ShardBusy(partnerIds, { cause: error }) : error
    }
  })
  if (!waits) void query(sql`set local lock_timeout to default`)
  let isKnown = false
  let held: (() => void)[] = []
  const areKept = Promise.all([...keeping, requireShards(query, shards)]).then(() => {
    isKnown = true
    for (const sendNow of held) sendNow()
    held = []
  })
  areKept.catch(() => {})
  return {
    areKept,
    queryOn: (shard) => (statement) => {
      const own = statementOn(shard, statement)
      if (isKnown) return query(own)
      if (held.length === 0 && statement.isRead) {
        const result = query(own)
        return areKept.then(() => result)
      }
      const result = new Promise<Result>((resolve, reject) => {
        held.push(() => query(own).then(resolve, reject))
        areKept.catch(reject)
      })
      result.catch(() => {})
      return result
    },
  }
}

async function requireShards(send: Send, shards: Placement['shards']): Promise<Result['rows']> {
  const { rows } = await send(findShardsHere([...shards.keys()]))
  if (rows.length < shards.size) throw new ShardMoved()
  return rows
}
