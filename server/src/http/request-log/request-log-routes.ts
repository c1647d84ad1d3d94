import { Type } from 'typebox'
import type { Config } from '../../runtime/settings/config.ts'
import type { Db } from '../../storage/database/database.ts'
import { partnerOf } from '../edge/request-caller.ts'
import { Line, Nullable, OneOf, Uuid } from '../input/fields.ts'
import { operation } from '../input/operation.ts'
import { PageSize, UuidCursor } from '../input/paging.ts'
import type { App } from '../responses/envelope.ts'
import { RequestData, requestData } from './request-data.ts'
import { GROUPED_PER_HOUR_MAX } from './request-groups.ts'
import { LOGGED_PER_SECOND_MAX } from './request-log.ts'
import { countDropped, listRequests } from './request-log-store.ts'

const LIMIT_DEFAULT = 10

const RequestQuery = Type.Object({
  requestId: Type.Optional(Line(100, { description: 'Only the request with this X-Request-Id.' })),
  outcome: Type.Optional(
    OneOf(['ok', 'failed'], {
      schemaName: 'RequestOutcome',
      description: 'Only requests with this outcome; failed means a status from 400.',
    }),
  ),
  before: Type.Optional(Uuid({ description: 'The `next` of the previous response.' })),
  cursor: UuidCursor(),
  limit: PageSize(),
})

const RequestsData = Type.Object(
  {
    requests: Type.Array(RequestData),
    next: Nullable(
      Type.String({ description: 'Send it as `before` to get older requests; null when there are none.' }),
    ),
    leftOut: Type.Integer({ description: 'Requests of the last hour that were not logged.' }),
  },
  {
    schemaName: 'RequestPage',
    examples: [
      {
        requests: [
          {
            id: '0198c5e7-4a5b-7c6d-8e7f-8a9b0c1d2e3f',
            method: 'POST',
            path: '/api/v1/laas/rules/award',
            operation: 'awardRule',
            status: 400,
            durationMs: 4,
            errorType: 'not found',
            appErrorCode: '',
            error: 'User was not found.',
            caller: 'client',
            by: null,
            address: '203.0.113.7',
            createdAt: '2026-03-01T09:30:00.000Z',
            count: 1,
          },
        ],
        next: null,
        leftOut: 0,
      },
    ],
  },
)

type Services = { config: Pick<Config, 'requestLogDays'>; database: Db; now: () => Date }

export function requestLogRoutes(app: App, { config, database, now }: Services): void {
  app.get(
    '/laas/requests',
    operation({
      id: 'listRequests',
      tag: 'Request log',
      summary: 'List requests to the API',
      description: `Requests with your tokens in the last ${config.requestLogDays} days, newest first; they appear about a second after the response. Bodies, queries and headers are not stored. In a burst, beyond ${LOGGED_PER_SECOND_MAX} a second of each outcome, requests that ended alike share a line, which has the ids of all: \`requestId\` finds each. Each process keeps ${GROUPED_PER_HOUR_MAX.toLocaleString('en')} such requests an hour that succeeded, and as many that failed; \`leftOut\` counts the others. Successful reads by team members are not listed.`,
      query: RequestQuery,
      message: 'Requests returned',
      data: RequestsData,
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const { requestId, outcome = null, cursor, before = null, limit = LIMIT_DEFAULT } = request.query
      const leftOut = await countDropped(database, partnerId, now())
      const found = await listRequests(database, partnerId, {
        requestId: requestId ?? null,
        outcome,
        before: cursor ?? before,
        limit: limit + 1,
      })
      const requests = found.slice(0, limit)
      return {
        requests: requests.map(requestData),
        next: requestId === undefined && found.length > limit ? (requests.at(-1)?.id ?? null) : null,
        leftOut,
      }
    },
  )
}
