import { allOf, type Db, type Sql, sql } from '../database/database.ts'
import type { Award, FoundAward } from './award.ts'
import { SELECT_AWARDS } from './award-store.ts'

export type DecisionFilter = {
  userId: string | null
  ruleName: string | null
  outcome: Award['outcome'] | null
  before: bigint | null
  limit: number
}

/** Decisions scanned per call, so that a filter that matches few still returns quickly. */
export const SCANNED_MAX = 10_000

export type DecisionPage = { decisions: FoundAward[]; next: bigint | null }

/** Decisions, newest first. `next`, the next `before`, is the last number scanned; null when all were. */
export async function listDecisions(
  db: Db,
  partnerId: string,
  filter: DecisionFilter,
): Promise<DecisionPage> {
  const { seqs, next } = await findSeqs(db, partnerId, filter)
  const decisions = await db.many<FoundAward>(sql`
    ${SELECT_AWARDS}
    where a.partner_id = ${partnerId} and a.seq = any(${seqs}::bigint[])
    order by a.seq desc`)
  return { decisions, next }
}

async function findSeqs(
  db: Db,
  partnerId: string,
  { userId, ruleName, outcome, before, limit }: DecisionFilter,
): Promise<{ seqs: bigint[]; next: bigint | null }> {
  const byIndex = allOf(
    sql`partner_id = ${partnerId}`,
    userId === null ? null : sql`user_id = ${userId}`,
    // Matches the condition of the partial index on unpaid decisions.
    userId === null && outcome !== null && outcome !== 'paid'
      ? sql`outcome = ${outcome} and outcome <> 'paid'`
      : null,
    before === null ? null : sql`seq < ${before}`,
  )
  const matches = allOf(
    sql`true`,
    outcome === null ? null : sql`outcome = ${outcome}`,
    ruleName === null ? null : await ofRule(db, partnerId, ruleName),
  )
  // Reads no further than it must: up to one match beyond the limit, or to the last that may be scanned.
  const rows = await db.many<{ seq: bigint; isMatch: boolean; isLast: boolean }>(sql`
    select seq, is_match, is_last
    from (
      select seq, ${matches} as is_match, row_number() over (order by seq desc) = ${SCANNED_MAX} as is_last
      from (
        select seq, outcome, rule_id, rule_name
        from awards
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

/** A combined rule includes the decisions on its sub-rules; the rule's id finds them. */
async function ofRule(db: Db, partnerId: string, ruleName: string): Promise<Sql> {
  const rule = await db.first<{ id: string }>(sql`
    select r.id
    from rule_names n
    join rules r on r.partner_id = n.partner_id and r.id = n.rule_id and r.name = n.name
    where n.partner_id = ${partnerId} and n.name = ${ruleName}`)
  return rule ? sql`(rule_name = ${ruleName} or rule_id = ${rule.id})` : sql`rule_name = ${ruleName}`
}
