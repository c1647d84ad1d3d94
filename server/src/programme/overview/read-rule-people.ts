import { invalidFields, wrong } from '../../runtime/failure.ts'
import { rowsOf } from '../../storage/database/by-partner.ts'
import type { Db } from '../../storage/database/database.ts'
import { NO_PROGRESS } from '../awards/decide-award.ts'
import { memberProgress } from '../awards/member-progress.ts'
import { loadProgressOf } from '../awards/progress-store.ts'
import { formatCoins } from '../ledger/coin.ts'
import { identifiedData } from '../members/membership-data.ts'
import { findMembershipsOf } from '../members/membership-store.ts'
import { findRule } from '../rules/rule-store.ts'
import {
  hasMorePeople,
  listRulePeople,
  type PeoplePosition,
  type PeopleSort,
} from './rule-results-queries.ts'

type PeopleQuery = {
  ruleId: string
  sort: PeopleSort | null
  after: PeoplePosition | null
  limit: number
  now: Date
}

/** A sorted page reads all people of the rule, for which this many take a tenth of a second. */
export const PEOPLE_SORTED_MAX = 100_000

const tooManyToSort = () =>
  invalidFields([
    wrong('sort', `cannot be used with a rule of more than ${PEOPLE_SORTED_MAX} users; leave it out`),
  ])

/** Users with progress in a rule, with their data for the API; undefined for an unknown rule. */
export async function readRulePeople(
  db: Db,
  partnerId: string,
  { ruleId, sort, after, limit, now }: PeopleQuery,
) {
  const rule = await findRule(db, partnerId, ruleId)
  if (!rule) return undefined
  if (sort !== null && (await hasMorePeople(db, partnerId, { ruleId, countMax: PEOPLE_SORTED_MAX })))
    throw tooManyToSort()
  const people = await listRulePeople(db, partnerId, { ruleId, sort, after, limit })
  const userIds = people.map(({ userId }) => userId)
  const keys = new Map([[partnerId, userIds.map((userId) => ({ ruleId, userId }))]])
  const [memberships, progress] = await Promise.all([
    findMembershipsOf(db, partnerId, userIds),
    loadProgressOf(db, keys),
  ])
  const membershipOf = new Map(memberships.map((membership) => [membership.userId, membership]))
  const progressOf = new Map(rowsOf(progress, partnerId).map((row) => [row.userId, row]))
  return people.flatMap(({ userId, payments, coins, lastPaidAt, sorted }) => {
    const membership = membershipOf.get(userId)
    if (!membership) return []
    const { reached, needed } = memberProgress(rule, progressOf.get(userId) ?? NO_PROGRESS, now)
    const data = {
      user: identifiedData(membership),
      payments,
      coins: formatCoins(coins),
      lastPaidAt: lastPaidAt?.toISOString() ?? null,
      progress: reached,
      needed,
    }
    return [{ position: { userId, sorted }, data }]
  })
}
