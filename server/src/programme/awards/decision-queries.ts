import { allOf, type Db, type Sql, sql } from '../../storage/database/database.ts'
import type { CoinTransaction } from '../coins/coin-transaction.ts'
import { selectTransactions } from '../coins/coin-transaction-store.ts'
import {
  DECISION_SOURCES,
  type EventSource,
  eventsFrom,
  findSeqRange,
  sourceOfKind,
} from '../ledger/event-queries.ts'
import { ACTOR, findActorNumbers } from '../ledger/record-store.ts'
import type { Award, FoundAward } from './award.ts'
import { findAwards, selectAwards } from './award-store.ts'
import type { Decision, DecisionKind, DecisionOutcome, ReturnDecision } from './decision.ts'
import { type FoundReversal, SELECT_REVERSALS } from './reversal-store.ts'

export type DecisionFilter = {
  /** Null means all kinds. */
  kind: DecisionKind | null
  userId: string | null
  ruleName: string | null
  /** The id of a client secret, a team member or a user. */
  actor: string | null
  reference: string | null
  outcome: DecisionOutcome | null
  from: Date | null
  to: Date | null
  before: bigint | null
  limit: number
}

/** Decisions scanned per call, so that a filter that matches few still returns quickly. */
export const SCANNED_MAX = 10_000

export type DecisionPage = { decisions: Decision[]; next: bigint | null }

/** Decisions, newest first. `next`, the next `before`, is the last number scanned; null when all were. */
export async function listDecisions(
  db: Db,
  partnerId: string,
  filter: DecisionFilter,
): Promise<DecisionPage> {
  const { seqs, next } = await findSeqs(db, partnerId, filter)
  const isOne = (seq: Sql) => sql`${seq} = any(${seqs}::bigint[])`
  const found = await readDecisions(db, partnerId, sourcesOf(filter.kind), {
    award: isOne(sql`a.seq`),
    reversal: isOne(sql`v.seq`),
    transaction: isOne(sql`t.seq`),
    return: isOne(sql`r.seq`),
  })
  return { decisions: found.sort((left, right) => (left.record.seq > right.record.seq ? -1 : 1)), next }
}

/** The decision with this id, of any kind. */
export async function findDecision(db: Db, partnerId: string, id: string): Promise<Decision | undefined> {
  const [decision] = await readDecisions(db, partnerId, sourcesOf(null), {
    award: sql`a.id = ${id}`,
    reversal: sql`v.id = ${id}`,
    transaction: sql`t.id = ${id} and t.kind <> 'settlement'`,
    return: sql`r.id = ${id}`,
  })
  return decision
}

const sourcesOf = (kind: DecisionKind | null): readonly EventSource[] =>
  kind === null ? DECISION_SOURCES : [sourceOfKind(kind)]

async function findSeqs(
  db: Db,
  partnerId: string,
  { kind, userId, ruleName, actor, reference, outcome, from, to, before, limit }: DecisionFilter,
): Promise<{ seqs: bigint[]; next: bigint | null }> {
  // A return has no user. A cluster would ask every shard, because the condition excludes its table.
  const sources = sourcesOf(kind).filter((source) => userId === null || source !== 'return')
  if (sources.length === 0) return { seqs: [], next: null }
  const [{ after, until }, isOfRule, actors] = await Promise.all([
    findSeqRange(db, partnerId, { from, to }),
    ruleName === null ? null : ofRule(db, partnerId, ruleName, kind),
    actor === null ? null : findActorNumbers(db, partnerId, actor),
  ])
  const isByUnpaid = kind === 'award' && userId === null && reference === null
  const byIndex = allOf(
    sql`partner_id = ${partnerId}`,
    reference === null ? null : sql`reference = ${reference}`,
    userId === null || reference !== null ? null : sql`user_id = ${userId}`,
    // Matches the condition of the partial index on unpaid decisions.
    isByUnpaid && outcome !== null && outcome !== 'paid'
      ? sql`outcome = ${outcome} and outcome <> 'paid'`
      : null,
    sql`seq > ${after}`,
    until === null ? null : sql`seq <= ${until}`,
    before === null ? null : sql`seq < ${before}`,
  )
  const matches = allOf(
    sql`true`,
    !sources.includes('transaction') ? null : kind ? sql`kind = ${kind}` : sql`kind <> 'settlement'`,
    outcome === null ? null : sql`outcome = ${outcome}`,
    userId === null || reference === null ? null : sql`user_id = ${userId}`,
    actors && sql`actor_id = any(${actors}::bigint[])`,
    isOfRule,
  )
  // Reads no further than it must: up to one match beyond the limit, or to the last that may be scanned.
  const rows = await db.many<{ seq: bigint; isMatch: boolean; isLast: boolean }>(sql`
    select seq, is_match, is_last
    from (
      select seq, ${matches} as is_match, row_number() over (order by seq desc) = ${SCANNED_MAX} as is_last
      from (
        select seq, kind, user_id, actor_id, outcome, rule_id, rule_name, award_id
        from ${eventsFrom(sources)} decided
        where ${byIndex}
        order by seq desc
        limit ${SCANNED_MAX}
      ) scanned
    ) numbered
    where is_match or is_last
    order by seq desc
    limit ${limit + 1}`)
  const found = rows.filter(({ isMatch }) => isMatch).map(({ seq }) => seq)
  if (found.length > limit) return { seqs: found.slice(0, limit), next: found[limit - 1] ?? null }
  return { seqs: found, next: rows.find(({ isLast }) => isLast)?.seq ?? null }
}

/**
 * A combined rule includes the decisions on its sub-rules; the rule's id finds them. A reversal is of the rule of its
 * award.
 */
async function ofRule(db: Db, partnerId: string, ruleName: string, kind: DecisionKind | null): Promise<Sql> {
  const rule = await db.first<{ id: string }>(sql`
    select r.id
    from rule_names n
    join rules r on r.partner_id = n.partner_id and r.id = n.rule_id and r.name = n.name
    where n.partner_id = ${partnerId} and n.name = ${ruleName}`)
  const isOf = (table: Sql) =>
    rule
      ? sql`(${table}.rule_name = ${ruleName} or ${table}.rule_id = ${rule.id})`
      : sql`${table}.rule_name = ${ruleName}`
  return kind === 'award'
    ? isOf(sql`scanned`)
    : sql`(${isOf(sql`scanned`)} or exists (
        select
        from awards a
        where a.partner_id = ${partnerId} and a.id = scanned.award_id and ${isOf(sql`a`)}
      ))`
}

/** Selects from a table `returns r`; the condition follows. */
export const SELECT_RETURNS = sql`
  select r.id, r.seq, r.reference, r.share, r.share_total, r.shortfall, r.outcome, r.reason, r.detail, r.created_at,
    ${ACTOR} as actor
  from returns r
  left join actors x on x.partner_id = r.partner_id and x.id = r.actor_id`

/** Reads the rows of those tables, each with a condition of its own. */
async function readDecisions(
  db: Db,
  partnerId: string,
  sources: readonly EventSource[],
  where: Record<'award' | 'reversal' | 'transaction' | 'return', Sql>,
): Promise<Decision[]> {
  const from = <Row extends object>(source: EventSource, select: Sql) =>
    sources.includes(source) ? db.many<Row & Record<string, unknown>>(select) : []
  const [awards, reversals, transactions, returns] = await Promise.all([
    from<FoundAward>('award', sql`${selectAwards(sql`${partnerId}::uuid`)} and ${where.award}`),
    from<FoundReversal>(
      'reversal',
      sql`${SELECT_REVERSALS} where v.partner_id = ${partnerId} and ${where.reversal}`,
    ),
    from<CoinTransaction & { kind: DecisionKind }>(
      'transaction',
      sql`${selectTransactions(sql`${partnerId}::uuid`)} and ${where.transaction}`,
    ),
    from<ReturnDecision>(
      'return',
      sql`${SELECT_RETURNS} where r.partner_id = ${partnerId} and ${where.return}`,
    ),
  ])
  const reversed = await findAwards(
    db,
    partnerId,
    reversals.map(({ awardId }) => awardId),
  )
  const awardById = new Map(reversed.map((award) => [award.id, award]))
  return [
    ...awards.map((record) => ({ kind: 'award', record }) as const),
    ...reversals.map(
      ({ awardId, ...reversal }) =>
        ({ kind: 'reversal', record: { ...reversal, award: awardById.get(awardId) as Award } }) as const,
    ),
    ...transactions.map((record) => ({ kind: record.kind, record }) as Decision),
    ...returns.map((record) => ({ kind: 'return', record }) as const),
  ]
}
