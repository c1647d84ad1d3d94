import { isReason, type RefusalReason } from './reason.ts'
import type { FieldProblem } from './schemas.ts'

type Details = {
  status?: number
  code?: string
  reason?: RefusalReason | undefined
  fields?: FieldProblem[]
  replayed?: boolean
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
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

  constructor(message: string, details: Details = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined)
    this.status = details.status ?? 0
    this.code = details.code ?? ''
    this.reason = details.reason
    this.fields = details.fields ?? []
    this.replayed = details.replayed ?? false
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** A delivery that was not signed with the secret, or that is too old. Respond with 400. */
export class WebhookVerificationError extends Error {
  override readonly name: string = 'WebhookVerificationError'
}

/** The token endpoint has no envelope. */
type Failure = {
  error?: string
  error_description?: string
  data?: { error?: string; appErrorCode?: string; fields?: FieldProblem[] }
}

/** The failure that a response tells, also when a proxy made it. */
export async function errorOf(response: Response): Promise<LaurelError> {
  const { status, headers } = response
  const { data, error, error_description } = parsed(await response.text())
  const code = data?.appErrorCode ?? error ?? ''
  const refusal = headers.get('laurel-refusal') ?? code
  return new LaurelError(data?.error ?? error_description ?? `The service responded ${status}.`, {
    status,
    code,
    reason: status === 400 && isReason(refusal) ? refusal : undefined,
    fields: data?.fields ?? [],
    replayed: isReplay(headers),
    requestId: requestIdOf(headers),
    retryAfterSeconds: retryAfter(headers),
  })
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
