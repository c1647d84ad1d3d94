import { Type } from 'typebox'
import { Nullable, OneOf, Timestamp } from '../../http/input/fields.ts'
import type { EventType } from '../events/event.ts'
import { eventsMessageId, testMessage } from './message.ts'
import type { Attempt, Endpoint } from './webhook.ts'
import { EventTypeField } from './webhook-body.ts'

const EXAMPLE = {
  id: '0198c5c1-2a3b-7c4d-8e5f-6a7b8c9d0e1f',
  url: 'https://shop.acme.example/laurel/events',
  description: 'Orders',
  types: ['award.paid', 'award.reversed'],
  enabled: true,
  deliveredUpTo: 4812,
  waiting: 0,
  failures: 0,
  failingSince: null,
  nextTryAt: null,
  switchedOffAt: null,
  switchedOffReason: null,
  previousSecretUntil: null,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
}

export const WebhookData = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    description: Type.String(),
    types: Type.Unsafe<EventType[] | null>({
      type: ['array', 'null'],
      items: EventTypeField(),
      description: 'The delivered event types; null for all but activity.recorded.',
    }),
    enabled: Type.Boolean(),
    deliveredUpTo: Type.Integer({
      description: 'The number of the last event that was delivered or filtered out.',
    }),
    waiting: Type.Integer({ description: 'Events since then.' }),
    failures: Type.Integer({ description: 'Failed deliveries in a row.' }),
    failingSince: Nullable(Timestamp()),
    nextTryAt: Nullable(
      Type.String({
        format: 'date-time',
        description: 'When the next retry is due; null unless deliveries fail.',
      }),
    ),
    switchedOffAt: Nullable(Timestamp()),
    switchedOffReason: Nullable(Type.String()),
    previousSecretUntil: Nullable(
      Type.String({ format: 'date-time', description: 'Until when the replaced secret also signs.' }),
    ),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  },
  { schemaName: 'Webhook', examples: [EXAMPLE] },
)

export const WebhooksData = Type.Object(
  { webhooks: Type.Array(WebhookData) },
  { schemaName: 'WebhookList', examples: [{ webhooks: [EXAMPLE] }] },
)

export const WebhookWithSecretData = Type.Object(
  { ...WebhookData.properties, secret: Type.String({ description: 'Shown only in this response.' }) },
  {
    schemaName: 'WebhookWithSecret',
    examples: [{ ...EXAMPLE, secret: 'whsec_q0m9c8t2Q4x6Z8b1N3d5F7h9K1sP3v0V1oJ1kx1Yb7k=' }],
  },
)

export function webhookData(endpoint: Endpoint, lastSeq: bigint, now: Date) {
  const { id, url, description, types, enabled, cursor, failures } = endpoint
  const { failingSince, nextTryAt, switchedOffAt, switchedOffReason, previousSecretUntil } = endpoint
  return {
    id,
    url,
    description,
    types,
    enabled,
    deliveredUpTo: Number(cursor),
    waiting: Number(lastSeq - cursor),
    failures,
    failingSince: failingSince?.toISOString() ?? null,
    nextTryAt: failingSince && enabled ? nextTryAt.toISOString() : null,
    switchedOffAt: switchedOffAt?.toISOString() ?? null,
    switchedOffReason,
    previousSecretUntil:
      previousSecretUntil && previousSecretUntil > now ? previousSecretUntil.toISOString() : null,
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  }
}

const ATTEMPT_EXAMPLE = {
  id: '0198c5c1-4d5e-7f60-8172-93a4b5c6d7e8',
  kind: 'delivery',
  messageId: `msg_${EXAMPLE.id}_4313_4812`,
  firstSeq: 4313,
  lastSeq: 4812,
  events: 500,
  delivered: false,
  status: 500,
  error: 'It answered 500; a delivery counts once a status from 200 to 299 comes back.',
  tookMs: 48,
  answer: 'Internal Server Error',
  createdAt: '2026-03-01T09:30:00.000Z',
}

export const AttemptData = Type.Object(
  {
    id: Type.String(),
    kind: OneOf(['delivery', 'redelivery', 'test'], { schemaName: 'WebhookAttemptKind' }),
    messageId: Type.String({ description: 'The webhook-id of the message.' }),
    firstSeq: Nullable(Type.Integer({ description: 'The number of the first event; null for a test.' })),
    lastSeq: Nullable(Type.Integer()),
    events: Type.Integer(),
    delivered: Type.Boolean(),
    status: Nullable(
      Type.Integer({ description: 'The HTTP status of the response; null when there was none.' }),
    ),
    error: Nullable(Type.String({ description: 'What went wrong; null when delivered.' })),
    tookMs: Type.Integer(),
    answer: Type.String({ description: 'The first 1,000 bytes of the response.' }),
    createdAt: Timestamp(),
  },
  {
    schemaName: 'WebhookAttempt',
    examples: [ATTEMPT_EXAMPLE],
  },
)

export const AttemptsData = Type.Object(
  {
    attempts: Type.Array(AttemptData),
    next: Nullable(
      Type.String({ description: 'Send it as `before` to get older attempts; null when there are none.' }),
    ),
  },
  { schemaName: 'WebhookAttemptPage', examples: [{ attempts: [ATTEMPT_EXAMPLE], next: null }] },
)

export function attemptData(endpointId: string, attempt: Attempt) {
  const { id, kind, firstSeq, lastSeq, events, status, error, tookMs, answer, createdAt } = attempt
  const messageId =
    firstSeq === null || lastSeq === null
      ? testMessage(endpointId, id, createdAt).id
      : eventsMessageId(endpointId, { firstSeq, lastSeq })
  return {
    id,
    kind,
    messageId,
    firstSeq: firstSeq === null ? null : Number(firstSeq),
    lastSeq: lastSeq === null ? null : Number(lastSeq),
    events,
    delivered: error === null,
    status,
    error,
    tookMs,
    answer,
    createdAt: createdAt.toISOString(),
  }
}
