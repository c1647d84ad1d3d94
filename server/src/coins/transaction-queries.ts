import { allOf, type Db, records, type Sql, sql, unionAll } from '../database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Parties, TransactionKind } from './transaction.ts'

export type MovementFilter = {
  userId: string | null
  kinds: TransactionKind[]
  from: Date | null
  to: Date | null
}

export type MovementWindow = {
  /** Only movements with a lower sequence number. */
  before: bigint | null
  limit: number
  offset: number
}

/** Coins that moved, as recorded by the decision. */
export type Movement = {
  kind: TransactionKind
  id: string
  seq: bigint
  userId: string
  coins: Coins
  note: string | null
  ruleName: string | null
  awardId: string | null
  /** Stored with transfers only. */
  parties: Parties | null
  createdAt: Date
}

const SELECT_DECISIONS: Record<TransactionKind, Sql> = {
  award: sql`
    select partner_id, seq, 'award' as kind, id, user_id, outcome, coins, note, rule_name,
      null::uuid as award_id, null::jsonb as parties, created_at
    from awards`,
  transfer: sql`
    select partner_id, seq, 'transfer' as kind, id, user_id, outcome, coins, narration as note,
      null as rule_name, null::uuid as award_id, parties, created_at
    from transfers`,
  reversal: sql`
    select partner_id, seq, 'reversal' as kind, id, user_id, outcome, coins, null as note,
      null as rule_name, award_id, null::jsonb as parties, created_at
    from reversals`,
}

/**
 * Decisions on coins of these kinds; their outcome tells which moved coins. The union has no condition of its
 * own, so that PostgreSQL can merge the tables in the order of seq and stop early.
 */
export const coinDecisions = (kinds: readonly TransactionKind[]): Sql =>
  sql`(${unionAll(kinds.map((kind) => SELECT_DECISIONS[kind]))}) coin_decisions`

export const ALL_KINDS = Object.keys(SELECT_DECISIONS) as TransactionKind[]

/** Movements of coins, newest first. */
export async function listMovements(
  db: Db,
  partnerId: string,
  filter: MovementFilter,
  { before, limit, offset }: MovementWindow,
): Promise<Movement[]> {
  return db.many<Movement>(sql`
    select kind, id, seq, user_id, coins, note, rule_name, award_id, parties, created_at
    from ${coinDecisions(filter.kinds)}
    where ${allOf(await movementsOf(db, partnerId, filter), before === null ? null : sql`seq < ${before}`)}
    order by seq desc
    limit ${limit}
    offset ${offset}`)
}

/** The time of the first movement that passes the filter. */
export async function findFirstTime(
  db: Db,
  partnerId: string,
  filter: MovementFilter,
): Promise<Date | undefined> {
  const row = await db.first<{ createdAt: Date }>(sql`
    select created_at
    from ${coinDecisions(filter.kinds)}
    where ${await movementsOf(db, partnerId, filter)}
    order by seq
    limit 1`)
  return row?.createdAt
}

/** Turns times into a range of sequence numbers, because movements are indexed by sequence number only. */
async function movementsOf(db: Db, partnerId: string, { userId, from, to }: MovementFilter): Promise<Sql> {
  const [after, end] = await Promise.all([
    from ? lastEventBefore(db, partnerId, from) : 0n,
    to && lastEventBefore(db, partnerId, to),
  ])
  return allOf(
    sql`partner_id = ${partnerId}`,
    sql`outcome in ('paid', 'moved', 'reversed')`,
    userId === null ? null : sql`user_id = ${userId}`,
    sql`seq > ${after}`,
    end === null ? null : sql`seq <= ${end}`,
  )
}

/** The last event before a time, by binary search: events are numbered without gaps in order of time. */
async function lastEventBefore(db: Db, partnerId: string, time: Date): Promise<bigint> {
  const row = await db.first<{ low: bigint }>(sql`
    with recursive halving (low, high) as (
      select 0::bigint, last_seq + 1
      from ledgers
      where partner_id = ${partnerId}
      union all
      select case when e.is_before then e.seq else h.low end,
        case when e.is_before then h.high else e.seq end
      from halving h
      cross join lateral (
        select seq, created_at < ${time} as is_before
        from events
        where partner_id = ${partnerId} and seq = (h.low + h.high) / 2
        limit 1
      ) e
      where h.high - h.low > 1
    )
    select max(low) as low
    from halving`)
  return row?.low ?? 0n
}

/**
 * Joined to a movement when it is shown: the user's wallet and current name, when it was reversed, and the
 * rule of the award that it reverses.
 */
export type MovementContext = {
  id: string
  walletId: string
  fullname: string
  email: string
  tag: string
  issuanceAccount: string
  reversedAt: Date | null
  reversedRuleName: string | null
}

export async function findMovementContexts(
  db: Db,
  partnerId: string,
  movements: Movement[],
): Promise<Map<string, MovementContext>> {
  const rows = await db.many<MovementContext>(sql`
    select t.id, w.id as wallet_id, m.fullname, m.email, m.tag, l.issuance_account,
      r.created_at as reversed_at, a.rule_name as reversed_rule_name
    from ${records('t', movements, { id: 'uuid', user_id: 'uuid', award_id: 'uuid' })}
    join ledgers l on l.partner_id = ${partnerId}
    join wallets w on w.partner_id = ${partnerId} and w.user_id = t.user_id
    join memberships m on m.partner_id = ${partnerId} and m.user_id = t.user_id
    left join reversals r on r.partner_id = ${partnerId} and r.award_id = t.id and r.outcome = 'reversed'
    left join awards a on a.partner_id = ${partnerId} and a.id = t.award_id`)
  return new Map(rows.map((row) => [row.id, row]))
}
