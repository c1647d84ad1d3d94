/** A failure that the client sees. Thrown anywhere below a route; `sendFailure` makes the response. */
export class Failure extends Error {
  readonly kind: FailureKind
  readonly code: string
  /** The status code of the response. */
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  /** The wrong fields, if the failure is about fields. */
  readonly fields: FieldProblem[]
  /** The value of the header Laurel-Refusal. */
  readonly refusal: string | undefined
  /** Details of a refused decision that the request asked for. */
  readonly expansion: object

  constructor(
    kind: FailureKind,
    detail: string,
    { code, status, retryAfterSeconds, fields = [], refusal, expansion = {} }: FailureOptions = {},
  ) {
    super(detail)
    this.name = 'Failure'
    this.kind = kind
    this.code = code ?? FAILURES[kind].appErrorCode
    this.status = status ?? FAILURES[kind].http
    this.retryAfterSeconds = retryAfterSeconds
    this.fields = fields
    this.expansion = expansion
    this.refusal = kind === 'refused' ? this.code : refusal
  }
}

type FailureOptions = {
  code?: string | undefined
  status?: number
  retryAfterSeconds?: number
  fields?: FieldProblem[]
  refusal?: string | undefined
  expansion?: object
}

/** The field and its problem together make a sentence: "name" + "is required". */
export type FieldProblem = { field: string; problem: string }

export const wrong = (field: string, problem: string): FieldProblem => ({ field, problem })

export const NOT_AN_OBJECT = wrong('The body', 'must be one JSON object')

type FailureRow = { http: number; message: string; errorType: string; appErrorCode: string }

/** The error table of the API: each row holds the constant parts of one kind of failure. */
export const FAILURES = {
  invalid: { http: 400, message: 'Invalid data', errorType: 'invalid', appErrorCode: 'Bad request' },
  taken: { http: 400, message: 'Invalid data', errorType: 'invalid', appErrorCode: '' },
  refused: { http: 400, message: 'Request refused', errorType: 'invalid', appErrorCode: '' },
  missing: { http: 400, message: 'Data not found', errorType: 'not found', appErrorCode: '' },
  notFound: { http: 404, message: 'Data not found', errorType: 'not found', appErrorCode: '' },
  methodNotAllowed: {
    http: 405,
    message: 'Method not allowed',
    errorType: 'invalid',
    appErrorCode: 'Method not allowed',
  },
  unauthorized: {
    http: 401,
    message: 'Not authorized',
    errorType: 'unauthorized',
    appErrorCode: 'Unauthorized',
  },
  forbidden: { http: 403, message: 'Not allowed', errorType: 'forbidden', appErrorCode: 'Forbidden' },
  conflict: { http: 409, message: 'Conflict', errorType: 'conflict', appErrorCode: 'Idempotency conflict' },
  versionConflict: {
    http: 412,
    message: 'Conflict',
    errorType: 'conflict',
    appErrorCode: 'version_conflict',
  },
  tooLarge: { http: 413, message: 'Invalid data', errorType: 'invalid', appErrorCode: 'Bad request' },
  wrongContentType: { http: 415, message: 'Invalid data', errorType: 'invalid', appErrorCode: 'Bad request' },
  tooMany: {
    http: 429,
    message: 'Too many requests',
    errorType: 'too many requests',
    appErrorCode: 'Rate limited',
  },
  unavailable: {
    http: 503,
    message: 'Service unavailable',
    errorType: 'unavailable',
    appErrorCode: 'Unavailable',
  },
  internal: { http: 500, message: 'Internal error', errorType: 'internal', appErrorCode: 'Internal' },
} as const satisfies Record<string, FailureRow>

export type FailureKind = keyof typeof FAILURES

/** The request is malformed as a whole, not in a single field. */
export const invalid = (detail: string, code?: string) => new Failure('invalid', detail, { code })
/** Fields are wrong or missing. */
export const invalidFields = (fields: FieldProblem[]) =>
  new Failure('invalid', sentenceOf(fields), { fields })
/** A unique value is already in use. */
export const taken = (detail: string, ...fields: string[]) =>
  new Failure('taken', detail, { fields: fields.map((field) => wrong(field, 'is already taken')) })
/** A rule of the domain refuses the request. `code` is a stable reason for programs. */
export const refused = (code: string, detail: string) => new Failure('refused', detail, { code })
/** Something named in the body does not exist. The documented code is empty, so a header tells what. */
export const missing = (what: string) =>
  new Failure('missing', `${what} was not found.`, { refusal: UNKNOWN[what] })
/** Something named in the path does not exist. */
export const notFound = (what: string) => new Failure('notFound', `${what} was not found.`)
export const unauthorized = (detail: string, code?: string) => new Failure('unauthorized', detail, { code })
export const forbidden = (detail: string, code?: string) => new Failure('forbidden', detail, { code })
export const conflict = () =>
  new Failure(
    'conflict',
    'This Idempotency-Key was used with another request; use a new key for a new request.',
  )
/** The thing was changed after the caller read it. */
export const versionConflict = (version: number) =>
  new Failure(
    'versionConflict',
    `It was changed in the meantime and now has version ${version}; read it again, then repeat your change.`,
  )
/** A retry of a request whose response held a secret, which is not stored. */
export const shownOnce = () =>
  new Failure(
    'conflict',
    'This request already succeeded, and its secret is shown only once; create another with a new Idempotency-Key.',
  )
export const tooMany = (detail: string, retryAfterSeconds: number) =>
  new Failure('tooMany', detail, { retryAfterSeconds })
export const unavailable = (detail: string, retryAfterSeconds = 1) =>
  new Failure('unavailable', detail, { retryAfterSeconds })
export const TOO_MANY_WAITING = 'Too many requests are waiting; try again in a moment.'
export const tooManyWaiting = () => unavailable(TOO_MANY_WAITING)
/** Nothing was done, and another process may do it. */
export const stopping = (status: number) =>
  new Failure('unavailable', 'The service is stopping; try again in a moment.', {
    status,
    retryAfterSeconds: 1,
  })

const UNKNOWN: Record<string, string> = { User: 'unknown_user', Rule: 'unknown_rule' }

const SENTENCE_CHARACTERS_MAX = 2_000

/** Says what is wrong with each field, as far as there is room. */
function sentenceOf(fields: FieldProblem[]): string {
  let sentence = ''
  for (const [index, { field, problem }] of fields.entries()) {
    const separator = sentence.endsWith('?') ? ' ' : '; '
    const next = `${sentence}${index === 0 ? '' : separator}${field} ${problem}`
    if (index > 0 && next.length > SENTENCE_CHARACTERS_MAX)
      return `${sentence}${separator}and ${fields.length - index} more.`
    sentence = next
  }
  return sentence.endsWith('?') ? sentence : `${sentence}.`
}
