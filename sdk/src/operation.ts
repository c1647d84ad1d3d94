import type { operations } from './generated.ts'

/** How an operation of the API is called. */
export type Operation = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  hasBody?: true
  hasQuery?: true
  /** Takes an Idempotency-Key, so it is safe to repeat. */
  takesKey?: true
  /** Refusals are values. */
  decides?: true
  /** The response is text, which can be long. */
  isText?: true
  list?: { items: string; size: string; max: number }
}

export interface CallOptions {
  /** Ends the call; it rejects with the reason of the signal. */
  signal?: AbortSignal
  /** The longest that one try may take. */
  timeoutMs?: number
  /** How often a call that is safe to repeat is tried again. */
  retries?: number
  headers?: Record<string, string>
}

export interface CreateOptions extends CallOptions {
  /**
   * Names this request, so that a retry does it once: an order's number, for example. Without one, the client
   * makes a random key for each call and sends it with every try.
   */
  idempotencyKey?: string
}

export interface DecideOptions extends CreateOptions {
  /** Forecasts the outcome and writes nothing. */
  dryRun?: boolean
  /** Adds the decision, or the wallet after it, to the data. */
  expand?: ('decision' | 'wallet')[]
}

export interface ChangeOptions extends CallOptions {
  /** The version that was read. If it has changed since, the call fails with `version_conflict`. */
  ifVersion?: number
}

/** The `data` of an operation's response. */
export type Data<Id extends keyof operations> = operations[Id]['data']

/** The body of an operation's request. */
export type Body<Id extends keyof operations> = operations[Id]['body']

/** The query of an operation's request. */
export type Query<Id extends keyof operations> = operations[Id]['query']
