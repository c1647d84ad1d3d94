import type { Db } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import { findAllTimeTotals, sumChangesFrom } from './day-queries.ts'
import { type DayRange, firstOfMonth, lastOfMonth, monthAfter, monthBefore } from './days.ts'
import type { ReadEdition } from './edition-store.ts'
import { changeOf, type MovementsByKind, sumByKind } from './kinds.ts'
import { type ClosedMonth, findFirstDay, listClosedMonths, listMonthMovements } from './month-queries.ts'

/** What happened to the coins in wallets in a month. */
export type Month = {
  range: DayRange
  opening: Coins
  closing: Coins
  byKind: MovementsByKind
  closed: ClosedMonth | undefined
}

/** The months before one, newest first, from that of the first event on. Months are their first days. */
export async function readMonths(
  db: Db,
  edition: ReadEdition,
  { before, limit }: { before: string; limit: number },
): Promise<Month[]> {
  const firstDay = await findFirstDay(db, edition)
  if (firstDay === undefined) return []
  const months: string[] = []
  const first = firstOfMonth(firstDay)
  for (let month = monthBefore(before); month >= first && months.length < limit; month = monthBefore(month))
    months.push(month)
  const [newest, oldest] = [months[0], months.at(-1)]
  if (newest === undefined || oldest === undefined) return []
  const range = { from: oldest, to: lastOfMonth(newest) }
  const [{ coinsInWallets }, later, movements, closed] = await Promise.all([
    findAllTimeTotals(db, edition),
    sumChangesFrom(db, edition, monthAfter(newest)),
    listMonthMovements(db, edition, range),
    listClosedMonths(db, edition.partnerId, range),
  ])
  const movementsOf = Map.groupBy(movements, ({ month }) => month)
  const closedOf = new Map(closed.map((each) => [each.month, each]))
  let opening = coinsInWallets - later
  return months.map((month) => {
    const byKind = sumByKind(movementsOf.get(month) ?? [])
    const closing = opening
    opening -= changeOf(byKind)
    return {
      range: { from: month, to: lastOfMonth(month) },
      opening,
      closing,
      byKind,
      closed: closedOf.get(month),
    }
  })
}
