import { Type } from 'typebox'
import { partnerOf } from '../../http/edge/request-caller.ts'
import { WholeNumber } from '../../http/input/fields.ts'
import { operation } from '../../http/input/operation.ts'
import { Limit, NumberCursor } from '../../http/input/paging.ts'
import type { App } from '../../http/responses/envelope.ts'
import { JsonText } from '../../http/responses/json-text.ts'
import { type ReadServices, sendRead } from '../../programme/read-batches/send-read.ts'
import { type FieldProblem, notFound, wrong } from '../../runtime/failure.ts'
import { EVENT_TYPES, type EventType } from './event.ts'
import { EVENT_EXAMPLES, EventData, eventData } from './event-data.ts'
import { EVENTS } from './event-queries.ts'
import { STREAM_ENDS } from './event-stream.ts'
import { STREAMS_PER_PARTNER_MAX } from './stream-registry.ts'
import { After, type StreamServices, streamRoute } from './stream-route.ts'

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 1_000
const TYPES_CHARACTERS_MAX = 500

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
      WholeNumber(1, Number.MAX_SAFE_INTEGER, {
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
  { schemaName: 'EventPage', examples: [{ events: EVENT_EXAMPLES, next: EVENT_EXAMPLES.at(-1)?.seq }] },
)

const SEQ_MUST = `be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`

const EventPath = Type.Object(
  {
    // The number is text, of which each event has one: a number would also be read from +1 and 01.
    seq: Type.String({
      pattern: '^[1-9]\\d{0,15}$',
      must: SEQ_MUST,
      documentedAs: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      description: 'The number of the event.',
    }),
  },
  {
    check: ({ seq }: { seq?: unknown }) =>
      Number(seq) > Number.MAX_SAFE_INTEGER ? [wrong('seq', `must ${SEQ_MUST}`)] : [],
  },
)

type Services = ReadServices & StreamServices

export function eventRoutes(app: App, services: Services): void {
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

  streamRoute(app, services, {
    path: '/laas/events/stream',
    id: 'streamEvents',
    tag: 'Events',
    summary: 'Follow events live',
    description: `Sends the events after \`after\`, then each new one, as server-sent events: \`id\` is the number, \`event\` the type, \`data\` the event as in \`listEvents\`. Reconnect with \`Last-Event-ID\` to continue without losing or repeating an event; an \`EventSource\` does this by itself. An idle stream sends an empty comment every 15 seconds. When the service ends the stream, the last event is \`end\`, with \`reason\` (${Object.keys(STREAM_ENDS).join(', ')}) and \`message\` in its data. A partner can have ${STREAMS_PER_PARTNER_MAX} open streams per process; a process that has as many streams as it can responds 503.`,
    query: Type.Object({ after: After(), types: Types() }, { check: checkTypes }),
    event: EventData,
    examples: EVENT_EXAMPLES,
    streamsMax: services.config.eventStreamsMax,
    select: async ({ query }) => ({ types: typesOf((query as { types?: string }).types) }),
  })
}
