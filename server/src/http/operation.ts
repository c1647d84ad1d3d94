import { type TObject, type TSchema, Type } from 'typebox'
import { ROLES, type Role } from './credential.ts'
import { type Failure, type FailureKind, invalid, invalidFields, notFound, wrong } from './failure.ts'

type Operation<Body, Query, Params, Data> = {
  id: string
  tag: string
  summary: string
  description?: string
  body?: Body
  query?: Query
  params?: Params
  /** 201 for what creates something. A second code answers the same shape, for a create that finds its result in place. */
  code?: 200 | 201
  alsoCode?: 200
  message: string
  data: Data
  /** The failures worth documenting for this route, beside those that every route can give: a kind, or one as it is thrown. */
  failures?: (Failing | Failure)[]
  /** Headers that the route reads. */
  headers?: TObject
  /** What a success is when it is no envelope; `data` then is all of it. */
  mediaType?: 'text/event-stream' | 'text/csv'
  /** Whether the route can be called without a token. */
  open?: boolean
  /** Which members of a partner's team may call the route; all of them, unless it says so. Other tokens have no role. */
  roles?: readonly Role[]
  /** Whether the route takes an Idempotency-Key. */
  idempotent?: boolean
}

const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,255}$',
      must: 'have 1 to 255 visible ASCII characters',
      description:
        'Makes the request safe to repeat, for good: a twin gets the first answer with Idempotency-Replayed: true; another request with the same key is 409, and so is a twin of one that was answered with a secret, which is shown only once.',
    }),
  ),
})

type Failing = Exclude<FailureKind, 'internal'>

/** Describes one endpoint once: what it takes, what it answers, and its page in the API reference. */
export function operation<
  Body extends TSchema = TSchema,
  Query extends TObject = TObject,
  Params extends TObject = TObject,
  Data extends TSchema = TSchema,
>(op: Operation<Body, Query, Params, Data>) {
  const code = op.code ?? 200
  const roles = op.roles ?? ROLES
  const security = securityOf(op)
  const description = descriptionOf(op)
  return {
    config: { success: { code, message: op.message }, roles },
    schema: {
      operationId: op.id,
      tags: [op.tag],
      summary: op.summary,
      ...(description && { description }),
      ...(op.body && { body: op.body }),
      ...(op.query && { querystring: op.query }),
      ...(op.params && { params: op.params }),
      ...(op.idempotent && { headers: IdempotencyHeaders }),
      ...(op.headers && { headers: op.headers }),
      security,
      ...(security.length > 0 && { 'x-roles': roles }),
      response: {
        [code]: op.mediaType ? plainSuccess(op.mediaType, op) : successEnvelope(op.message, op.data),
        ...(op.alsoCode && { [op.alsoCode]: successEnvelope(op.message, op.data) }),
      },
      'x-failures': failuresOf(op),
    } as {
      body: Body
      querystring: Query
      params: Params
    },
  }
}

type AnyOperation = Operation<TSchema, TObject, TObject, TSchema>

/** What a route does, and who of a team may have it done. */
function descriptionOf({ description, roles }: AnyOperation): string | undefined {
  const who = roles && `Of a partner's team, this is for the role ${eitherOf(roles)}.`
  return [description, who].filter(Boolean).join(' ') || undefined
}

/** Words as they stand in a sentence: "a, b or c". */
export function eitherOf(words: readonly string[]): string {
  return words.length === 1 ? `${words[0]}` : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** An open route can forbid something only when it reads a token that was sent. */
function securityOf({ open, failures }: AnyOperation) {
  if (!open) return [{ accessToken: [] }]
  return failures?.includes('forbidden') ? [{}, { accessToken: [] }] : []
}

function failuresOf({
  tag,
  body,
  query,
  params,
  open,
  idempotent,
  failures = [],
}: AnyOperation): (FailureKind | Failure)[] {
  return [
    exampleProblem([body, query, params]),
    ...failures.map((each) => (each === 'notFound' ? notFound(tag.replace(/s$/, '')) : each)),
    ...(open ? [] : (['unauthorized', 'forbidden'] as const)),
    ...(idempotent ? (['conflict'] as const) : []),
    ...(body ? (['tooLarge', 'wrongContentType'] as const) : []),
    'tooMany',
    'internal',
    'unavailable',
  ]
}

/** What the first field that can be wrong is told. */
function exampleProblem(parts: (TSchema | undefined)[]): Failure {
  for (const part of parts) {
    const { required = [], properties = {} } = (part ?? {}) as {
      required?: string[]
      properties?: Record<string, { must?: string }>
    }
    if (part === parts[0] && required[0]) return invalidFields([wrong(required[0], 'is required')])
    const field = Object.entries(properties).find(([, { must }]) => must)
    if (field) return invalidFields([wrong(field[0], `must ${field[1].must}`)])
  }
  return invalid('The request is malformed.')
}

function successEnvelope(message: string, data: TSchema) {
  return Type.Object(
    { status: Type.Literal('success'), message: Type.String({ examples: [message] }), data },
    { description: message },
  )
}

function plainSuccess(mediaType: string, { message, data }: { message: string; data: TSchema }) {
  return { description: message, content: { [mediaType]: { schema: data } } }
}
