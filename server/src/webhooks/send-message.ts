import type { Encryption } from '../crypto/encryption.ts'
import type { Outbound, OutboundResponse } from '../outbound/outbound.ts'
import { type Message, signedHeaders, signingSecrets } from './message.ts'
import { retryAfterMs } from './retry.ts'
import type { Endpoint } from './webhook.ts'

export type Sent = {
  isDelivered: boolean
  status: number | null
  error: string | null
  tookMs: number
  answer: string
  /** How long the endpoint asks to be left alone. */
  retryAfterMs: number
}

type Receiver = Pick<Endpoint, 'url' | 'encryptedSecret' | 'encryptedPreviousSecret' | 'previousSecretUntil'>

const ANSWER_BYTES_KEPT = 1_000

/** Sends a message to an endpoint once and says what came back. */
export async function sendMessage(
  { outbound, encryption }: { outbound: Outbound; encryption: Encryption },
  endpoint: Receiver,
  message: Message,
  signal?: AbortSignal,
): Promise<Sent> {
  const at = new Date()
  const headers = signedHeaders(message, signingSecrets(encryption, endpoint, at), at)
  const started = performance.now()
  const answer = await outbound.post(new URL(endpoint.url), {
    headers,
    body: message.body,
    ...(signal && { signal }),
  })
  const tookMs = Math.round(performance.now() - started)
  return { ...outcomeOf(answer, new Date()), tookMs }
}

function outcomeOf(answer: OutboundResponse, now: Date): Omit<Sent, 'tookMs'> {
  if (!answer.ok) {
    const error = `The address could not be reached: ${answer.detail}.`
    return { isDelivered: false, status: null, error, answer: '', retryAfterMs: 0 }
  }
  const { status, headers, body } = answer
  const isDelivered = status >= 200 && status < 300
  return {
    isDelivered,
    status,
    error: isDelivered ? null : problemOf(status),
    answer: beginningOf(body),
    retryAfterMs: retryAfterMs(headers['retry-after'], now),
  }
}

function problemOf(status: number): string {
  return status >= 300 && status < 400
    ? `It answered ${status}, a redirect, and none is followed; give the address it leads to.`
    : `It answered ${status}; a delivery counts once a status from 200 to 299 comes back.`
}

/** As text that a database can hold. */
function beginningOf(body: Buffer): string {
  return body.subarray(0, ANSWER_BYTES_KEPT).toString().replaceAll('\0', '\ufffd')
}
