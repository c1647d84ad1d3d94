import type { operations } from './schema.d.ts'

/** The body of a failure response; every operation has this shape. */
export type FailureBody = operations['createRule']['responses'][400]['content']['application/json']

/** A wrong field, named as it was sent: `rules[0].name`. `problem` completes "<field> <problem>". */
export type FieldProblem = NonNullable<FailureBody['data']['fields']>[number]

/** A failure response of the API. */
export class ApiFailure extends Error {
  readonly status: number
  /** A stable code such as `session_ended` or `rule_full`. */
  readonly code: string
  readonly fields: FieldProblem[]
  /** Identifies the request in the service's logs. */
  readonly requestId: string | null

  constructor({
    status,
    code,
    sentence,
    fields,
    requestId,
  }: {
    status: number
    code: string
    sentence: string
    fields: FieldProblem[]
    requestId: string | null
  }) {
    super(sentence)
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    this.fields = fields
    this.requestId = requestId
  }

  /** Whether a sound request was refused. Codes of refusals have no spaces, unlike others. */
  get isRefusal(): boolean {
    return this.status === 400 && /^[a-z_]+$/.test(this.code)
  }
}

const UNREACHABLE = 'The service cannot be reached; check your connection and try again.'

/** The sentence to show for a failed request. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiFailure ? error.message : UNREACHABLE

export const fieldsOf = (error: unknown): FieldProblem[] => (error instanceof ApiFailure ? error.fields : [])
