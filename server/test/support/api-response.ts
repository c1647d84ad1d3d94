import assert from 'node:assert/strict'

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
export type ApiResponse = { status: number; headers: Headers; body: any }

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
export const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

export const TOKEN_MISSING =
  'The access token is missing; send it in the header Authorization: Bearer <ACCESS_TOKEN>.'
export const TOKEN_BAD =
  'The access token is wrong or expired; sign in again and send it as Authorization: Bearer <ACCESS_TOKEN>.'

export const CONFLICT = 'This Idempotency-Key was used with another request; use a new key for a new request.'
export const SHOWN_ONCE =
  'This request already succeeded, and its secret is shown only once; create another with a new Idempotency-Key.'

type FailureParts = { http: number; message: string; errorType: string; appErrorCode: string }

/** The failures as they were promised, written down a second time so that a change of the service shows. */
const FAILURES = {
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
  conflict: {
    http: 409,
    message: 'Conflict',
    errorType: 'conflict',
    appErrorCode: 'Idempotency conflict',
  },
  tooLarge: { http: 413, message: 'Invalid data', errorType: 'invalid', appErrorCode: 'Bad request' },
  versionConflict: {
    http: 412,
    message: 'Conflict',
    errorType: 'conflict',
    appErrorCode: 'version_conflict',
  },
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
} satisfies Record<string, FailureParts>

/** Asserts a success down to its last field. */
export function assertSuccess(response: ApiResponse, code: number, message: string, data: unknown): void {
  assert.deepEqual(response.body, { status: 'success', message, data })
  assert.equal(response.status, code)
  assertHeaders(response)
}

/** Asserts every field of a failure. Its kind implies all but the sentence and the code of a refusal. */
export function assertFailure(
  response: ApiResponse,
  kind: keyof typeof FAILURES,
  error: string,
  appErrorCode: string = FAILURES[kind].appErrorCode,
): void {
  const { http, message, errorType } = FAILURES[kind]
  const { fields, ...data } = response.body.data
  assert.deepEqual(
    { ...response.body, data },
    { status: 'failed', message, data: { errorType, appErrorCode, error } },
  )
  // A code of its own says what else than the request is wrong.
  if (appErrorCode === FAILURES[kind].appErrorCode) assertFields(kind, error, fields)
  else assert.equal(fields, undefined)
  assert.equal(response.status, http)
  const unknown = kind === 'missing' ? UNKNOWN[error] : undefined
  assert.equal(response.headers.get('laurel-refusal'), kind === 'refused' ? appErrorCode : (unknown ?? null))
  if (http === 401) assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer realm="laurel"/)
  assertHeaders(response)
}

const UNKNOWN: Record<string, string> = {
  'User was not found.': 'unknown_user',
  'Rule was not found.': 'unknown_rule',
}

/** The fields say the same as the sentence: of wrong ones all of it, of taken ones which they are. */
function assertFields(
  kind: keyof typeof FAILURES,
  error: string,
  fields: { field: string; problem: string }[] | undefined,
): void {
  if (kind === 'taken') {
    for (const { field, problem } of fields ?? []) {
      assert.match(error, new RegExp(field.split('.').at(-1) as string))
      assert.equal(problem, 'is already taken')
    }
  } else if (kind === 'invalid' && (fields || IS_ABOUT_FIELDS.test(error))) {
    const sentence = `${fields?.map(({ field, problem }) => `${field} ${problem}`).join('; ')}.`
    assert.equal(sentence.replaceAll('?; ', '? ').replace(/\?\.$/, '?'), error)
  } else assert.equal(fields, undefined)
}

const IS_ABOUT_FIELDS = /^[a-z]\w*(\[\d+\])?(\.\w+)? (is required|is unknown|must )/

/** What every response carries. */
export function assertHeaders({ headers }: ApiResponse): void {
  assert.match(headers.get('content-type') ?? '', /^application\/json; charset=utf-8$/)
  assert.match(headers.get('x-request-id') ?? '', UUID)
  // Browsers keep what has an ETag, and ask each time whether it is still the same.
  assert.equal(headers.get('cache-control'), headers.has('etag') ? cachePolicy(headers) : 'no-store')
  for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'])
    assert.match(headers.get(name) ?? '', /^\d+$/, name)
}

const cachePolicy = (headers: Headers) =>
  headers.get('access-control-allow-origin') === '*' ? 'no-cache' : 'private, no-cache'

/** Whether a response repeats the stored one of an earlier request with the same key. */
export const isReplay = ({ headers }: ApiResponse): boolean => headers.get('idempotency-replayed') === 'true'

/** Without what only a decision that was just made says of the wallet. */
export const asReplayed = (body: unknown) =>
  JSON.parse(
    JSON.stringify(body, (name, value) =>
      ['available', 'pending', 'held'].includes(name) ? undefined : value,
    ) ?? 'null',
  )

/** Replaces every value by its type, for comparison with a documented table of fields. */
export function typesOf(value: unknown): unknown {
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.map(typesOf)
  if (typeof value !== 'object') return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, typesOf(inner)]))
}
