import { type Db, list, type Sql, sql } from '../database/database.ts'
import type { Award } from './award.ts'

export type DecisionFilter = {
  userId: string | null
  ruleName: string | null
  outcome: Award['outcome'] | null
  before: bigint | null
  limit: number
}

/** Decisions, the newest first. */
export async function listDecisions(
  db: Db,
  partnerId: string,
  filter: DecisionFilter,
): Promise<(Award & { isReversed: boolean })[]> {
  const seqs = await findSeqs(db, partnerId, filter)
  return db.many<Award & { isReversed: boolean }>(sql`
    select a.id, a.seq, a.rule_id as "ruleId", a.rule_name as "ruleName", a.user_id as "userId", a.outcome,
      a.reason, a.coins, a.note, a.progress, a.progress_needed as "progressNeeded", a.user_awards as "userAwards",
      a.user_awards_max as "userAwardsMax", a.participants, a.participants_max as "participantsMax", a.detail,
      a.created_at as "createdAt", r.id is not null as "isReversed"
    from awards a
    left join reversals r on r.partner_id = a.partner_id and r.award_id = a.id and r.outcome = 'reversed'
    where a.partner_id = ${partnerId} and a.seq = any(${list(seqs)}::bigint[])
    order by a.seq desc`)
}

const EVENT_NO_MAX = 9_223_372_036_854_775_807n

/** Which decisions pass the filter. */
async function findSeqs(db: Db, partnerId: string, filter: DecisionFilter): Promise<bigint[]> {
  const ruleId = filter.ruleName === null ? null : await findRuleId(db, partnerId, filter.ruleName)
  const rows = await db.many<{ seq: bigint }>(seqsOf(partnerId, filter, ruleId))
  return rows.map(({ seq }) => seq)
}

/** A statement for each index, because one with optional conditions would be planned without them. */
function seqsOf(
  partnerId: string,
  { userId, ruleName, outcome, before, limit }: DecisionFilter,
  ruleId: string | null,
): Sql {
  const until = before ?? EVENT_NO_MAX
  if (userId !== null)
    return sql`
      select seq
      from awards
      where partner_id = ${partnerId} and user_id = ${userId} and seq < ${until}
        and (${outcome}::text is null or outcome = ${outcome}::text)
        and (${ruleName}::text is null or rule_name = ${ruleName}::text or rule_id = ${ruleId}::uuid)
      order by seq desc
      limit ${limit}`
  if (outcome === 'counted' || outcome === 'refused')
    return sql`
      select seq
      from awards
      where partner_id = ${partnerId} and outcome <> 'paid' and outcome = ${outcome} and seq < ${until}
        and (${ruleName}::text is null or rule_name = ${ruleName}::text or rule_id = ${ruleId}::uuid)
      order by seq desc
      limit ${limit}`
  return sql`
    select seq
    from awards
    where partner_id = ${partnerId} and seq < ${until}
      and (${outcome}::text is null or outcome = ${outcome}::text)
      and (${ruleName}::text is null or rule_name = ${ruleName}::text or rule_id = ${ruleId}::uuid)
    order by seq desc
    limit ${limit}`
}

/** The rule that has this name itself, so that a combined rule has the decisions on its sub-rules. */
async function findRuleId(db: Db, partnerId: string, ruleName: string): Promise<string | null> {
  const row = await db.first<{ id: string }>(sql`
    select r.id
    from rule_names n
    join rules r on r.partner_id = n.partner_id and r.id = n.rule_id and r.name = n.name
    where n.partner_id = ${partnerId} and n.name = ${ruleName}`)
  return row?.id ?? null
}
