import { sql } from '../../storage/database/database.ts'
import type { MemberLimit } from '../ledger/member-limit.ts'
import type { Loader } from '../read-batches/read-batch.ts'
import type { LimitedWallet } from './decide-award.ts'

/** The limit over all rules, and what they paid a member of it. */
export const MEMBER_USE: Loader<
  string,
  (MemberLimit & Omit<LimitedWallet, 'balance' | 'points'>) | undefined
> = {
  idOf: (userId) => userId,
  async load(db, partnerId, userIds) {
    const rows = await db.many<MemberLimit & LimitedWallet & { userId: string }>(sql`
      select w.user_id, w.member_coins, w.member_period_start, l.member_coins_max, l.member_limit_period,
        l.member_limit_since, l.time_zone
      from wallets w
      join ledgers l on l.partner_id = w.partner_id
      where w.partner_id = ${partnerId} and w.user_id = any(${userIds}::uuid[])`)
    const byUser = new Map(rows.map((row) => [row.userId, row]))
    return userIds.map((userId) => byUser.get(userId))
  },
}
