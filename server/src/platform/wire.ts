import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
} from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import { isDatabaseAway } from './database.ts'
import { FAILURES, Failure, type FailureKind, invalid, unavailable } from './failure.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a success of this route says, and its status code. */
    success?: { code: number; message: string }
  }
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

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
  /** The failures worth documenting for this route, beside those that every route can give. */
  failures?: Failing[]
  /** Whether the route can be called without a token. */
  open?: boolean
}

type Failing = Exclude<FailureKind, 'internal'>

/** Describes one endpoint once: what it takes, what it answers, and its page in the API reference. */
export function operation<
  Body extends TSchema = TSchema,
  Query extends TObject = TObject,
  Params extends TObject = TObject,
  Data extends TSchema = TSchema,
>(op: Operation<Body, Query, Params, Data>) {
  const code = op.code ?? 200
  const failures: Failing[] = [
    ...(op.failures ?? []),
    ...(op.open ? [] : (['unauthorized', 'forbidden'] as const)),
  ]
  return {
    config: { success: { code, message: op.message } },
    schema: {
      operationId: op.id,
      tags: [op.tag],
      summary: op.summary,
      ...(op.description && { description: op.description }),
      ...(op.body && { body: op.body }),
      ...(op.query && { querystring: op.query }),
      ...(op.params && { params: op.params }),
      security: op.open ? [] : [{ accessToken: [] }],
      response: {
        [code]: successEnvelope(op.message, op.data),
        ...(op.alsoCode && { [op.alsoCode]: successEnvelope(op.message, op.data) }),
        ...failureEnvelopes(['invalid', ...failures, 'tooMany', 'unavailable']),
      },
    } as {
      body: Body
      querystring: Query
      params: Params
    },
  }
}

function successEnvelope(message: string, data: TSchema) {
  const example = (data as { examples?: unknown[] }).examples?.[0]
  return Type.Object(
    { status: Type.Literal('success'), message: Type.String(), data },
    { description: message, examples: [{ status: 'success', message, data: example }] },
  )
}

function failureEnvelopes(kinds: FailureKind[]) {
  const codes = [...new Set(kinds.map((kind) => FAILURES[kind].http))]
  return Object.fromEntries(
    codes.map((code) => [code, failureEnvelope(kinds.filter((kind) => FAILURES[kind].http === code))]),
  )
}

function failureEnvelope(kinds: FailureKind[]) {
  return Type.Object(
    {
      status: Type.Literal('failed'),
      message: Type.String(),
      data: Type.Object({ errorType: Type.String(), appErrorCode: Type.String(), error: Type.String() }),
    },
    {
      description: [...new Set(kinds.map((kind) => FAILURES[kind].message))].join(' / '),
      examples: kinds.map((kind) =>
        failureBody(new Failure(kind, EXAMPLE_DETAILS[kind], kind === 'refused' ? 'rule_full' : undefined)),
      ),
    },
  )
}

const EXAMPLE_DETAILS: Record<FailureKind, string> = {
  invalid: 'name is required.',
  taken: 'The tag ada is already taken.',
  refused: 'The rule already has all its participants; raise maxNumberOfParticipant to let more users in.',
  missing: 'User was not found.',
  notFound: 'Rule was not found.',
  unauthorized: 'The access token is missing; send it in the header Authorization: Bearer <ACCESS_TOKEN>.',
  forbidden: 'This token may not do that.',
  conflict: 'This Idempotency-Key was used with another request; use a new key.',
  tooLarge: 'The body is larger than 1 MB; send less.',
  wrongContentType: 'Send the body as JSON with the header Content-Type: application/json.',
  tooMany: 'Too many requests; try again in 1 s.',
  unavailable: 'The database is away; try again in a moment.',
  internal: 'Something went wrong on our side.',
}

function failureBody(failure: Failure) {
  const { message, errorType } = FAILURES[failure.kind]
  return {
    status: 'failed' as const,
    message,
    data: { errorType, appErrorCode: failure.code, error: failure.message },
  }
}

/** Puts every answer of these routes into the envelope. */
export function useEnvelope(api: FastifyInstance): void {
  api.addHook('preHandler', async (request, reply) => {
    const { success } = request.routeOptions.config
    if (success) reply.code(success.code)
  })
  api.addHook('preSerialization', async (request, reply, payload) => {
    const { success } = request.routeOptions.config
    return success && reply.statusCode < 400
      ? { status: 'success', message: success.message, data: payload }
      : payload
  })
}

/** Answers with a failure's envelope, whatever was thrown. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toFailure(error, request)
  if (failure.retryAfterSeconds !== undefined)
    reply.header('retry-after', Math.ceil(failure.retryAfterSeconds))
  return reply
    .code(FAILURES[failure.kind].http)
    .type('application/json; charset=utf-8')
    .send(failureBody(failure))
}

function toFailure(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error
  if (isDatabaseAway(error)) {
    request.log.warn({ err: error }, 'the database is away')
    return unavailable('The database is away; try again in a moment.')
  }
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Failure('tooLarge', 'The body is larger than 1 MB; send less.')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Failure(
      'wrongContentType',
      'Send the body as JSON with the header Content-Type: application/json.',
    )
  }
  if (code === 'FST_ERR_BAD_URL') return invalid('The path is not validly encoded; check its percent signs.')
  if (error instanceof SyntaxError || code?.startsWith('FST_ERR_CTP_')) {
    return invalid('The body is not valid JSON; send one JSON object.')
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return invalid('The request is malformed.')
  request.log.error({ err: error }, 'unexpected error')
  return new Failure(
    'internal',
    `Something went wrong on our side; quote the request id ${request.id} to support.`,
  )
}
