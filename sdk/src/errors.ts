import type { AwardCallDecision, CoinCallDecision, FieldProblem, Reason, WalletAfter } from './schemas.ts'

/** Why a call was refused. */
export type RefusalReason = Reason | 'unknown_user' | 'unknown_rule'

/** Codes of other failures are words with spaces, or empty. */
export const isReason = (code: string): code is RefusalReason => /^[a-z]+(_[a-z]+)+$/.test(code)

/** What `expand` adds to a refusal. */
export interface RefusalDetails {
  /** Needs `expand: ['decision']`. */
  decision?: AwardCallDecision | CoinCallDecision
  /** The wallet after the decision, only with `expand: ['wallet']`; null unless it is about one wallet. */
  wallet?: WalletAfter | null
}

type Details = RefusalDetails & {
  status?: number
  code?: string
  reason?: RefusalReason | undefined
  fields?: FieldProblem[]
  replayed?: boolean
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  body?: string
  cause?: unknown
}

/** A call that failed. Its message says what to change. */
export class LaurelError extends Error {
  override readonly name: string = 'LaurelError'
  /** The HTTP status; 0 when no response came. */
  readonly status: number
  /** The `appErrorCode` of the response; `connection_failed` or `timeout` when no response came. */
  readonly code: string
  /** Why the service refused, when that is what it did. */
  readonly reason: RefusalReason | undefined
  /** The wrong fields, if the failure is about fields. */
  readonly fields: FieldProblem[]
  /** Whether an earlier request with the same key failed like this. */
  readonly replayed: boolean
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined
  /** How long the service asks to wait before the next try. */
  readonly retryAfterSeconds: number | undefined
  /** The body of the response, as text; empty when no response came. */
  readonly body: string

  constructor(message: string, details: Details = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined)
    this.status = details.status ?? 0
    this.code = details.code ?? ''
    this.reason = details.reason
    this.fields = details.fields ?? []
    this.replayed = details.replayed ?? false
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
    this.body = details.body ?? ''
  }
}

/** The service refused, for a reason that a program can act on. Calls that decide return a `Refusal` instead. */
export class LaurelRefusal extends LaurelError {
  override readonly name: string = 'LaurelRefusal'
  declare readonly reason: RefusalReason
  /** Needs `expand: ['decision']`. */
  readonly decision: RefusalDetails['decision']
  /** The wallet after the decision, only with `expand: ['wallet']`; null unless it is about one wallet. */
  readonly wallet: RefusalDetails['wallet']

  constructor(message: string, details: Details = {}) {
    super(message, details)
    this.decision = details.decision
    this.wallet = details.wallet
  }
}

/** The request is wrong; `fields` says where. */
export class LaurelInvalid extends LaurelError {
  override readonly name: string = 'LaurelInvalid'
}

/** The token or the credentials are missing, wrong or expired. */
export class LaurelUnauthorized extends LaurelError {
  override readonly name: string = 'LaurelUnauthorized'
}

/** The token is valid, but lacks the scope or the role. */
export class LaurelForbidden extends LaurelError {
  override readonly name: string = 'LaurelForbidden'
}

/** What the request names does not exist. */
export class LaurelNotFound extends LaurelError {
  override readonly name: string = 'LaurelNotFound'
}

/** The Idempotency-Key was used for another request, or the version has changed since it was read. */
export class LaurelConflict extends LaurelError {
  override readonly name: string = 'LaurelConflict'
}

/** Too many requests; `retryAfterSeconds` says when the next one may come. */
export class LaurelRateLimited extends LaurelError {
  override readonly name: string = 'LaurelRateLimited'
}

/** The service cannot do its work at the moment. */
export class LaurelUnavailable extends LaurelError {
  override readonly name: string = 'LaurelUnavailable'
}

/** No response came: the connection failed, or the time ran out. */
export class LaurelUnreachable extends LaurelError {
  override readonly name: string = 'LaurelUnreachable'
}

const BY_STATUS: Record<number, typeof LaurelError> = {
  400: LaurelInvalid,
  401: LaurelUnauthorized,
  403: LaurelForbidden,
  404: LaurelNotFound,
  405: LaurelInvalid,
  409: LaurelConflict,
  412: LaurelConflict,
  413: LaurelInvalid,
  415: LaurelInvalid,
  429: LaurelRateLimited,
  502: LaurelUnavailable,
  503: LaurelUnavailable,
  504: LaurelUnavailable,
}

/** A delivery that was not signed with the secret, or that is too old. Respond with 400. */
export class WebhookVerificationError extends Error {
  override readonly name: string = 'WebhookVerificationError'
}

/** The token endpoint has no envelope. */
type Failure = {
  error?: string
  error_description?: string
  message?: string
  data?: RefusalDetails & {
    error?: string
    errorType?: string
    appErrorCode?: string
    fields?: FieldProblem[]
  }
}

/** The failure that a response tells, also when a proxy made it. */
export async function errorOf(response: Response): Promise<LaurelError> {
  const { status, headers } = response
  const body = await response.text()
  const { data, error, error_description, message } = parsed(body)
  const code = data?.appErrorCode ?? error ?? ''
  const reason = (headers.get('laurel-refusal') ?? undefined) as RefusalReason | undefined
  // Some operations respond 400 for what does not exist.
  const kind = data?.errorType === 'not found' ? LaurelNotFound : (BY_STATUS[status] ?? LaurelError)
  const ErrorOfKind = reason === undefined ? kind : LaurelRefusal
  return new ErrorOfKind(
    data?.error ?? error_description ?? (message || `The service responded ${status}.`),
    {
      status,
      code,
      reason,
      fields: data?.fields ?? [],
      ...(data?.decision && { decision: data.decision }),
      ...(data?.wallet !== undefined && { wallet: data.wallet }),
      replayed: isReplay(headers),
      requestId: requestIdOf(headers),
      retryAfterSeconds: retryAfter(headers),
      body,
    },
  )
}

export const isReplay = (headers: Headers): boolean => headers.get('idempotency-replayed') === 'true'

export const requestIdOf = (headers: Headers): string | undefined => headers.get('x-request-id') ?? undefined

function parsed(text: string): Failure {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** The header is a number of seconds, or a date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
