import assert from 'node:assert/strict'
import type { FastifyRequest } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { ROLES, type Role } from '../../runtime/caller.ts'
import {
  type Failure,
  type FailureKind,
  invalid,
  invalidFields,
  notFound,
  wrong,
} from '../../runtime/failure.ts'
import { DRY_RUN } from './dry-run.ts'
import { closed } from './unknown-fields.ts'

type Operation<Body, Query, Params, Data extends TSchema> = {
  id: string
  tag: string
  summary: string
  description?: string
  body?: Body
  query?: Query
  params?: Params
  /** Unknown fields of this part are ignored and named in a header; elsewhere they are refused. */
  ignoresUnknown?: 'body' | 'query'
  /** A left-out field means all: unknown fields are refused then, and so is a body that is not an object. */
  leftOutMeansAll?: boolean
  /** 201 for a create, 202 for what is done in the background. `alsoCode` documents a create whose result already exists. */
  code?: 200 | 201 | 202
  alsoCode?: 200
  message: string
  data: Data
  /** Returns the path of what a 201 created, below the prefix of the API; undefined if it cannot be read. */
  location?(data: Static<Data>, request: FastifyRequest): string | undefined
  /** Failures to document, beside those of every route: a kind, or an example as thrown. */
  failures?: (Failing | Failure)[]
  headers?: TObject
  /** The type of a success without an envelope; `data` is then the whole body. */
  mediaType?: 'text/event-stream' | 'text/csv'
  /** The route needs no token. */
  open?: boolean
  /** Roles of team members that may call the route; all by default. Other tokens have no role. */
  roles?: readonly Role[]
  /** The route accepts an Idempotency-Key. */
  idempotent?: boolean
  /** The route takes `dryRun` in its query; a dry run responds with 200. */
  takesDryRun?: boolean
  /** The response has an ETag. */
  hasEtag?: boolean
  /** The response to a read holds a token, so it is not compressed. */
  isUncompressed?: boolean
}

const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,255}$',
      must: 'have 1 to 255 visible ASCII characters',
      description:
        'Makes the request safe to retry; a key never expires. A retry gets the stored response with Idempotency-Replayed: true. Another request with the same key gets 409, and so does a retry of a request that returned a secret, which is shown only once.',
    }),
  ),
})

const EtagHeaders = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({
      maxLength: 4_096,
      must: 'have at most 4096 characters',
      description: 'The ETag of an earlier response; 304 while it is still the same.',
    }),
  ),
})

type Failing = Exclude<FailureKind, 'internal'>

/** Describes an endpoint: its input, its responses and its entry in the API reference. */
export function operation<
  Body extends TSchema = TSchema,
  Query extends TObject = TObject,
  Params extends TObject = TObject,
  Data extends TSchema = TSchema,
>(op: Operation<Body, Query, Params, Data>) {
  assert(
    op.ignoresUnknown !== 'body' || (requiresFields(op.body) && !op.leftOutMeansAll),
    `${op.id} must not ignore a misspelled field: what is left out of its body may mean all`,
  )
  const code = op.code ?? 200
  const roles = op.roles ?? ROLES
  const description = descriptionOf(op)
  const query = (op.query ?? Type.Object({})) as Query
  return {
    config: {
      success: { code, message: op.message },
      roles,
      ...(op.location && { location: op.location }),
      ...(op.takesDryRun && { takesDryRun: true }),
      ...(op.leftOutMeansAll && { leftOutMeansAll: true }),
      ...(op.isUncompressed && { isUncompressed: true }),
      ...(op.mediaType === 'text/event-stream' && { isStream: true }),
    },
    schema: {
      operationId: op.id,
      tags: [op.tag],
      summary: op.summary,
      ...(description && { description }),
      ...(op.body && { body: op.ignoresUnknown === 'body' ? op.body : closed(op.body) }),
      querystring: op.ignoresUnknown === 'query' ? query : closed(query),
      ...(op.params && { params: op.params }),
      ...(op.idempotent && { headers: IdempotencyHeaders }),
      ...(op.hasEtag && { headers: EtagHeaders }),
      ...(op.headers && { headers: op.headers }),
      security: [],
      response: {
        [code]: op.mediaType ? plainSuccess(op.mediaType, op) : successEnvelope(op.message, op.data),
        ...(op.hasEtag && { 304: Type.Null({ description: 'Nothing changed.' }) }),
        ...(op.takesDryRun && { 200: successEnvelope(op.code === 201 ? DRY_RUN : op.message, op.data) }),
        ...(op.alsoCode && { [op.alsoCode]: successEnvelope(op.message, op.data) }),
      },
      'x-failures': failuresOf(op),
      ...(op.location && { 'x-location': true }),
      ...(op.ignoresUnknown && { 'x-ignores-unknown': true }),
    } as {
      body: Body
      querystring: Query
      params: Params
    },
  }
}

const requiresFields = (body: { required?: string[] } | undefined) => (body?.required ?? []).length > 0

type AnyOperation = Operation<TSchema, TObject, TObject, TSchema>

const LEFT_OUT_MEANS_ALL =
  'Unknown fields are refused, because a misspelled field would be left out; so is a body that is not an object.'

function descriptionOf({ description, roles, leftOutMeansAll }: AnyOperation): string | undefined {
  const who = roles && `Of a partner's team, this is for the role ${eitherOf(roles)}.`
  return [description, leftOutMeansAll && LEFT_OUT_MEANS_ALL, who].filter(Boolean).join(' ') || undefined
}

/** Joins words for a sentence: "a, b or c". */
export function eitherOf(words: readonly string[]): string {
  return words.length === 1 ? `${words[0]}` : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
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

/** An example of a failure: the first field that can be wrong. */
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
