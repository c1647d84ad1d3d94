import { Type } from 'typebox'
import { actorOf, partnerOf } from '../../http/edge/request-caller.ts'
import { operation } from '../../http/input/operation.ts'
import { CursorPageOf, CursorQuery, cursorPage, decodeCursor } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { Database } from '../../storage/database/database.ts'
import { dayIn } from '../ledger/time-zone.ts'
import { coinValueOn } from '../partners/partner.ts'
import { listCoinValues } from '../partners/partner-store.ts'
import { closeMonth, monthClosed, monthNotOver } from './close-month.ts'
import { firstOfMonth, monthAfter } from './days.ts'
import { ExpiryForecastData, expiryForecastData } from './expiry-forecast-data.ts'
import { LiabilityData, liabilityData } from './liability-data.ts'
import { ClosedMonthData, closedMonthData, MonthData, monthData } from './month-data.ts'
import type { ReadCounts } from './read-counts.ts'
import { readExpiryForecast } from './read-expiry-forecast.ts'
import { readLiability } from './read-liability.ts'
import { readMonths } from './read-months.ts'

/** The years that a statement can have. */
const MONTH_PATTERN = '^(19[7-9]|[2-8]\\d\\d)\\d-(0[1-9]|1[0-2])$'
const isMonth = (text: string) => new RegExp(MONTH_PATTERN).test(text)

const MonthPath = Type.Object({
  month: Type.String({
    pattern: MONTH_PATTERN,
    must: 'be a month from 1970-01 to 8999-12, such as 2026-03',
    description: 'Year and month.',
    examples: ['2026-03'],
  }),
})

type Services = { database: Database; readCounts: ReadCounts; now: () => Date }

export function financeRoutes(app: App, { database, readCounts, now }: Services): void {
  app.get(
    '/laas/coins/liability',
    operation({
      id: 'readLiability',
      tag: 'Coins',
      summary: 'Read what members can still spend',
      description:
        'The coins in all wallets by the days since each member last moved any, what members owe, and how much of what was issued in the last twelve months was spent. Counted from the events in order, as the statement is.',
      message: 'Liability returned',
      data: LiabilityData,
    }),
    async (request) => {
      const coinValues = await listCoinValues(database, partnerOf(request))
      return readCounts(partnerOf(request), async (db, edition) => {
        const today = dayIn(edition.timeZone, now())
        return liabilityData(await readLiability(db, edition, today), coinValueOn(coinValues, today))
      })
    },
  )

  app.get(
    '/laas/coins/expiry',
    operation({
      id: 'readExpiryForecast',
      tag: 'Coins',
      summary: 'Read what will expire in the next months',
      description:
        'The coins that expire in this month and the eleven after it, if nobody spends them. Pending coins are among them. Coins that are held are not: they expire once they come back.',
      message: 'Expiry returned',
      data: ExpiryForecastData,
    }),
    async (request) => {
      const coinValues = await listCoinValues(database, partnerOf(request))
      return readCounts(partnerOf(request), async (db, edition) => {
        const forecast = await readExpiryForecast(db, edition, now())
        return expiryForecastData(forecast, coinValueOn(coinValues, forecast.today))
      })
    },
  )

  app.get(
    '/laas/periods',
    operation({
      id: 'listMonths',
      tag: 'Coins',
      summary: 'List the months of the programme',
      description:
        "The statement of each month in the programme's time zone, newest first, from that of the first event on, and whether it was closed. Each is worth what a coin was worth on its last day, and the month that is not over what it is worth today.",
      query: CursorQuery(),
      message: 'Months returned',
      data: CursorPageOf(MonthData),
    }),
    async (request) => {
      const { cursor, limit = 10 } = request.query
      const coinValues = await listCoinValues(database, partnerOf(request))
      return readCounts(partnerOf(request), async (db, edition) => {
        const today = dayIn(edition.timeZone, now())
        const before =
          cursor === undefined ? monthAfter(firstOfMonth(today)) : `${decodeCursor(cursor, isMonth)}-01`
        const months = await readMonths(db, edition, { before, limit: limit + 1 })
        const { entries, next } = cursorPage(months, limit, ({ range }) => range.from.slice(0, 7))
        return { data: entries.map((month) => monthData(month, coinValues, today)), next }
      })
    },
  )

  app.post(
    '/laas/periods/:month/close',
    operation({
      id: 'closeMonth',
      tag: 'Coins',
      roles: ['owner', 'manager'],
      summary: 'Close a month',
      description:
        'Notes who closed a month that has ended, and as of which event. Nothing else changes: later reversals and refunds count on the days they happen, and the statement as of that event stays what it was.',
      params: MonthPath,
      code: 201,
      message: 'Month closed',
      data: ClosedMonthData,
      failures: [monthNotOver('2026-03'), monthClosed('2026-02')],
    }),
    async (request) =>
      closedMonthData(await closeMonth(database, actorOf(request), `${request.params.month}-01`)),
  )
}
