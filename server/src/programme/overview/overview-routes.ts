import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { Database } from '../../storage/database/database.ts'
import { PERIODS, type Period } from './overview.ts'
import { OverviewData, overviewData } from './overview-data.ts'
import { overviewReader } from './read-overview.ts'

const PERIOD_DEFAULT: Period = 30

const OverviewQuery = Type.Object({
  days: Type.Optional(
    Type.Unsafe<Period>(
      Type.Integer({
        enum: PERIODS,
        default: PERIOD_DEFAULT,
        must: `be one of ${PERIODS.join(', ')}`,
        description: 'Length of the period in days, including today.',
      }),
    ),
  ),
})

export function overviewRoutes(app: App, { database, now }: { database: Database; now: () => Date }): void {
  const readOverview = overviewReader(database)
  app.get(
    '/laas/overview',
    operation({
      id: 'readOverview',
      tag: 'Overview',
      summary: 'Read the programme at a glance',
      description:
        'Coins, awards and members by day and over the period, with the previous period to compare. Counted from the events in order: an award is included as soon as its response is sent.',
      query: OverviewQuery,
      message: 'Overview returned',
      data: OverviewData,
    }),
    async (request) =>
      overviewData(await readOverview(partnerOf(request), request.query.days ?? PERIOD_DEFAULT, now())),
  )
}
