import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { OneOf } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { Database } from '../../storage/database/database.ts'
import { coinValueOn } from '../partners/partner.ts'
import { listCoinValues } from '../partners/partner-store.ts'
import { checkListedDays, dayRangeFields } from './day-range-query.ts'
import { COMPARISONS } from './days.ts'
import { listedDays } from './listed-days.ts'
import { OverviewData, overviewData } from './overview-data.ts'
import type { ReadCounts } from './read-counts.ts'
import { readOverview } from './read-overview.ts'

const PERIODS = [7, 30, 90] as const
type Period = (typeof PERIODS)[number]
const PERIOD_DEFAULT: Period = 30

const OverviewQuery = Type.Object(
  {
    days: Type.Optional(
      Type.Unsafe<Period>(
        Type.Integer({
          enum: PERIODS,
          default: PERIOD_DEFAULT,
          must: `be one of ${PERIODS.join(', ')}`,
          description: 'Length of the period in days, including today, when `from` is not given.',
        }),
      ),
    ),
    ...dayRangeFields({ from: 'so that there are `days`', to: 'today' }),
    compare: Type.Optional(
      OneOf(COMPARISONS, {
        schemaName: 'Comparison',
        default: 'previous',
        description: '`previous`: with as many days right before. `year`: with the same days a year earlier.',
      }),
    ),
  },
  { check: checkListedDays },
)

export function overviewRoutes(
  app: App,
  { database, readCounts, now }: { database: Database; readCounts: ReadCounts; now: () => Date },
): void {
  app.get(
    '/laas/overview',
    operation({
      id: 'readOverview',
      tag: 'Overview',
      summary: 'Read the programme at a glance',
      description:
        'Coins, awards and members by day and over the period, with another period to compare. Opening, plus everything that entered wallets, less everything that left them, is closing. Counted from the events in order: an award is included as soon as its response is sent.',
      query: OverviewQuery,
      message: 'Overview returned',
      data: OverviewData,
    }),
    async (request) => {
      const coinValues = await listCoinValues(database, partnerOf(request))
      return readCounts(partnerOf(request), async (db, edition) => {
        const { days = PERIOD_DEFAULT, compare = 'previous' } = request.query
        const { range, today } = listedDays(request.query, edition, { days, now: now() })
        const overview = await readOverview(db, edition, { range, comparison: compare, today })
        return overviewData(overview, coinValueOn(coinValues, range.to))
      })
    },
  )
}
