import { rowsOf } from '../../storage/database/by-partner.ts'
import type { Db } from '../../storage/database/database.ts'
import { loadProgressOf } from '../awards/award-store.ts'
import { NO_PROGRESS } from '../awards/decide-award.ts'
import { memberProgress } from '../awards/member-progress.ts'
import { formatCoins } from '../ledger/coin.ts'
import { identifiedData } from '../members/membership-data.ts'
import { findMembershipsOf } from '../members/membership-store.ts'
import { findRule } from '../rules/rule-store.ts'
import { listRulePeople } from './rule-results-queries.ts'

type PeopleQuery = { ruleId: string; after: string | null; limit: number; now: Date }

/** Users with progress in a rule, as the API shows them; undefined for an unknown rule. */
export async function readRulePeople(db: Db, partnerId: string, { ruleId, after, limit, now }: PeopleQuery) {
  const [rule, people] = await Promise.all([
    findRule(db, partnerId, ruleId),
    listRulePeople(db, partnerId, { ruleId, after, limit }),
  ])
  if (!rule) return undefined
  const userIds = people.map(({ userId }) => userId)
  const keys = new Map([[partnerId, userIds.map((userId) => ({ ruleId, userId }))]])
  const [memberships, progress] = await Promise.all([
    findMembershipsOf(db, partnerId, userIds),
    loadProgressOf(db, keys),
  ])
  const membershipOf = new Map(memberships.map((membership) => [membership.userId, membership]))
  const progressOf = new Map(rowsOf(progress, partnerId).map((row) => [row.userId, row]))
  return people.flatMap(({ userId, payments, coins, lastPaidAt }) => {
    const membership = membershipOf.get(userId)
    if (!membership) return []
    const { reached, needed } = memberProgress(rule, progressOf.get(userId) ?? NO_PROGRESS, now)
    return [
      {
        user: identifiedData(membership),
        payments,
        coins: formatCoins(coins),
        lastPaidAt: lastPaidAt?.toISOString() ?? null,
        progress: reached,
        needed,
      },
    ]
  })
}
