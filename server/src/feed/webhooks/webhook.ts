import { randomBytes } from 'node:crypto'
import type { EventType } from '../events/event.ts'

/** An address that receives a partner's events. */
export type Endpoint = {
  partnerId: string
  id: string
  url: string
  description: string
  /** Null means all. */
  types: EventType[] | null
  enabled: boolean
  encryptedSecret: Buffer
  encryptedPreviousSecret: Buffer | null
  previousSecretUntil: Date | null
  /** The last event that was delivered or filtered out. */
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

/** One request to an endpoint and its response. */
export type Attempt = {
  id: string
  kind: 'delivery' | 'redelivery' | 'test'
  /** It is null for a test. */
  firstSeq: bigint | null
  lastSeq: bigint | null
  events: number
  types: EventType[] | null
  /** The HTTP status; null when there was no response. */
  status: number | null
  /** Null when delivered. */
  error: string | null
  tookMs: number
  /** The first bytes of the response. */
  answer: string
  createdAt: Date
}

export const ENDPOINTS_MAX = 20
/** How long a replaced secret also signs. */
export const OVERLAP_HOURS = 24

const SECRET_BYTES = 32
export const SECRET_PREFIX = 'whsec_'

export const newWebhookSecret = () => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
