import { createHmac } from 'node:crypto'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import type { EventType } from '../events/event.ts'
import { type Endpoint, SECRET_PREFIX } from './webhook.ts'

/** The same events always have the same id and the same bytes. */
export type Message = { id: string; body: Buffer }

export type MessageRange = { firstSeq: bigint; lastSeq: bigint }

/** An event as the API shows it. */
export type SentEvent = { seq: number; type: EventType; createdAt: string; data: unknown }

/**
 * The next events after a cursor, and the cursor `to` after them; `sent` is null when the filter passes none.
 */
export type Payload = {
  to: bigint
  sent: (MessageRange & { count: number; body: Buffer; oldestAt: Date }) | null
}

export const EVENTS_PER_DELIVERY_MAX = 500

/** `msg_<endpoint>_<first seq>_<last seq>` */
export const eventsMessageId = (endpointId: string, { firstSeq, lastSeq }: MessageRange) =>
  `msg_${endpointId}_${firstSeq}_${lastSeq}`

/** Makes the payload of a page of events, or of those up to `until`. */
export function payloadOf(
  { events, next }: { events: SentEvent[]; next: bigint },
  until: bigint | null,
): Payload {
  const selection = until === null ? events : events.filter(({ seq }) => seq <= until)
  const to = until !== null && until < next ? until : next
  const [first, last] = [selection[0], selection.at(-1)]
  if (!first || !last) return { to, sent: null }
  return {
    to,
    sent: {
      firstSeq: BigInt(first.seq),
      lastSeq: BigInt(last.seq),
      count: selection.length,
      body: bytesOf({ type: 'events', timestamp: last.createdAt, data: { events: selection } }),
      oldestAt: new Date(first.createdAt),
    },
  }
}

/** Has no events, so that a receiver that handles it like a delivery does nothing. */
export const testMessage = (endpointId: string, attemptId: string, at: Date): Message => ({
  id: `msg_${endpointId}_test_${attemptId}`,
  body: bytesOf({ type: 'test', timestamp: at.toISOString(), data: { events: [] } }),
})

/** All endpoints at one cursor share the bytes, for the signature and for the request. */
const bytesOf = (content: object) => Buffer.from(JSON.stringify(content))

/** Undefined when the id is not one of ours. */
export function readMessageId(
  id: string,
): { endpointId: string; range: MessageRange | null; attemptId: string | null } | undefined {
  const parts = /^msg_([0-9a-f-]{36})_(?:test_([0-9a-f-]{36})|([1-9]\d{0,17})_([1-9]\d{0,17}))$/.exec(id)
  if (!parts) return undefined
  const [, endpointId = '', attemptId, first, last] = parts
  return {
    endpointId,
    attemptId: attemptId ?? null,
    range: first && last ? { firstSeq: BigInt(first), lastSeq: BigInt(last) } : null,
  }
}

/**
 * Signs as Standard Webhooks does, with the hash of OpenSSL: that of the library is JavaScript, and was a
 * third of what deliveries cost.
 */
export function signatureOf(
  secret: string,
  { id, timestamp }: { id: string; timestamp: number },
  body: Buffer | string,
): string {
  const hmac = createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
  return `v1,${hmac.update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}

/** Signs with every secret. */
export function signedHeaders(
  { id, body }: Message,
  secrets: readonly string[],
  at: Date,
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000)
  return {
    'content-type': 'application/json',
    'user-agent': 'Laurel-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => signatureOf(secret, { id, timestamp }, body)).join(' '),
  }
}

/** The current secret, and the replaced one until the overlap ends. */
export function signingSecrets(
  encryption: Encryption,
  {
    encryptedSecret,
    encryptedPreviousSecret,
    previousSecretUntil,
  }: Pick<Endpoint, 'encryptedSecret' | 'encryptedPreviousSecret' | 'previousSecretUntil'>,
  at: Date,
): string[] {
  const isOverlap = encryptedPreviousSecret && previousSecretUntil && previousSecretUntil > at
  return [encryptedSecret, ...(isOverlap ? [encryptedPreviousSecret] : [])].map((secret) =>
    encryption.decrypt(secret),
  )
}
