import type { Db } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import {
  type AwardTotals,
  countPeople,
  listAwardDays,
  listRefusals,
  NO_AWARDS,
  type RefusalCount,
  sumAwards,
} from './award-queries.ts'
import { ALL_RULES } from './day-changes.ts'
import { findAllTimeTotals, listMembersByDay, listMovements, sumChangesFrom } from './day-queries.ts'
import { type Comparison, comparedWith, type DayRange, daysOf } from './days.ts'
import type { ReadEdition } from './edition-store.ts'
import { changeOf, type MovementsByKind, sumByKind } from './kinds.ts'

/** What happened at a partner in some days. */
export type Totals = AwardTotals & {
  byKind: MovementsByKind
  joined: bigint
  left: bigint
  /** Distinct users paid. */
  people: bigint
  /** The coins in wallets before and after. */
  opening: Coins
  closing: Coins
}

type Day = Totals & { date: string }

export type Overview = {
  edition: ReadEdition
  range: DayRange
  days: Day[]
  totals: Totals
  previous: Totals & { range: DayRange; days: Day[] }
  refusals: RefusalCount[]
  allTime: Awaited<ReturnType<typeof findAllTimeTotals>>
}

type OverviewQuery = { range: DayRange; comparison: Comparison; today: string }

export async function readOverview(
  db: Db,
  edition: ReadEdition,
  { range, comparison, today }: OverviewQuery,
): Promise<Overview> {
  const compared = comparedWith(range, comparison)
  const allTime = await findAllTimeTotals(db, edition)
  const { coinsInWallets } = allTime
  const [days, people, previous, peopleBefore, refusals] = await Promise.all([
    readDays(db, edition, range, coinsInWallets),
    peopleOf(db, edition, range, today),
    readDays(db, edition, compared, coinsInWallets),
    peopleOf(db, edition, compared, today),
    listRefusals(db, edition, ALL_RULES, range),
  ])
  return {
    edition,
    range,
    days,
    totals: { ...sumDays(days), people },
    previous: { ...sumDays(previous), people: peopleBefore, range: compared, days: previous },
    refusals,
    allTime,
  }
}

const peopleOf = (db: Db, edition: ReadEdition, range: DayRange, today: string) =>
  countPeople(db, edition, ALL_RULES, range, { isOpen: range.to >= today })

async function readDays(
  db: Db,
  edition: ReadEdition,
  range: DayRange,
  coinsInWallets: Coins,
): Promise<Day[]> {
  const [awards, members, movements, change] = await Promise.all([
    listAwardDays(db, edition, ALL_RULES, range),
    listMembersByDay(db, edition, range),
    listMovements(db, edition, range),
    sumChangesFrom(db, edition, range.from),
  ])
  const awardsOn = new Map(awards.map((each) => [each.day, each]))
  const membersOn = new Map(members.map((each) => [each.day, each]))
  const movementsOn = Map.groupBy(movements, ({ day }) => day)
  let closing = coinsInWallets - change
  return daysOf(range).map((date) => {
    const { joined = 0n, left = 0n } = membersOn.get(date) ?? {}
    const byKind = sumByKind(movementsOn.get(date) ?? [])
    const opening = closing
    closing += changeOf(byKind)
    return { ...NO_AWARDS, people: 0n, ...awardsOn.get(date), date, byKind, joined, left, opening, closing }
  })
}

function sumDays(days: Day[]): Totals {
  return {
    ...sumAwards(days),
    byKind: sumByKind(
      days.flatMap(({ byKind }) => Array.from(byKind, ([kind, sums]) => ({ kind, ...sums }))),
    ),
    joined: days.reduce((sum, day) => sum + day.joined, 0n),
    left: days.reduce((sum, day) => sum + day.left, 0n),
    people: 0n,
    opening: days[0]?.opening ?? 0n,
    closing: days.at(-1)?.closing ?? 0n,
  }
}
