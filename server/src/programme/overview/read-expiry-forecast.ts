import type { Db } from '../../storage/database/database.ts'
import type { Coins } from '../ledger/coin.ts'
import { dayIn } from '../ledger/time-zone.ts'
import { type DayRange, firstOfMonth, lastOfMonth, monthAfter } from './days.ts'
import type { ReadEdition } from './edition-store.ts'
import { sumExpiring } from './expiry-forecast-queries.ts'

const MONTHS = 12

type Expiring = { coins: Coins; members: bigint }

export type ExpiryForecast = {
  edition: ReadEdition
  today: string
  /** This month and those after it. */
  months: (Expiring & { range: DayRange })[]
  later: Expiring
}

const NOTHING: Expiring = { coins: 0n, members: 0n }

/** What will expire in which month, if nothing is spent. */
export async function readExpiryForecast(db: Db, edition: ReadEdition, now: Date): Promise<ExpiryForecast> {
  const { partnerId, timeZone } = edition
  const today = dayIn(timeZone, now)
  const months = [firstOfMonth(today)]
  while (months.length < MONTHS) months.push(monthAfter(months.at(-1) as string))
  const later = monthAfter(months.at(-1) as string)
  const found = await sumExpiring(db, partnerId, { after: now, timeZone, later })
  const byMonth = new Map(found.map(({ month, ...sums }) => [month, sums]))
  return {
    edition,
    today,
    months: months.map((month) => ({
      range: { from: month, to: lastOfMonth(month) },
      ...(byMonth.get(month) ?? NOTHING),
    })),
    later: byMonth.get(later) ?? NOTHING,
  }
}
