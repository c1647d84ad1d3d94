import { allOf, type Db, type Sql, sql } from '../database/database.ts'
import type { Award } from './award.ts'
import { SELECT_AWARDS } from './award-store.ts'

export type DecisionFilter = {
  userId: string | null
  ruleName: string | null
  outcome: Award['outcome'] | null
  before: bigint | null
  limit: number
}

/** Decisions, newest first. */
export async function listDecisions(
  db: Db,
  partnerId: string,
  filter: DecisionFilter,
): Promise<(Award & { isReversed: boolean })[]> {
  const seqs = await findSeqs(db, partnerId, filter)
  return db.many<Award & { isReversed: boolean }>(sql`
    ${SELECT_AWARDS}
    where a.partner_id = ${partnerId} and a.seq = any(${seqs}::bigint[])
    order by a.seq desc`)
}

async function findSeqs(
  db: Db,
  partnerId: string,
  { userId, ruleName, outcome, before, limit }: DecisionFilter,
): Promise<bigint[]> {
  const conditions = allOf(
    sql`partner_id = ${partnerId}`,
    userId === null ? null : sql`user_id = ${userId}`,
    outcome === null ? null : sql`outcome = ${outcome}`,
    // Matches the condition of the partial index on unpaid decisions.
    userId === null && outcome !== null && outcome !== 'paid' ? sql`outcome <> 'paid'` : null,
    before === null ? null : sql`seq < ${before}`,
    ruleName === null ? null : await ofRule(db, partnerId, ruleName),
  )
  const rows = await db.many<{ seq: bigint }>(sql`
    select seq
    from awards
    where ${conditions}
    order by seq desc
    limit ${limit}`)
  return rows.map(({ seq }) => seq)
}

/** A combined rule includes the decisions on its sub-rules; the rule's id finds them. */
async function ofRule(db: Db, partnerId: string, ruleName: string): Promise<Sql> {
  const rule = await db.first<{ id: string }>(sql`
    select r.id
    from rule_names n
    join rules r on r.partner_id = n.partner_id and r.id = n.rule_id and r.name = n.name
    where n.partner_id = ${partnerId} and n.name = ${ruleName}`)
  return rule ? sql`(rule_name = ${ruleName} or rule_id = ${rule.id})` : sql`rule_name = ${ruleName}`
}
