import { type Db, sql } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Edition } from './count-store.ts'
import type { DayRange } from './days.ts'

/** The awards of a time, and their reversals in that time. */
export type AwardTotals = {
  paid: bigint
  counted: bigint
  refused: bigint
  coins: Coins
  /** Reversals that took coins from wallets, and those coins; what they took of expired coins, what is owed instead, and
   * what was written off. */
  reversals: bigint
  reversed: Coins
  fromExpired: Coins
  owed: Coins
  writtenOff: Coins
  /** Users paid for the first time. */
  newPeople: bigint
}

export type AwardDay = AwardTotals & { day: string; people: bigint; lastSeen: bigint }

export const NO_AWARDS: AwardTotals = {
  paid: 0n,
  counted: 0n,
  refused: 0n,
  coins: 0n,
  reversals: 0n,
  reversed: 0n,
  fromExpired: 0n,
  owed: 0n,
  writtenOff: 0n,
  newPeople: 0n,
}

const NAMES = Object.keys(NO_AWARDS) as (keyof AwardTotals)[]

export const sumAwards = (all: Iterable<AwardTotals>): AwardTotals => {
  const sum = { ...NO_AWARDS }
  for (const each of all) for (const name of NAMES) sum[name] += each[name]
  return sum
}

/** Sums of coins are numeric, which the driver returns as text. */
type Numeric = 'coins' | 'reversed' | 'fromExpired' | 'owed' | 'writtenOff'
type RowOf<Totals extends AwardTotals> = Omit<Totals, Numeric> & Record<Numeric, string>

const totalsOf = <Totals extends AwardTotals>(row: RowOf<Totals>): Totals =>
  ({
    ...row,
    coins: BigInt(row.coins),
    reversed: BigInt(row.reversed),
    fromExpired: BigInt(row.fromExpired),
    owed: BigInt(row.owed),
    writtenOff: BigInt(row.writtenOff),
  }) as unknown as Totals

/** The days of a rule, or of all rules, that have events. */
export async function listAwardDays(
  db: Db,
  { partnerId, edition }: Edition,
  ruleId: string,
  { from, to }: DayRange,
): Promise<AwardDay[]> {
  const rows = await db.many<RowOf<AwardDay>>(sql`
    select day, paid, counted, refused, coins, reversals, reversed, from_expired, owed, written_off, people, new_people,
      last_seen
    from award_days
    where partner_id = ${partnerId} and edition = ${edition} and rule_id = ${ruleId}
      and day between ${from} and ${to}
    order by day`)
  return rows.map((row) => totalsOf<AwardDay>(row))
}

/** Users whom a rule, or any, paid in a range. `isOpen` says that the range reaches today. */
export async function countPeople(
  db: Db,
  { partnerId, edition }: Edition,
  ruleId: string,
  { from, to }: DayRange,
  { isOpen }: { isOpen: boolean },
): Promise<bigint> {
  const row = await db.first<{ people: bigint }>(
    isOpen
      ? sql`
        select coalesce(sum(last_seen), 0)::bigint as people
        from award_days
        where partner_id = ${partnerId} and edition = ${edition} and rule_id = ${ruleId} and day >= ${from}`
      : sql`
        select coalesce(sum(people), 0)::bigint as people
        from day_visits
        where partner_id = ${partnerId} and edition = ${edition} and rule_id = ${ruleId}
          and day between ${from} and ${to} and before < ${from}`,
  )
  return row?.people ?? 0n
}

export type RefusalCount = { reason: string; count: bigint }

/** The reasons of refused awards of a rule, or of all rules, the most frequent first. */
export function listRefusals(
  db: Db,
  { partnerId, edition }: Edition,
  ruleId: string,
  { from, to }: DayRange,
): Promise<RefusalCount[]> {
  return db.many<RefusalCount>(sql`
    select reason, sum(count)::bigint as count
    from day_refusals
    where partner_id = ${partnerId} and edition = ${edition} and rule_id = ${ruleId}
      and day between ${from} and ${to}
    group by reason
    order by count desc, reason`)
}

/** How many refused awards are read to tell users apart. */
export const REFUSALS_READ_MAX = 10_000

/**
 * The users whom a rule refused after one event up to another, by reason. Reads the latest refused awards of the
 * partner; `isWhole` says whether these are all.
 */
export async function countRefusedPeople(
  db: Db,
  { partnerId }: Edition,
  ruleId: string,
  { after, until }: { after: bigint; until: bigint },
): Promise<{ byReason: Map<string, bigint>; isWhole: boolean }> {
  const rows = await db.many<{ reason: string; people: bigint; read: bigint }>(sql`
    with latest as materialized (
      select rule_id, reason, user_id
      from awards
      where partner_id = ${partnerId} and outcome = 'refused' and seq > ${after} and seq <= ${until}
      order by seq desc
      limit ${REFUSALS_READ_MAX}
    )
    select l.read, r.reason, r.people
    from (select count(*) as read from latest) l
    left join (
      select reason, count(distinct user_id) as people
      from latest
      where rule_id = ${ruleId}
      group by reason
    ) r on true`)
  return {
    byReason: new Map(rows.map(({ reason, people }) => [reason, people])),
    isWhole: rows.every(({ read }) => read < BigInt(REFUSALS_READ_MAX)),
  }
}

export type RuleTotals = AwardTotals & { ruleId: string; ruleName: string }

/** What each rule did in a range, for rules that did something. */
export async function listRuleTotals(
  db: Db,
  { partnerId, edition }: Edition,
  { from, to }: DayRange,
): Promise<RuleTotals[]> {
  const rows = await db.many<RowOf<RuleTotals>>(sql`
    select r.id as rule_id, r.name as rule_name, t.*
    from rules r
    cross join lateral (
      select sum(paid)::bigint as paid, sum(counted)::bigint as counted, sum(refused)::bigint as refused,
        sum(coins) as coins, sum(reversals)::bigint as reversals, sum(reversed) as reversed,
        sum(from_expired) as from_expired, sum(owed) as owed, sum(written_off) as written_off, sum(new_people)::bigint as new_people
      from award_days d
      where d.partner_id = ${partnerId} and d.edition = ${edition} and d.rule_id = r.id
        and d.day between ${from} and ${to}
    ) t
    where r.partner_id = ${partnerId} and t.paid is not null`)
  return rows.map((row) => totalsOf<RuleTotals>(row))
}
