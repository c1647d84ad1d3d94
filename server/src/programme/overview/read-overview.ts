import assert from 'node:assert/strict'
import { limitConcurrency } from '../../runtime/queues/concurrency-limit.ts'
import type { Database } from '../../storage/database/database.ts'
import { countEvents } from './count-events.ts'
import { type Day, daysUntil, emptyDay, type Period, sumOf, type Totals } from './overview.ts'
import { type AllTimeTotals, findAllTimeTotals, listDays, listRefusals } from './overview-queries.ts'

/** Enough for the events of the seconds that the background counter may be behind. */
const COUNTS_PER_READ_MAX = 2
/** Counting must not take the connections that awards need. */
const CONCURRENT_COUNTS_MAX = 2

export type Overview = {
  days: Day[]
  totals: Totals
  /** Distinct users paid in the period. */
  participants: bigint
  previous: Totals
  refusals: { reason: string; count: bigint }[]
  allTime: AllTimeTotals
}

export type ReadOverview = (partnerId: string, period: Period, now: Date) => Promise<Overview>

/** Counts the waiting events first. When there are too many, the overview says how many are left. */
export function overviewReader(database: Database): ReadOverview {
  const limited = limitConcurrency(CONCURRENT_COUNTS_MAX)

  async function catchUp(database: Database, partnerId: string): Promise<void> {
    for (let count = 1; count <= COUNTS_PER_READ_MAX; count += 1) {
      const allTime = await findAllTimeTotals(database, partnerId)
      if (!allTime || allTime.last === allTime.counted) return
      const { lagging } = await limited(() => countEvents(database, [partnerId]))
      if (lagging.length === 0) return
    }
  }

  return async (partnerId, period, now) => {
    const partnerDatabase = database.forPartner(partnerId)
    await catchUp(partnerDatabase, partnerId)
    const dates = daysUntil(now, 2 * period)
    const [before, from, to] = [dates[0], dates[period], dates.at(-1)] as [string, string, string]
    return partnerDatabase.snapshot(async (db) => {
      const [allTime, found, refusals] = await Promise.all([
        findAllTimeTotals(db, partnerId),
        listDays(db, partnerId, before),
        listRefusals(db, partnerId, { from, to }),
      ])
      assert(allTime, `partner ${partnerId} has no ledger`)
      const byDate = new Map(found.map((day) => [day.date, day]))
      const days = dates.map((date) => byDate.get(date) ?? emptyDay(date))
      return {
        days: days.slice(period),
        totals: sumOf(days.slice(period)),
        participants: found.reduce((sum, day) => (day.date >= from ? sum + day.lastSeen : sum), 0n),
        previous: sumOf(days.slice(0, period)),
        refusals,
        allTime,
      }
    })
  }
}
