import type { FastifyRequest } from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { WholeNumber } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import type { App } from '../../http/responses/envelope.ts'
import type { Config } from '../../runtime/settings/config.ts'
import type { Database } from '../../storage/database/database.ts'
import type { EventWatch } from './event-watch.ts'
import { eventText } from './partner-feed.ts'
import { createStreamRegistry, type NewStream, type StreamLimits } from './stream-registry.ts'

export const After = () =>
  Type.Optional(
    WholeNumber(0, Number.MAX_SAFE_INTEGER, { default: 0, description: 'Returns events after this number.' }),
  )

const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      pattern: '^\\d{0,15}$',
      must: 'be the number of an event',
      description:
        'The number of the last event received; overrides `after`. An `EventSource` sends it when it reconnects.',
    }),
  ),
})

export type StreamServices = {
  config: Pick<Config, 'eventStreamsMax'>
  database: Pick<Database, 'forPartner'>
  eventWatch: EventWatch
  draining: AbortSignal
  /** Whether the credential of an accepted request is still valid. */
  isStillValid: (request: FastifyRequest) => Promise<boolean>
}

type StreamRoute = {
  path: string
  id: string
  tag: string
  summary: string
  description: string
  query: TObject
  /** The `data` of each server-sent event has this schema. */
  event: TSchema
  examples: { seq: number; type: string }[]
  /** Limits the streams of this process. */
  streamsMax: number
  limits?: StreamLimits
  /** Selects the events that the caller gets. */
  select(request: FastifyRequest): Promise<Pick<NewStream, 'types' | 'owner'>>
}

/** A route that sends events as they happen, until its token or the process ends. */
export function streamRoute(app: App, services: StreamServices, route: StreamRoute): void {
  const { database, eventWatch, draining, isStillValid } = services
  const { path, query, event, examples, streamsMax, limits, select, ...described } = route
  const streams = createStreamRegistry({ database, eventWatch, streamsMax, ...(limits && { limits }) })
  draining.addEventListener('abort', () => streams.endAll())
  app.get(
    path,
    {
      ...operation({
        ...described,
        query,
        headers: StreamHeaders,
        message: 'A stream of events',
        mediaType: 'text/event-stream',
        data: Type.String({
          contentSchema: event,
          examples: [examples.map((each) => eventText(each, each)).join('')],
        }),
      }),
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const stream = streams.open({
        ...(await select(request)),
        partnerId: partnerOf(request),
        after: positionOf(request),
        isTokenValid: () => isStillValid(request),
        response: reply.raw,
      })
      return reply.headers(STREAM_HEADERS).send(stream)
    },
  )
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  connection: 'close',
  // Proxies such as nginx would buffer some kilobytes of events.
  'x-accel-buffering': 'no',
}

/** The number after which a stream begins. */
function positionOf({ query, headers }: FastifyRequest): bigint {
  const lastEventId = headers['last-event-id']
  return BigInt(lastEventId ? String(lastEventId) : ((query as { after?: number }).after ?? 0))
}
