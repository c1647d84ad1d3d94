import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { partnerOf } from '../http/credential.ts'
import type { App } from '../http/envelope.ts'
import { type FieldProblem, notFound, wrong } from '../http/failure.ts'
import { JsonText } from '../http/json-text.ts'
import { operation } from '../http/operation.ts'
import { Limit, NumberCursor } from '../http/paging.ts'
import { type ReadServices, sendRead } from '../reads/send-read.ts'
import { EVENT_TYPES, type EventType } from './event.ts'
import { EVENT_EXAMPLES, EventData, eventData } from './event-data.ts'
import { EVENTS } from './event-queries.ts'
import { STREAM_ENDS } from './event-stream.ts'
import type { EventWatch } from './event-watch.ts'
import { createStreamRegistry, STREAMS_PER_PARTNER_MAX } from './stream-registry.ts'

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 1_000
const TYPES_CHARACTERS_MAX = 500

const After = () =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      must: `be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`,
      description: 'Returns events after this number.',
    }),
  )

const TYPES_MUST = `name types of events separated by commas (${EVENT_TYPES.join(', ')})`

const Types = () =>
  Type.Optional(
    Type.String({
      format: 'line',
      maxLength: TYPES_CHARACTERS_MAX,
      must: TYPES_MUST,
      description: `Only events of these types, separated by commas: ${EVENT_TYPES.join(', ')}.`,
      examples: ['award.paid,award.reversed,coins.transferred'],
    }),
  )

function checkTypes({ types }: { types?: string }): FieldProblem[] {
  const unknown = types?.split(',').filter((type) => !EVENT_TYPES.includes(type as EventType)) ?? []
  if (unknown.length === 0) return []
  return [wrong('types', `must ${TYPES_MUST}, which ${unknown.map((type) => `"${type}"`).join(', ')} is not`)]
}

const typesOf = (types: string | undefined) =>
  types === undefined ? null : (types.split(',') as EventType[])

const EventQuery = Type.Object(
  {
    after: After(),
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        must: `be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`,
        description:
          'Returns events before this number, newest first. Send a very large number for the latest events.',
      }),
    ),
    types: Types(),
    cursor: NumberCursor(),
    limit: Limit('Events per response', { max: LIMIT_MAX, usual: LIMIT_DEFAULT }),
  },
  { check: checkTypes },
)

const EventsData = Type.Object(
  {
    events: Type.Array(EventData),
    next: Type.Integer({
      description:
        'Send it as `after` to continue. All events up to this number were scanned, so it can advance without any event that passes `types`. After a call with `before`, send it as `before`: all events from this number on were scanned; at 1 there are no more.',
    }),
  },
  { examples: [{ events: EVENT_EXAMPLES, next: EVENT_EXAMPLES.length }] },
)

const EventPath = Type.Object({
  seq: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    must: `be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`,
    description: 'The number of the event.',
  }),
})

const StreamQuery = Type.Object({ after: After(), types: Types() }, { check: checkTypes })

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

const STREAM_EXAMPLE = EVENT_EXAMPLES.slice(-2)
  .map((event) => `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  .join('')

type Services = ReadServices & {
  config: Pick<Config, 'eventStreamsMax'>
  database: Pick<Database, 'forPartner'>
  eventWatch: EventWatch
  draining: AbortSignal
  /** Whether the credential of an accepted request is still valid. */
  isStillValid: (request: FastifyRequest) => Promise<boolean>
}

export function eventRoutes(app: App, services: Services): void {
  const { config, database, eventWatch, draining, isStillValid } = services
  app.get(
    '/laas/events',
    {
      ...operation({
        id: 'listEvents',
        tag: 'Events',
        summary: 'List events',
        description:
          'Every event in order, numbered from 1 without gaps. `data` is the data of the response to the request that caused it; awards add `reason` and `counters`. Call again with `after` set to `next`; when `next` does not change, there are no more events yet.',
        query: EventQuery,
        message: 'Events returned',
        data: EventsData,
        hasEtag: true,
      }),
    },
    async (request, reply) => {
      const { before, types, limit = LIMIT_DEFAULT } = request.query
      const after = request.query.cursor ?? request.query.after ?? 0
      const filter = {
        after: BigInt(after),
        before: before === undefined ? null : BigInt(before),
        types: typesOf(types),
        limit,
      }
      return sendRead(services, request, reply, partnerOf(request), async (batch) => {
        const text = await batch.remember(`events ${after} ${before} ${types} ${limit}`, async () => {
          const { lastSeq: last } = await batch.ledger
          const { events, next } = await batch.load(EVENTS, { ...filter, last })
          return JSON.stringify({ events: events.map(eventData), next: Number(next) })
        })
        return new JsonText(text)
      })
    },
  )

  app.get(
    '/laas/events/:seq',
    operation({
      id: 'readEvent',
      tag: 'Events',
      summary: 'Read an event',
      params: EventPath,
      message: 'Event returned',
      data: EventData,
      failures: ['notFound'],
      hasEtag: true,
    }),
    async (request, reply) => {
      const after = BigInt(request.params.seq) - 1n
      return sendRead(services, request, reply, partnerOf(request), async (batch) => {
        const { lastSeq: last } = await batch.ledger
        const { events } = await batch.load(EVENTS, { after, before: null, types: null, limit: 1, last })
        if (!events[0]) throw notFound('Event')
        return eventData(events[0])
      })
    },
  )

  const streams = createStreamRegistry({ database, eventWatch, streamsMax: config.eventStreamsMax })
  draining.addEventListener('abort', () => streams.endAll())
  app.get(
    '/laas/events/stream',
    {
      ...operation({
        id: 'streamEvents',
        tag: 'Events',
        summary: 'Follow events live',
        description: `Sends the events after \`after\`, then each new one, as server-sent events: \`id\` is the number, \`event\` the type, \`data\` the event as in \`listEvents\`. Reconnect with \`Last-Event-ID\` to continue without losing or repeating an event; an \`EventSource\` does this by itself. An idle stream sends an empty comment every 15 seconds. When the service ends the stream, the last event is \`end\`, with \`reason\` (${Object.keys(STREAM_ENDS).join(', ')}) and \`message\` in its data. A partner can have ${STREAMS_PER_PARTNER_MAX} open streams per process; a process that has as many streams as it can responds 503.`,
        query: StreamQuery,
        headers: StreamHeaders,
        message: 'A stream of events',
        mediaType: 'text/event-stream',
        data: Type.String({ examples: [STREAM_EXAMPLE] }),
      }),
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { after = 0, types } = request.query
      const lastEventId = request.headers['last-event-id']
      const stream = streams.open({
        partnerId: partnerOf(request),
        types: typesOf(types),
        after: BigInt(lastEventId ? String(lastEventId) : after),
        isTokenValid: () => isStillValid(request),
        response: reply.raw,
      })
      reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        connection: 'close',
        // Proxies such as nginx would buffer some kilobytes of events.
        'x-accel-buffering': 'no',
      })
      return reply.send(stream)
    },
  )
}
