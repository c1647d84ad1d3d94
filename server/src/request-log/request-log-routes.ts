import { Type } from 'typebox'
import type { Db } from '../database/database.ts'
import { partnerOf } from '../http/credential.ts'
import type { App } from '../http/envelope.ts'
import { isUuid, Line, Nullable, OneOf, Timestamp, Uuid } from '../http/fields.ts'
import { operation } from '../http/operation.ts'
import { PageSize } from '../http/paging.ts'
import { REQUESTS_KEPT_DAYS } from './logged-request.ts'
import { KEPT_MAX } from './request-log.ts'
import { countLeftOut, type ListedRequest, listRequests } from './request-log-store.ts'

const LIMIT_DEFAULT = 10

const RequestQuery = Type.Object({
  requestId: Type.Optional(Line(100, { description: 'Only the request with this X-Request-Id.' })),
  outcome: Type.Optional(
    OneOf(['ok', 'failed'], {
      description: 'Only requests with this outcome; failed means status 400 and above.',
    }),
  ),
  before: Type.Optional(Uuid({ description: 'The `next` of the previous response.' })),
  limit: PageSize(),
})

const RequestData = Type.Object({
  id: Type.String({ description: 'The X-Request-Id of the response.' }),
  method: Type.String(),
  path: Type.String({ description: 'Without the query.' }),
  operation: Nullable(
    Type.String({ description: 'The operationId of this reference; null if there is no such route.' }),
  ),
  status: Type.Integer(),
  durationMs: Type.Integer(),
  errorType: Nullable(Type.String()),
  appErrorCode: Nullable(Type.String()),
  error: Nullable(Type.String()),
  caller: Type.String({ description: 'Whose token it was: client, team or user.' }),
  by: Nullable(Type.String({ description: 'The e-mail address of the team member who sent it.' })),
  address: Nullable(Type.String({ description: 'The IP address it came from; null for a user.' })),
  createdAt: Timestamp(),
})

const RequestsData = Type.Object(
  {
    requests: Type.Array(RequestData),
    next: Nullable(Type.String({ description: 'Send it as `before` to get earlier requests.' })),
    leftOut: Type.Integer({ description: 'How many requests of the last hour were not logged.' }),
  },
  {
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
          },
        ],
        next: null,
        leftOut: 0,
      },
    ],
  },
)

/** What was asked with the partner's tokens. */
export function requestRoutes(app: App, { database, now }: { database: Db; now: () => Date }): void {
  app.get(
    '/laas/requests',
    operation({
      id: 'listRequests',
      tag: 'Developers',
      summary: 'List requests to the API',
      description: `Requests with a token of yours in the last ${REQUESTS_KEPT_DAYS} days, newest first. A request appears about a second after its response. Bodies, queries and headers are not logged. Each process logs at most ${KEPT_MAX} successes and ${KEPT_MAX} failures a second; \`leftOut\` counts the others. Successful reads by team members are not listed.`,
      query: RequestQuery,
      message: 'Requests returned',
      data: RequestsData,
    }),
    async (request) => {
      const partnerId = partnerOf(request)
      const { requestId, outcome = null, before = null, limit = LIMIT_DEFAULT } = request.query
      const leftOut = await countLeftOut(database, partnerId, now())
      if (requestId !== undefined && !isUuid(requestId)) return { requests: [], next: null, leftOut }
      const found = await listRequests(database, partnerId, {
        id: requestId ?? null,
        outcome,
        before,
        limit: limit + 1,
      })
      const requests = found.slice(0, limit)
      return {
        requests: requests.map(requestData),
        next: found.length > limit ? (requests.at(-1)?.id ?? null) : null,
        leftOut,
      }
    },
  )
}

function requestData({ partnerId: _, teamMemberId: __, createdAt, ...request }: ListedRequest) {
  return { ...request, createdAt: createdAt.toISOString() }
}
