import { randomBytes } from 'node:crypto'
import type { EventType } from '../events/event.ts'

/** An address of a partner's that is told of its events. */
export type Endpoint = {
  partnerId: string
  id: string
  url: string
  description: string
  /** Null: all. */
  types: EventType[] | null
  enabled: boolean
  encryptedSecret: Buffer
  encryptedPreviousSecret: Buffer | null
  previousSecretUntil: Date | null
  /** The number of the last event that was delivered or passed over. */
  cursor: bigint
  failures: number
  failingSince: Date | null
  nextTryAt: Date
  switchedOffAt: Date | null
  switchedOffReason: string | null
  createdAt: Date
  updatedAt: Date
}

export type EndpointKey = { partnerId: string; id: string }

/** One time that something was sent to an endpoint, and what came back. */
export type Attempt = {
  id: string
  kind: 'delivery' | 'redelivery' | 'test'
  /** Null for a test, which is outside the sequence. */
  firstSeq: bigint | null
  lastSeq: bigint | null
  events: number
  types: EventType[] | null
  /** The HTTP status; null when no answer was taken. */
  status: number | null
  /** What is wrong with the outcome; null when nothing is. */
  error: string | null
  tookMs: number
  /** The first bytes of the answer. */
  answer: string
  createdAt: Date
}

export const ENDPOINTS_MAX = 20
/** How long a secret that was replaced goes on signing beside the new one. */
export const OVERLAP_HOURS = 24
export const ATTEMPTS_KEPT_DAYS = 30

const SECRET_BYTES = 32
export const SECRET_PREFIX = 'whsec_'

export const newWebhookSecret = () => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
