import { newShape, type Shape, Sql, sql } from './sql.ts'

/**
 * A part of the ledgers of a Citus cluster: those of partners whose hash is in a range. On its machine the shard has
 * tables of its own, such as `awards_102012`. Statements that name them keep their plans, which Citus makes anew for
 * each statement on `awards`.
 */
export type Shard = {
  /** The number of the shard of `ledgers`, which stands for those of the other tables. */
  id: string
  hashMin: number
  hashMax: number
  /** What stands for each table in a statement, and for each view: its select. */
  relations: ReadonlyMap<string, string>
  /** The statements on this shard's tables that were made so far, by the number of their shape. */
  shapes: Map<number, Shape>
}

/** The shards of one machine that a transaction or a read needs. */
export type Placement = {
  /** Each with its partners. */
  shards: ReadonlyMap<Shard, readonly string[]>
  /** Whether to wait for the move of a shard. Partners that share a transaction do not wait for those of another shard. */
  waits: boolean
}

/** The names that follow are relations, with or without an alias. */
const RELATION = /\b(from|join|into|update|using)(\s+\(*\s*)([a-z_][a-z0-9_]*)\b(?=(?:\s+(as\s|[a-z_]+))?)/gi
/** What may stand after a relation that has no alias. */
const KEYWORDS = new Set(
  (
    'cross default except fetch for full group having inner intersect join left limit natural offset on order ' +
    'overriding returning right select set tablesample union using values where window'
  ).split(' '),
)

/** Puts the tables of a shard into a statement, for the tables and views of the ledger that it names. */
export function statementOn({ id, relations, shapes }: Shard, { shape, values, name }: Sql): Sql {
  let own = shapes.get(shape.id)
  if (!own) {
    own = newShape(
      shape.parts.map((part) => withTables(part, relations)),
      shape.caller,
    )
    shapes.set(shape.id, own)
  }
  return new Sql(own, values, `${name}_${id}`)
}

export const withTables = (text: string, relations: ReadonlyMap<string, string>): string =>
  text.replaceAll(RELATION, (all, keyword: string, space: string, name: string, next?: string) => {
    const relation = relations.get(name)
    if (!relation) return all
    const hasAlias = next !== undefined && !KEYWORDS.has(next.trim().toLowerCase())
    return `${keyword}${space}${relation}${hasAlias ? '' : ` as ${name}`}`
  })

/**
 * Finds those of some shards that are on this machine. After a move the former machine keeps the tables for a while, and
 * they take reads and writes that nobody will see again.
 */
export function findShardsHere(shards: readonly Shard[]): Sql {
  return sql`
    select s.shardid::text as id, to_regclass('ledgers_' || s.shardid)::oid as table
    from unnest(
      ${shards.map(({ id }) => id)}::bigint[],
      ${shards.map(({ hashMin }) => String(hashMin))}::text[],
      ${shards.map(({ hashMax }) => String(hashMax))}::text[]
    ) as given (id, hash_min, hash_max)
    join pg_dist_shard s on s.shardid = given.id
      and s.shardminvalue = given.hash_min and s.shardmaxvalue = given.hash_max
    join pg_dist_placement p on p.shardid = s.shardid
    join pg_dist_local_group g on g.groupid = p.groupid`
}

/** The table of the ledgers that has this name now, also in an old snapshot. */
export const findTable = ({ id }: Shard): Sql => sql`select to_regclass(${`ledgers_${id}`})::oid as table`
