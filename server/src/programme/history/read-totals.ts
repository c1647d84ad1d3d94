import type { Db } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import { dayIn, startOfDay } from '../ledger/time-zone.ts'
import { listAwardDays, listRefusals, sumAwards } from '../overview/award-queries.ts'
import { ALL_RULES } from '../overview/day-changes.ts'
import { listMovements } from '../overview/day-queries.ts'
import { addDays, type DayRange } from '../overview/days.ts'
import type { ReadEdition } from '../overview/edition-store.ts'
import { findRuleId, type HistoryFilter, kindsOf, outcomeOf } from './scan-queries.ts'
import { type HistoryTotals, NO_TOTALS, sumLines } from './totals-queries.ts'

/** The totals of a filter: from the counts by day where they hold them, otherwise of a bounded number of lines. */
export async function readTotals(
  db: Db,
  edition: ReadEdition,
  filter: HistoryFilter,
): Promise<HistoryTotals> {
  return (await countedTotals(db, edition, filter)) ?? (await sumLines(db, edition.partnerId, filter))
}

/** Undefined when the counts by day do not hold what the filter names. */
async function countedTotals(
  db: Db,
  edition: ReadEdition,
  filter: HistoryFilter,
): Promise<HistoryTotals | undefined> {
  const { userId, actor, reference, text, isCredit } = filter
  if ([userId, actor, reference, text, isCredit].some((each) => each !== null)) return undefined
  const range = wholeDays(filter, edition)
  if (edition.counted < edition.last || !range) return undefined
  const kinds = kindsOf(filter)
  const isNothing = kinds.length === 0 || (filter.reason !== null && outcomeOf(filter) !== 'refused')
  if (isNothing) return NO_TOTALS
  if (kinds.every((kind) => kind === 'award')) return totalsOfAwards(db, edition, filter, range)
  const names = kinds.flatMap((kind) => MOVEMENTS_OF[kind] ?? [])
  const isCounted = kinds.every((kind) => MOVEMENTS_OF[kind])
  const canBeRefused = kinds.some((kind) => kind !== 'settlement' && kind !== 'expiry')
  if (!isCounted || (outcomeOf(filter) !== 'moved' && canBeRefused)) return undefined
  const movements = await listMovements(db, edition, range)
  return movements
    .filter(({ kind }) => names.includes(kind))
    .reduce((sum, { movements: lines, coins, change }) => add(sum, lines, coins, change), NO_TOTALS)
}

/**
 * The counted kinds of movement. Refusals of these are not counted, nor are reversals and openings without coins, so
 * lines of other kinds are.
 */
const MOVEMENTS_OF: Partial<Record<string, readonly string[]>> = {
  transfer: ['spent'],
  refund: ['refunded'],
  adjustment: ['added', 'deducted'],
  settlement: ['settled'],
  expiry: ['expired'],
}

const add = (sum: HistoryTotals, lines: bigint, coins: Coins, change: Coins): HistoryTotals => ({
  ...sum,
  lines: sum.lines + lines,
  credited: sum.credited + (change > 0n ? coins : 0n),
  debited: sum.debited + (change < 0n ? coins : 0n),
})

async function totalsOfAwards(
  db: Db,
  edition: ReadEdition,
  filter: HistoryFilter,
  range: DayRange,
): Promise<HistoryTotals | undefined> {
  const { ruleName, reason } = filter
  const ruleId = ruleName === null ? ALL_RULES : await findRuleId(db, edition.partnerId, ruleName)
  // The counts of a combined rule do not tell its sub-rules apart.
  if (ruleId === undefined) return undefined
  if (reason !== null) {
    const refusals = await listRefusals(db, edition, ruleId, range)
    return { ...NO_TOTALS, lines: refusals.find((each) => each.reason === reason)?.count ?? 0n }
  }
  const { paid, counted, refused, coins } = sumAwards(await listAwardDays(db, edition, ruleId, range))
  switch (outcomeOf(filter)) {
    case 'paid':
      return { ...NO_TOTALS, lines: paid, credited: coins }
    case 'counted':
      return { ...NO_TOTALS, lines: counted }
    case 'refused':
      return { ...NO_TOTALS, lines: refused }
    default:
      return { ...NO_TOTALS, lines: paid + counted + refused, credited: coins }
  }
}

/** No event is before the first of these days, and none on the last or after it. */
const FIRST_DAY = '1970-01-01'
const LAST_DAY = '8999-12-31'

/** The days that a filter names; undefined when one begins or ends within a day of the counts. */
function wholeDays({ from, to }: HistoryFilter, { timeZone }: ReadEdition): DayRange | undefined {
  const dayAt = (time: Date) => {
    if (time <= startOfDay(timeZone, FIRST_DAY)) return FIRST_DAY
    if (time >= startOfDay(timeZone, LAST_DAY)) return LAST_DAY
    const day = dayIn(timeZone, time)
    return startOfDay(timeZone, day).getTime() === time.getTime() ? day : undefined
  }
  const first = from === null ? FIRST_DAY : dayAt(from)
  const next = to === null ? LAST_DAY : dayAt(to)
  return first === undefined || next === undefined ? undefined : { from: first, to: addDays(next, -1) }
}
