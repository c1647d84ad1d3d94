import assert from 'node:assert/strict'
import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import type { MemberLimit } from '../ledger/member-limit.ts'

/** The limit over all rules, as the ledger has it for every batch. */
export async function findMemberLimit(db: Db, partnerId: string): Promise<MemberLimit> {
  const limit = await db.first<MemberLimit>(sql`
    select member_coins_max, member_limit_period, member_limit_since, time_zone
    from ledgers
    where partner_id = ${partnerId}`)
  assert(limit, `partner ${partnerId} has no ledger`)
  return limit
}

/** Saves the limit in the locked ledger, so that the next batch decides by it. */
export async function saveMemberLimit(tx: Tx, partnerId: string, limit: MemberLimit): Promise<void> {
  await tx.run(sql`
    update ledgers
    set member_coins_max = ${limit.memberCoinsMax}, member_limit_period = ${limit.memberLimitPeriod},
      member_limit_since = ${limit.memberLimitSince}, time_zone = ${limit.timeZone}
    where partner_id = ${partnerId}`)
}
