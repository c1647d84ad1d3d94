import { type Db, sql } from '../platform/database.ts'
import type { Award } from './award.ts'

export type DecisionFilter = {
  userId: string | null
  ruleName: string | null
  before: bigint | null
  limit: number
}

/** Decisions, the newest first. */
export async function listDecisions(
  db: Db,
  partnerId: string,
  { userId, ruleName, before, limit }: DecisionFilter,
): Promise<(Award & { isReversed: boolean })[]> {
  return db.many<Award & { isReversed: boolean }>(sql`
    select a.id, a.event_no as "eventNo", a.rule_id as "ruleId", a.rule_name as "ruleName", a.user_id as "userId", a.outcome,
      a.reason, a.coins, a.note, a.progress, a.progress_needed as "progressNeeded", a.user_awards as "userAwards",
      a.user_awards_max as "userAwardsMax", a.participants, a.participants_max as "participantsMax", a.detail,
      a.created_at as "createdAt", r.id is not null as "isReversed"
    from awards a
    left join reversals r on r.partner_id = a.partner_id and r.award_id = a.id and r.outcome = 'reversed'
    where a.partner_id = ${partnerId}
      and (${userId}::uuid is null or a.user_id = ${userId}::uuid)
      and (${ruleName}::text is null or a.rule_name = ${ruleName}::text
        or a.rule_id = (
          select r.id
          from rule_names n
          join rules r on r.partner_id = n.partner_id and r.id = n.rule_id and r.name = n.name
          where n.partner_id = ${partnerId} and n.name = ${ruleName}::text
        ))
      and (${before}::bigint is null or a.event_no < ${before}::bigint)
    order by a.event_no desc
    limit ${limit}`)
}
