import { type Db, fixedText, sql } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import { ACTOR } from '../ledger/record-store.ts'
import type { RESULT_SORTS } from '../rules/rule-results.ts'
import { passes, type RuleFilter } from '../rules/rule-store.ts'
import type { Edition } from './count-store.ts'
import type { DayRange } from './days.ts'
import type { VersionMark } from './read-results.ts'

/** More changes than anyone marks on a chart. */
const MARKS_MAX = 200

/** The versions of a rule that came into force in some days, oldest first. */
export async function listVersionMarks(
  db: Db,
  { partnerId, timeZone }: Edition,
  ruleId: string,
  { from, to }: DayRange,
): Promise<VersionMark[]> {
  const marks = await db.many<VersionMark>(sql`
    select v.version, v.created_at, (v.created_at at time zone ${timeZone})::date as date,
      ${ACTOR} as actor
    from rule_versions v
    left join actors x on x.partner_id = v.partner_id and x.id = v.actor_id
    where v.partner_id = ${partnerId} and v.rule_id = ${ruleId}
      and (v.created_at at time zone ${timeZone})::date between ${from} and ${to}
    order by v.version desc
    limit ${MARKS_MAX}`)
  return marks.reverse()
}

type ResultSort = (typeof RESULT_SORTS)[number]

const SORTED_BY = {
  coins: fixedText('coins'),
  refused: fixedText('refused'),
  // Of days until today.
  people: fixedText('last_seen'),
} satisfies Record<ResultSort, unknown>

type RulePage = { limit: number; offset: number; sort: ResultSort | null }

/** A page of the rules that pass a filter: those with the most of something since a day first, or the newest. */
export async function listRuleIds(
  db: Db,
  { partnerId, edition }: Edition,
  filter: RuleFilter,
  { limit, offset, sort, from }: RulePage & { from: string },
): Promise<string[]> {
  const rows = await db.many<{ id: string }>(
    sort === null
      ? sql`
        select id
        from rules
        where ${passes(partnerId, filter)}
        order by id desc
        limit ${limit}
        offset ${offset}`
      : sql`
        select id
        from rules r
        cross join lateral (
          select coalesce(sum(d.${SORTED_BY[sort]}), 0) as most
          from award_days d
          where d.partner_id = ${partnerId} and d.edition = ${edition} and d.rule_id = r.id and d.day >= ${from}
        ) t
        where ${passes(partnerId, filter)}
        order by t.most desc, id desc
        limit ${limit}
        offset ${offset}`,
  )
  return rows.map(({ id }) => id)
}

export type RuleDay = {
  ruleId: string
  day: string
  paid: bigint
  counted: bigint
  refused: bigint
  coins: Coins
  reversed: Coins
  newPeople: bigint
  lastSeen: bigint
}

/** The days of some rules since a day. */
export async function listRuleDays(
  db: Db,
  { partnerId, edition }: Edition,
  ruleIds: string[],
  from: string,
): Promise<RuleDay[]> {
  type Row = Omit<RuleDay, 'coins' | 'reversed'> & { coins: string; reversed: string }
  const rows = await db.many<Row>(sql`
    select rule_id, day, paid, counted, refused, coins, reversed, new_people, last_seen
    from award_days
    where partner_id = ${partnerId} and edition = ${edition} and rule_id = any(${ruleIds}::uuid[]) and day >= ${from}`)
  return rows.map((row) => ({ ...row, coins: BigInt(row.coins), reversed: BigInt(row.reversed) }))
}

export type RulePerson = {
  userId: string
  payments: number
  coins: Coins
  lastPaidAt: Date | null
  /** What the list is sorted by; 0 for a list by id. */
  sorted: bigint
}

export const PEOPLE_SORTS = ['coins', 'payments', 'last'] as const
export type PeopleSort = (typeof PEOPLE_SORTS)[number]

/** The number of the latest payment stands for its time. */
const PEOPLE_BY = {
  coins: fixedText('paid_coins'),
  payments: fixedText('paid_awards'),
  last: fixedText('coalesce(paid_seq, 0)'),
} satisfies Record<PeopleSort, unknown>

/** The last person of the page before. */
export type PeoplePosition = Pick<RulePerson, 'userId' | 'sorted'>

type PeoplePage = { ruleId: string; sort: PeopleSort | null; after: PeoplePosition | null; limit: number }

/**
 * Users who have progress with a rule, in the order of their ids, or those with the most of something first. An index for
 * the latter would change with every award, so all people of the rule are read.
 */
export function listRulePeople(
  db: Db,
  partnerId: string,
  { ruleId, sort, after, limit }: PeoplePage,
): Promise<RulePerson[]> {
  const sorted = sort === null ? sql`0::bigint` : sql`(${PEOPLE_BY[sort]})::bigint`
  const isLater = sql`and (${sorted}, user_id) < (${after?.sorted}::bigint, ${after?.userId}::uuid)`
  return db.many<RulePerson>(
    sort === null
      ? sql`
        select p.user_id, p.paid_awards as payments, p.paid_coins as coins, a.created_at as last_paid_at, 0::bigint as sorted
        from rule_progress p
        left join awards a on a.partner_id = p.partner_id and a.seq = p.paid_seq
        where p.partner_id = ${partnerId} and p.rule_id = ${ruleId}
          ${after === null ? sql`` : sql`and p.user_id > ${after.userId}`}
        order by p.user_id
        limit ${limit}`
      : sql`
        select p.user_id, p.paid_awards as payments, p.paid_coins as coins, a.created_at as last_paid_at, p.sorted
        from (
          select user_id, paid_awards, paid_coins, paid_seq, ${sorted} as sorted
          from rule_progress
          where partner_id = ${partnerId} and rule_id = ${ruleId}
            ${after === null ? sql`` : isLater}
          order by sorted desc, user_id desc
          limit ${limit}
        ) p
        left join awards a on a.partner_id = ${partnerId} and a.seq = p.paid_seq
        order by p.sorted desc, p.user_id desc`,
  )
}

/** Whether a rule has more people than this. */
export async function hasMorePeople(
  db: Db,
  partnerId: string,
  { ruleId, countMax }: { ruleId: string; countMax: number },
): Promise<boolean> {
  const row = await db.first(sql`
    select user_id
    from rule_progress
    where partner_id = ${partnerId} and rule_id = ${ruleId}
    order by user_id
    offset ${countMax}
    limit 1`)
  return row !== undefined
}
