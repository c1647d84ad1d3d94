import { WebhookVerificationError } from './errors.ts'
import type { Event } from './schemas.ts'

/** A delivery that was verified. */
export interface WebhookMessage {
  /** Stays the same for every attempt to deliver the same events. */
  id: string
  /** `test` for the test of an endpoint, which has no events. */
  type: 'events' | 'test'
  timestamp: string
  /** The events are in order, and a delivery can repeat some: compare `seq` with that of the last one handled. */
  events: Event[]
}

export interface VerifyOptions {
  /** How far the time of the delivery may be from now; 300 seconds unless given. */
  toleranceSeconds?: number
}

type GivenHeaders = Headers | Record<string, string | string[] | undefined>

const TOLERANCE_SECONDS = 300

/**
 * Verifies that a delivery comes from your Laurel and returns its events. Give it the body as it was received,
 * before any parsing, and the secret of the webhook. During a rotation you can give several secrets. Throws a
 * `WebhookVerificationError` when the delivery cannot be trusted.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: GivenHeaders,
  secret: string | string[],
  { toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const id = headerOf(headers, 'webhook-id')
  const sentAt = headerOf(headers, 'webhook-timestamp')
  const signatureHeader = headerOf(headers, 'webhook-signature')
  if (!/^\d+$/.test(sentAt) || Math.abs(Date.now() / 1000 - Number(sentAt)) > toleranceSeconds)
    throw new WebhookVerificationError('The delivery is too old or too new.')

  const body = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)
  const signed = new TextEncoder().encode(`${id}.${sentAt}.${body}`)
  const signatures = signatureHeader
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .flatMap((signature) => bytesOf(signature.slice('v1,'.length)) ?? [])
  for (const key of [secret].flat().map(keyOf)) {
    const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ])
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', imported, signature, signed)) return messageIn(id, body)
  }
  throw new WebhookVerificationError('No signature of the delivery fits the secret.')
}

function messageIn(id: string, body: string): WebhookMessage {
  const { type, timestamp, data } = JSON.parse(body)
  return { id, type, timestamp, events: data.events }
}

function headerOf(headers: GivenHeaders, name: string): string {
  const isHeaders = typeof headers.get === 'function'
  const value = isHeaders
    ? (headers as Headers).get(name)
    : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1]
  if (typeof value !== 'string' || value === '')
    throw new WebhookVerificationError(`The header ${name} is missing.`)
  return value
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = bytesOf(secret.replace(/^whsec_/, ''))
  if (!key?.length) throw new TypeError('The secret of a webhook is whsec_ followed by base64.')
  return key
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
