import { FAILURES, Failure, type FailureKind } from '../../runtime/failure.ts'
import { CSRF_TOKEN_WRONG, SESSION_ENDED } from '../edge/cookie.ts'
import { failureBody } from '../responses/envelope.ts'
import { REASONS } from '../responses/reason.ts'
import {
  COMMON_HEADERS,
  capitalized,
  headers,
  type ResponseObject,
  type Schema,
} from './open-api-document.ts'
import { refTo } from './open-api-schemas.ts'

/** Says when each failure occurs, with an example of its sentence. */
const FAILURE_NOTES: Record<FailureKind, { when: string; example: string }> = {
  invalid: {
    when: 'a field is missing or wrong',
    example: 'The body is not valid JSON; send one JSON object.',
  },
  taken: { when: 'a value is already in use', example: 'This name is already taken; choose another one.' },
  refused: {
    when: 'a rule says no',
    example: 'The rule already has all its participants; raise maxNumberOfParticipant to let more users in.',
  },
  missing: { when: 'something named in the body is unknown', example: 'User was not found.' },
  notFound: { when: 'what the path names is unknown', example: 'What the path names was not found.' },
  methodNotAllowed: {
    when: 'the path is known, with other methods',
    example: 'The method GET is not allowed here; use POST.',
  },
  unauthorized: {
    when: 'no, a wrong or an expired credential',
    example: 'The access token is missing; send it in the header Authorization: Bearer <ACCESS_TOKEN>.',
  },
  forbidden: { when: 'the token does not allow this', example: 'This token may not do that.' },
  conflict: {
    when: 'the Idempotency-Key was used with another request',
    example: 'This Idempotency-Key was used with another request; use a new key.',
  },
  versionConflict: {
    when: 'it was changed after you read it',
    example: 'It was changed in the meantime and now has version 3; read it again, then repeat your change.',
  },
  tooLarge: { when: 'the body is too large', example: 'The body is larger than 1 MB; send less.' },
  wrongContentType: {
    when: 'the body is not JSON',
    example: 'Send the body as JSON with the header Content-Type: application/json.',
  },
  tooMany: { when: 'too many requests', example: 'Too many requests; try again in 1 s.' },
  unavailable: {
    when: 'overloaded, stopping, or the database is unavailable',
    example: 'The database is unavailable; try again in a moment.',
  },
  internal: {
    when: 'a fault of ours',
    example:
      'Something went wrong on our side; quote the request id 0198c5a2-7f7e-7cc4-9d3e-0d6a1b1f6a55 to support.',
  },
}

/** Failures that look the same in every operation. */
const SHARED_FAILURES: FailureKind[] = [
  'invalid',
  'notFound',
  'unauthorized',
  'forbidden',
  'conflict',
  'tooLarge',
  'wrongContentType',
  'tooMany',
  'internal',
  'unavailable',
]

/** The failure responses of one operation, by status code. */
export function failureResponses(
  operation: string,
  failures: (FailureKind | Failure)[],
  publicSchema: (schema: Schema) => Schema,
  /** Fields that `expand` adds to a refusal. */
  expansion: Record<string, Schema> = {},
): Record<string, ResponseObject> {
  const byCode = Map.groupBy(failures, (failure) => FAILURES[kindOf(failure)].http)
  return Object.fromEntries(
    [...byCode].map(([code, alike]) => {
      const [first = 'internal'] = alike
      if (alike.length === 1 && isShared(first))
        return [code, { $ref: `#/components/responses/${kindOf(first)}` }]
      const refuses = alike.some((failure) => kindOf(failure) === 'refused')
      const schema = refuses
        ? publicSchema(refusalSchema(operation, alike, expansion))
        : { $ref: refTo('Failure') }
      return [code, failureResponse(alike, schema)]
    }),
  )
}

/** A failure without a code of its own is like the others of its kind. */
const isShared = (failure: FailureKind | Failure) =>
  SHARED_FAILURES.includes(kindOf(failure)) && codeOf(failure) === FAILURES[kindOf(failure)].appErrorCode

/** The failure responses that several operations reference. Unused ones are left out. */
export function sharedResponses(used: (FailureKind | Failure)[]): Record<string, ResponseObject> {
  const kinds = used.map(kindOf)
  const shared = SHARED_FAILURES.filter((kind) => kinds.includes(kind))
  return Object.fromEntries(
    shared.map((kind) => [
      kind,
      failureResponse([kind, ...sessionFailures(kind)], { $ref: refTo('Failure') }),
    ]),
  )
}

function failureResponse(failures: (FailureKind | Failure)[], schema: Schema): ResponseObject {
  const examples = failures.map((failure) =>
    typeof failure === 'string' ? exampleFailure(failure) : failure,
  )
  const kinds = [...new Set(examples.map((failure) => failure.kind))]
  const mayRetry = kinds.includes('tooMany') || kinds.includes('unavailable')
  return {
    description: capitalized(kinds.map((kind) => FAILURE_NOTES[kind].when).join(', or ')),
    headers: headers([
      ...COMMON_HEADERS,
      ...(mayRetry ? (['Retry-After'] as const) : []),
      ...(examples.some(({ refusal }) => refusal) ? (['Laurel-Refusal'] as const) : []),
      ...(kinds.includes('unauthorized') ? (['WWW-Authenticate'] as const) : []),
    ]),
    content: {
      'application/json': {
        schema,
        examples: Object.fromEntries(
          examples.map((failure, index) => {
            const isFirst = examples.findIndex((each) => nameOf(each) === nameOf(failure)) === index
            return [`${nameOf(failure)}${isFirst ? '' : `-${index + 1}`}`, { value: failureBody(failure) }]
          }),
        ),
      },
    },
  }
}

const kindOf = (failure: FailureKind | Failure) => (typeof failure === 'string' ? failure : failure.kind)

const exampleFailure = (kind: FailureKind) =>
  new Failure(kind, FAILURE_NOTES[kind].example, { code: kind === 'refused' ? 'rule_full' : undefined })

const nameOf = ({ kind, code }: Failure) => (code === FAILURES[kind].appErrorCode ? kind : code)

const codeOf = (failure: FailureKind | Failure): string =>
  (typeof failure === 'string' ? exampleFailure(failure) : failure).code

const FAILURE_ROWS = Object.values(FAILURES)
export const ERROR_TYPES = [...new Set(FAILURE_ROWS.map(({ errorType }) => errorType))]

const words = (values: string[]): Schema => ({ type: 'string', enum: [...new Set(values)] })

const FIELD_PROBLEM: Schema = {
  type: 'object',
  required: ['field', 'problem'],
  properties: {
    field: { type: 'string', description: 'The name as sent, such as `rules[0].name`.' },
    problem: { type: 'string', description: 'Completes a sentence that begins with the name.' },
  },
}

/** The body of a failure, whose code is one of those that `codes` lists. */
const failureSchema = (data: Schema): Schema => ({
  type: 'object',
  required: ['status', 'message', 'data'],
  properties: {
    status: { type: 'string', const: 'failed' },
    message: { $ref: refTo('FailureMessage') },
    data,
  },
})

const failureDataSchema = (codes: Schema, expansion: Record<string, Schema> = {}): Schema => ({
  type: 'object',
  required: ['errorType', 'appErrorCode', 'error'],
  properties: {
    errorType: { $ref: refTo('ErrorType') },
    appErrorCode: codes,
    error: { type: 'string', description: 'One sentence that says what to change.' },
    fields: {
      type: 'array',
      description: 'The wrong fields, if the failure is about fields.',
      items: { $ref: refTo('FieldProblem') },
    },
    ...expansion,
  },
})

/** The body of a failure of an operation that refuses for reasons of its own. */
const refusalSchema = (
  operation: string,
  failures: (FailureKind | Failure)[],
  expansion: Record<string, Schema>,
): Schema => ({
  schemaName: `${operation}Failure`,
  ...failureSchema({
    schemaName: `${operation}FailureData`,
    ...failureDataSchema(
      words([...failures.map(codeOf), ...(failures.includes('refused') ? Object.keys(REASONS) : [])]),
      expansion,
    ),
  }),
})

/** The schemas of failures. */
export function failureSchemas(failures: (FailureKind | Failure)[]): Record<string, Schema> {
  const lines = Object.entries(REASONS).map(([code, when]) => `- \`${code}\`: ${when}`)
  const codes = [
    ...FAILURE_ROWS.map(({ appErrorCode }) => appErrorCode),
    ...failures.map(codeOf),
    ...FAILURE_KINDS.flatMap(sessionFailures).map(codeOf),
    ...Object.keys(REASONS),
  ]
  return {
    ErrorCode: { ...words(codes), description: 'What a program can tell failures apart by.' },
    ErrorType: words(ERROR_TYPES),
    Failure: failureSchema({ $ref: refTo('FailureData') }),
    FailureData: failureDataSchema({ $ref: refTo('ErrorCode') }),
    FailureMessage: words(FAILURE_ROWS.map(({ message }) => message)),
    FieldProblem: FIELD_PROBLEM,
    Reason: {
      ...words(Object.keys(REASONS)),
      description: `The \`appErrorCode\` of a refusal:\n\n${lines.join('\n')}`,
    },
  }
}

const FAILURE_KINDS = Object.keys(FAILURES) as FailureKind[]

/** Failures of browser sessions, which are accepted wherever a token is. */
const sessionFailures = (kind: FailureKind) =>
  [SESSION_ENDED, CSRF_TOKEN_WRONG].filter((failure) => failure.kind === kind)
