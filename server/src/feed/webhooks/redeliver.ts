import type { Outbound } from '../../messages/outbound/outbound.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { notFound, refused } from '../../runtime/failure.ts'
import { withoutReader } from '../../runtime/process/reader.ts'
import type { Database } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import { findAttempt, insertAttempt } from './attempt-store.ts'
import { ownWebhook } from './manage-webhook.ts'
import { eventsMessageId, type Message, testMessage } from './message.ts'
import { buildPayload } from './payloads.ts'
import { type Sent, sendMessage } from './send-message.ts'
import type { Attempt, Endpoint, EndpointKey } from './webhook.ts'

type SendServices = { database: Database; encryption: Encryption; outbound: Outbound; now: () => Date }

export const notRedeliverable = () =>
  refused('not_redeliverable', 'A test has no events to deliver again; send another test.')

/** Sends the events of an attempt again. The cursor of the endpoint does not change. */
export async function redeliver(
  services: SendServices,
  key: EndpointKey,
  attemptId: string,
): Promise<Attempt> {
  const { database } = services
  const endpoint = await ownWebhook(database, key)
  const attempt = await findAttempt(database, key, attemptId)
  if (!attempt) throw notFound('Attempt')
  const { firstSeq, lastSeq, events, types } = attempt
  if (firstSeq === null || lastSeq === null) throw notRedeliverable()
  const { sent } = await buildPayload(database, key.partnerId, {
    after: firstSeq - 1n,
    types,
    until: lastSeq,
  })
  const message = {
    id: eventsMessageId(endpoint.id, { firstSeq, lastSeq }),
    body: sent?.body ?? Buffer.alloc(0),
  }
  return send(services, endpoint, message, {
    id: newId(),
    kind: 'redelivery',
    firstSeq,
    lastSeq,
    events,
    types,
    createdAt: services.now(),
  })
}

export async function sendTest(services: SendServices, key: EndpointKey): Promise<Attempt> {
  const endpoint = await ownWebhook(services.database, key)
  const [id, createdAt] = [newId(), services.now()]
  return send(services, endpoint, testMessage(endpoint.id, id, createdAt), {
    id,
    kind: 'test',
    firstSeq: null,
    lastSeq: null,
    events: 0,
    types: null,
    createdAt,
  })
}

async function send(
  services: SendServices,
  endpoint: Endpoint,
  message: Message,
  about: Omit<Attempt, keyof Sent>,
): Promise<Attempt> {
  const { status, error, tookMs, answer } = await sendMessage(services, endpoint, message)
  const attempt = { ...about, status, error, tookMs, answer }
  // What was sent must be recorded, however many reads of the partner wait.
  await withoutReader(() => insertAttempt(services.database, endpoint, attempt))
  return attempt
}
