import assert from 'node:assert/strict'
import type { Database } from '../database/database.ts'
import { limitConcurrency } from '../process/concurrency-limit.ts'
import { countEvents } from './count-facts.ts'
import { type Day, daysUntil, emptyDay, type Period, sumOf, type Totals } from './overview.ts'
import { findTally, listDays, listRefusals, type Tally } from './overview-queries.ts'

/** Two runs of facts: more than a partner makes in the seconds that the background needs. */
const COUNTS_PER_READ_MAX = 2
/** Those who wait for a partner's overview to be counted must not hold the connections that awards need. */
const COUNTS_AT_ONCE_MAX = 2

export type Overview = {
  days: Day[]
  totals: Totals
  /** Distinct users who were paid in the period. */
  participants: bigint
  previous: Totals
  refusals: { reason: string; count: bigint }[]
  tally: Tally
}

export type ReadOverview = (partnerId: string, period: Period, now: Date) => Promise<Overview>

/** Reads overviews that hold every fact that was answered before, unless so many wait to be counted that it says how many. */
export function overviewReader(database: Database): ReadOverview {
  const inTurn = limitConcurrency(COUNTS_AT_ONCE_MAX)

  async function catchUp(partnerId: string): Promise<void> {
    for (let count = 1; count <= COUNTS_PER_READ_MAX; count += 1) {
      const tally = await findTally(database, partnerId)
      if (!tally || tally.last === tally.counted) return
      const { isBehind } = await inTurn(() => countEvents(database, partnerId))
      if (!isBehind) return
    }
  }

  return async (partnerId, period, now) => {
    await catchUp(partnerId)
    const dates = daysUntil(now, 2 * period)
    const [before, from, to] = [dates[0], dates[period], dates.at(-1)] as [string, string, string]
    return database.snapshot(async (db) => {
      const [tally, found, refusals] = await Promise.all([
        findTally(db, partnerId),
        listDays(db, partnerId, before),
        listRefusals(db, partnerId, { from, to }),
      ])
      assert(tally, `partner ${partnerId} has no ledger`)
      const byDate = new Map(found.map((day) => [day.date, day]))
      const days = dates.map((date) => byDate.get(date) ?? emptyDay(date))
      return {
        days: days.slice(period),
        totals: sumOf(days.slice(period)),
        participants: found.reduce((sum, day) => (day.date >= from ? sum + day.lastSeen : sum), 0n),
        previous: sumOf(days.slice(0, period)),
        refusals,
        tally,
      }
    })
  }
}
