import type { Coins } from '../../programme/ledger/coin.ts'
import { type Db, sql } from '../../storage/database/database.ts'

export type ProgressOfUser = {
  ruleId: string
  ruleName: string
  progress: number
  subRulesDone: string[]
  userAwards: number
  paidCoins: Coins
}

/** How far a user is with each rule, found rule by rule: progress is keyed by rule. */
export async function listProgress(db: Db, partnerId: string, userId: string): Promise<ProgressOfUser[]> {
  return db.many<ProgressOfUser>(sql`
    select r.id as rule_id, r.name as rule_name, p.progress, p.sub_rules_done, p.paid_awards as user_awards,
      p.paid_coins
    from rules r
    join rule_progress p on p.partner_id = r.partner_id and p.rule_id = r.id
    where r.partner_id = ${partnerId} and p.partner_id = ${partnerId} and p.user_id = ${userId}
    order by r.name`)
}
