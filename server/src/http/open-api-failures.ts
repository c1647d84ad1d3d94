import { CSRF_TOKEN_WRONG, SESSION_ENDED } from './cookie.ts'
import { failureBody } from './envelope.ts'
import { FAILURES, Failure, type FailureKind } from './failure.ts'
import { COMMON_HEADERS, headers, type ResponseObject, type Schema } from './open-api-document.ts'

/** Why a rule of the domain refuses a request. Stable codes for programs. */
const REASONS = {
  rule_inactive: 'the rule or the sub-rule is inactive',
  rule_not_started: 'the rule starts later',
  rule_ended: 'the rule has ended',
  rule_full: 'the rule has all its participants, and this user is none of them',
  user_limit_reached: 'the user has as many paid awards of the rule as it allows',
  user_coins_reached: 'the user would get more coins than the rule gives one user in the period',
  budget_exhausted: 'the payment would pass the budget of the rule',
  amount_too_small: 'the units are worth less than 0.01 coins',
  sub_rule_repeated: 'the user has done this sub-rule in this round',
  combined_by_sub_rule: 'a combined rule is awarded by the names of its sub-rules',
  insufficient_coins: 'the wallet holds fewer coins',
  already_reversed: 'the award was taken back before',
  reversal_exceeds: 'less is left of the award',
  completion_used: 'a payment has used the completion',
  not_refundable: 'the transaction is no transfer that moved coins',
  already_refunded: 'the transfer was refunded before',
  refund_exceeds: 'less is left of the transfer',
  return_exceeds: 'the shares of the order would add up to more than 1',
  not_paid: 'the award paid nothing that could be taken back',
  balance_limit: 'the wallet or the points of the user would grow too large',
  user_details_conflict: 'the e-mail address in the user record belongs to another tag',
  consent_required: 'the user unlinked from the partner and must consent again',
  too_many_webhooks: 'the partner has as many webhooks as it can',
  not_redeliverable: 'the attempt was a test, without events',
  too_many_secrets: 'the partner has as many client secrets as it can',
  last_owner: 'the team would have no owner',
  second_factor_active: 'the account has a second factor already',
  second_factor_inactive: 'the account has no second factor',
  second_factor_not_begun: 'there is no second factor to confirm',
  own_second_factor: 'the own second factor is removed with password and code',
}

/** When each failure occurs, and an example of its sentence. */
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
  'methodNotAllowed',
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
export function failureResponses(failures: (FailureKind | Failure)[]): Record<string, ResponseObject> {
  const byCode = Map.groupBy(failures, (failure) => FAILURES[kindOf(failure)].http)
  return Object.fromEntries(
    [...byCode].map(([code, alike]) => {
      const [first] = alike
      const isShared = alike.length === 1 && typeof first === 'string' && SHARED_FAILURES.includes(first)
      return [code, isShared ? { $ref: `#/components/responses/${first}` } : failureResponse(alike)]
    }),
  )
}

/** The failure responses that several operations reference. Unused ones are left out. */
export function sharedResponses(used: (FailureKind | Failure)[]): Record<string, ResponseObject> {
  const shared = SHARED_FAILURES.filter((kind) => used.includes(kind))
  return Object.fromEntries(shared.map((kind) => [kind, failureResponse([kind, ...sessionFailures(kind)])]))
}

function failureResponse(failures: (FailureKind | Failure)[]): ResponseObject {
  const examples = failures.map((failure) =>
    typeof failure === 'string' ? exampleFailure(failure) : failure,
  )
  const kinds = [...new Set(examples.map((failure) => failure.kind))]
  const reasons = failures.includes('refused') ? Object.keys(REASONS) : []
  const mayRetry = kinds.includes('tooMany') || kinds.includes('unavailable')
  return {
    description: capitalized(kinds.map((kind) => FAILURE_NOTES[kind].when).join(', or ')),
    headers: headers([
      ...COMMON_HEADERS,
      ...(mayRetry ? (['Retry-After'] as const) : []),
      ...(kinds.includes('methodNotAllowed') ? (['Allow'] as const) : []),
      ...(kinds.includes('refused') ? (['Laurel-Refusal'] as const) : []),
      ...(kinds.includes('unauthorized') ? (['WWW-Authenticate'] as const) : []),
    ]),
    content: {
      'application/json': {
        schema: failureSchema(kinds, [...examples.map((failure) => failure.code), ...reasons]),
        examples: Object.fromEntries(
          examples.map((failure, index) => {
            const isFirst = examples.findIndex((each) => nameOf(each) === nameOf(failure)) === index
            return [`${nameOf(failure)}${isFirst ? '' : ` ${index + 1}`}`, { value: failureBody(failure) }]
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

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const FIELDS_SCHEMA: Schema = {
  type: 'array',
  description: 'The wrong fields, if the failure is about fields.',
  items: { $ref: '#/components/schemas/FieldProblem' },
}

const FIELD_PROBLEM: Schema = {
  type: 'object',
  required: ['field', 'problem'],
  properties: {
    field: { type: 'string', description: 'The name as sent, such as `rules[0].name`.' },
    problem: { type: 'string', description: 'Completes a sentence that begins with the name.' },
  },
}

function failureSchema(kinds: FailureKind[], codes: string[]): Schema {
  const rows = kinds.map((kind) => FAILURES[kind])
  const one = (values: string[]) => ({ type: 'string', enum: [...new Set(values)] })
  return {
    type: 'object',
    required: ['status', 'message', 'data'],
    properties: {
      status: { type: 'string', const: 'failed' },
      message: one(rows.map((row) => row.message)),
      data: {
        type: 'object',
        required: ['errorType', 'appErrorCode', 'error'],
        properties: {
          errorType: one(rows.map((row) => row.errorType)),
          appErrorCode: one(codes),
          error: { type: 'string', description: 'One sentence that says what to change.' },
          ...(rows.some((row) => row.http === 400) && { fields: FIELDS_SCHEMA }),
        },
      },
    },
  }
}

/** The schemas of failures that have a name. */
export function failureSchemas(): Record<string, Schema> {
  const lines = Object.entries(REASONS).map(([code, when]) => `- \`${code}\`: ${when}`)
  const reason = {
    type: 'string',
    enum: Object.keys(REASONS),
    description: `The \`appErrorCode\` of a refusal:\n\n${lines.join('\n')}`,
  }
  return { FieldProblem: FIELD_PROBLEM, Reason: reason }
}

/** Failures of browser sessions, which are accepted wherever a token is. */
const sessionFailures = (kind: FailureKind) =>
  [SESSION_ENDED, CSRF_TOKEN_WRONG].filter((failure) => failure.kind === kind)
