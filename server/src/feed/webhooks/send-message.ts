import type { Outbound, OutboundResponse } from '../../messages/outbound/outbound.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { webhookAttemptSeconds, webhookAttempts } from '../../runtime/metrics/metrics.ts'
import { type Message, signedHeaders, signingSecrets } from './message.ts'
import type { Endpoint } from './webhook.ts'

export type Sent = {
  isDelivered: boolean
  status: number | null
  error: string | null
  tookMs: number
  answer: string
  /** The header Retry-After asks for this wait. */
  retryAfterMs: number
}

type Receiver = Pick<Endpoint, 'url' | 'encryptedSecret' | 'encryptedPreviousSecret' | 'previousSecretUntil'>

const RESPONSE_BYTES_KEPT = 1_000

export async function sendMessage(
  { outbound, encryption }: { outbound: Outbound; encryption: Encryption },
  endpoint: Receiver,
  message: Message,
  signal?: AbortSignal,
): Promise<Sent> {
  const at = new Date()
  const headers = signedHeaders(message, signingSecrets(encryption, endpoint, at), at)
  const started = performance.now()
  const response = await outbound.post(new URL(endpoint.url), {
    headers,
    body: message.body,
    ...(signal && { signal }),
  })
  const tookMs = Math.round(performance.now() - started)
  const outcome = outcomeOf(response, new Date())
  if (!signal?.aborted) {
    webhookAttempts.inc({
      outcome: outcome.isDelivered ? 'delivered' : response.ok ? 'refused' : 'unreachable',
    })
    webhookAttemptSeconds.observe(tookMs / 1_000)
  }
  return { ...outcome, tookMs }
}

function outcomeOf(response: OutboundResponse, now: Date): Omit<Sent, 'tookMs'> {
  if (!response.ok) {
    const error = `The address could not be reached: ${response.detail}.`
    return { isDelivered: false, status: null, error, answer: '', retryAfterMs: 0 }
  }
  const { status, headers, body } = response
  const isDelivered = status >= 200 && status < 300
  return {
    isDelivered,
    status,
    error: isDelivered ? null : problemOf(status),
    answer: beginningOf(body),
    retryAfterMs: parseRetryAfter(headers['retry-after'], now),
  }
}

function problemOf(status: number): string {
  return status >= 300 && status < 400
    ? `It answered ${status}, a redirect, and none is followed; give the address it leads to.`
    : `It answered ${status}; a delivery counts once a status from 200 to 299 comes back.`
}

/** Returns the beginning as text that the database accepts. */
function beginningOf(body: Buffer): string {
  return body.subarray(0, RESPONSE_BYTES_KEPT).toString().replaceAll('\0', '\ufffd')
}

const RETRY_MS_MIN = 1_000
const RETRY_MS_MAX = 3_600_000
const DOUBLINGS_MAX = 12

/** Exponential backoff from a second to an hour with up to half of jitter, and at least `retryAfterMs`. */
export function retryDelayMs(failures: number, retryAfterMs = 0, jitter = Math.random()): number {
  const longest = Math.min(RETRY_MS_MIN * 2 ** Math.min(failures - 1, DOUBLINGS_MAX), RETRY_MS_MAX)
  return Math.round(Math.max(longest * (1 - jitter / 2), retryAfterMs))
}

/** The delay of a Retry-After header, at most an hour; 0 when it is missing or invalid. */
export function parseRetryAfter(header: string | string[] | undefined, now: Date): number {
  if (typeof header !== 'string') return 0
  const text = header.trim()
  const delay = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return Number.isNaN(delay) ? 0 : Math.min(Math.max(delay, 0), RETRY_MS_MAX)
}
