import type { Outbound, OutboundResponse } from '../../messages/outbound/outbound.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { webhookAttemptSeconds, webhookAttempts } from '../../runtime/metrics/metrics.ts'
import { type Message, signedHeaders, signingSecrets } from './message.ts'
import { parseRetryAfter } from './retry.ts'
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
