import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
} from 'fastify'
import type { Role } from '../../runtime/caller.ts'
import {
  FAILURES,
  Failure,
  invalid,
  invalidFields,
  NOT_AN_OBJECT,
  TOO_MANY_WAITING,
  unavailable,
} from '../../runtime/failure.ts'
import { failpoint } from '../../runtime/process/failpoint.ts'
import { busyWith, isDatabaseUnavailable, isLockConflict } from '../../storage/database/database-error.ts'
import { DRY_RUN, isDryRun } from '../input/dry-run.ts'
import { nameIgnored } from '../input/unknown-fields.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Message and status code of a success. */
    success?: { code: number; message: string }
    /** Returns the path of what a 201 created, below the prefix of the API. */
    location?(data: unknown, request: FastifyRequest): string | undefined
    /** Roles of team members that may call this route. */
    roles?: readonly Role[]
    /** A left-out field means all, so that only a request without a body may lack an object. */
    leftOutMeansAll?: boolean
  }
  interface FastifyRequest {
    /** The failure in the response, if it is one. */
    failure?: Failure
  }
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** The response body of a failure. */
export function failureBody(failure: Failure) {
  const { message, errorType } = FAILURES[failure.kind]
  return {
    status: 'failed' as const,
    message,
    data: {
      errorType,
      appErrorCode: failure.code,
      error: failure.message,
      ...(failure.fields.length > 0 && { fields: failure.fields }),
      ...failure.expansion,
    },
  }
}

const notJson = () => invalid('The body is not valid JSON; send one JSON object.')

/** Accepts JSON bodies only. An empty body counts as none, also with a content type, as in a DELETE. */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null)
    if (!isUtf8(body)) return done(notJson())
    void parse(request, body.toString(), done)
  })
}

/** Accepts any body as bytes: pages and the authorization server receive forms. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
}

/** Wraps every response of these routes in the envelope. */
export function useEnvelope(api: FastifyInstance): void {
  // The validator cannot tell a body of null from none.
  api.addHook('preValidation', async ({ body, routeOptions }) => {
    if (body === null && routeOptions.config.leftOutMeansAll) throw invalidFields([NOT_AN_OBJECT])
  })
  api.addHook('preHandler', async (request, reply) => {
    const { success } = request.routeOptions.config
    if (success) reply.code(success.code)
    nameIgnored(request, reply)
  })
  api.addHook('preSerialization', async (request, reply, payload) => {
    failpoint('before-response')
    const { success, location } = request.routeOptions.config
    const path = reply.statusCode === 201 ? location?.(payload, request) : undefined
    if (path !== undefined) reply.header('location', `${request.server.prefix}${path}`)
    if (!success || reply.statusCode >= 400) return payload
    const message = isDryRun(request) ? DRY_RUN : success.message
    return { status: 'success', message, data: payload }
  })
}

/** Responds to any error with the envelope of a failure. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toFailure(error, request)
  request.failure = failure
  reply.header('x-request-id', request.id)
  if (failure.refusal !== undefined) reply.header('laurel-refusal', failure.refusal)
  // The validator refused the request, so no hook has named them yet.
  if (failure.kind === 'invalid') nameIgnored(request, reply)
  if (failure.kind === 'unauthorized') reply.header('www-authenticate', challengeOf(request))
  if (failure.retryAfterSeconds !== undefined)
    reply.header('retry-after', Math.ceil(failure.retryAfterSeconds))
  return reply.code(failure.status).type('application/json; charset=utf-8').send(failureBody(failure))
}

export const CHALLENGE = 'Bearer realm="laurel"'

/** On open routes, such as sign-in, a token that was sent is not what is wrong. */
function challengeOf({ headers, routeOptions }: FastifyRequest): string {
  const isTokenRefused = headers.authorization !== undefined && routeOptions.config?.countsCallers
  return isTokenRefused ? `${CHALLENGE}, error="invalid_token"` : CHALLENGE
}

/** Log line and response for each resource that a request timed out on. */
const BUSY = {
  connection: ['all database connections are in use', 'The service is busy; try again in a moment.'],
  queue: ['too many requests of one partner are waiting', TOO_MANY_WAITING],
  lock: ['lock not granted in time', 'Another request takes too long; try again in a moment.'],
  statement: ['read not done in time', 'The read takes too long; ask for less, or try again in a moment.'],
} as const

/** Maps an error to a failure. Logs unexpected errors and reports them as internal. */
export function toFailure(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error
  const busy = busyWith(error)
  if (busy) {
    const [logged, detail] = BUSY[busy]
    request.log.warn({ err: error }, logged)
    return unavailable(detail)
  }
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  // The client broke off in the middle of its body, and does not read the response. A lost database has the
  // same code.
  if (code === 'ECONNRESET' && !request.raw.complete && request.raw.socket.destroyed) {
    request.log.info('the client broke off in the middle of its body')
    return invalid('The body ended early.')
  }
  if (isDatabaseUnavailable(error)) {
    request.log.warn({ err: error }, 'database unavailable')
    return unavailable('The database is unavailable; try again in a moment.')
  }
  if (statusCode === 503) {
    request.log.warn({ err: error }, 'dependency unavailable')
    return unavailable('The service is unavailable; try again in a moment.')
  }
  if (isLockConflict(error)) {
    request.log.warn({ err: error }, 'conflict between two transactions')
    return unavailable('Another request is changing the same data; try again in a moment.')
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Failure(
      'tooLarge',
      `The body is larger than ${request.routeOptions.bodyLimit / 1_048_576} MB; send less.`,
    )
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Failure(
      'wrongContentType',
      'Send the body as JSON with the header Content-Type: application/json.',
    )
  }
  if (code === 'FST_ERR_BAD_URL') return invalid('The path is not validly encoded; check its percent signs.')
  if (error instanceof SyntaxError || code?.startsWith('FST_ERR_CTP_')) {
    return notJson()
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return invalid('The request is malformed.')
  request.log.error({ err: error }, 'unexpected error')
  return new Failure(
    'internal',
    `Something went wrong on our side; quote the request id ${request.id} to support.`,
  )
}
