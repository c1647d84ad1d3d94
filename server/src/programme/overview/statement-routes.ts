import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import { invalidFields, wrong } from '../../runtime/failure.ts'
import type { Database } from '../../storage/database/database.ts'
import { dayIn } from '../ledger/time-zone.ts'
import { coinValueOn } from '../partners/partner.ts'
import { listCoinValues } from '../partners/partner-store.ts'
import { checkDayRange, dayRangeFields, dayRangeOf } from './day-range-query.ts'
import { firstOfMonth } from './days.ts'
import type { ReadCounts } from './read-counts.ts'
import { readStatement } from './read-statement.ts'
import { StatementData, statementData } from './statement-data.ts'

const StatementQuery = Type.Object(
  {
    ...dayRangeFields({ from: 'the first of the month of `to`', to: 'today' }),
    asOf: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        must: 'be the number of an event',
        description:
          'The number of the last event to include. A statement as of an event never changes, unless the time zone does.',
      }),
    ),
  },
  { check: checkDayRange },
)

export function statementRoutes(
  app: App,
  { database, readCounts, now }: { database: Database; readCounts: ReadCounts; now: () => Date },
): void {
  app.get(
    '/laas/coins/statement',
    operation({
      id: 'readStatement',
      tag: 'Coins',
      summary: 'Read a statement of the coins in wallets',
      description:
        'The coins in all wallets before and after some days, every kind of movement between, what each rule issued, and what a coin was worth on the last day. Opening, plus the change of every kind, is closing, to the hundredth.',
      query: StatementQuery,
      message: 'Statement returned',
      data: StatementData,
    }),
    async (request) => {
      const coinValues = await listCoinValues(database, partnerOf(request))
      return readCounts(partnerOf(request), async (db, edition) => {
        const { asOf } = request.query
        if (asOf !== undefined && BigInt(asOf) > edition.last)
          throw invalidFields([
            wrong('asOf', `must be at most ${edition.last}, the number of your latest event`),
          ])
        const today = dayIn(edition.timeZone, now())
        const range = dayRangeOf(request.query, { today, first: firstOfMonth })
        const statement = await readStatement(db, edition, {
          range,
          asOf: asOf === undefined ? null : BigInt(asOf),
        })
        return statementData(statement, coinValueOn(coinValues, range.to))
      })
    },
  )
}
