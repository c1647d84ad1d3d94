import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FAILURES } from '../../runtime/failure.ts'
import { newId } from '../../storage/database/ids.ts'
import { callerOf } from '../edge/request-caller.ts'
import { isGivenId } from '../edge/request-id.ts'
import type { RequestLog } from './request-log.ts'
import type { BriefRequest, LoggedRequest } from './request-log-store.ts'

const PATH_CHARACTERS_MAX = 500
const ERROR_CHARACTERS_MAX = 1_000

/**
 * Records API requests with a token, after the response. Reads of the dashboard are not logged, unless they
 * fail; they would outnumber all other requests.
 */
export function recordRequests(
  app: FastifyInstance,
  { requestLog, now }: { requestLog: RequestLog; now: () => Date },
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { credential, method } = request
    if (credential && request.url.startsWith('/api/v1/')) {
      const { statusCode: status } = reply
      const isTeamRead = credential.kind === 'team' && (method === 'GET' || method === 'HEAD') && status < 400
      if (!isTeamRead) {
        const brief = briefOf(request, status)
        requestLog.record(brief, () => loggedRequest(request, reply, brief, now()))
      }
    }
    done()
  })
}

function briefOf(request: FastifyRequest, status: number): BriefRequest {
  const { kind, partnerId, subject } = callerOf(request)
  const schema = request.routeOptions.schema as { operationId?: string } | undefined
  return {
    partnerId,
    ...idsOf(request),
    method: request.method,
    operation: schema?.operationId ?? null,
    status,
    appErrorCode: request.failure?.code ?? null,
    caller: kind,
    teamMemberId: kind === 'team' ? subject : null,
  }
}

function loggedRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  brief: BriefRequest,
  now: Date,
): LoggedRequest {
  const { failure } = request
  const durationMs = Math.round(reply.elapsedTime)
  return {
    ...brief,
    path: (request.url.split('?', 1)[0] as string).slice(0, PATH_CHARACTERS_MAX),
    durationMs,
    errorType: failure ? FAILURES[failure.kind].errorType : null,
    error: failure
      ? withoutPersonalValues(failure.message, request.body).slice(0, ERROR_CHARACTERS_MAX)
      : null,
    address: brief.caller === 'user' ? null : request.ip,
    createdAt: new Date(now.getTime() - durationMs),
    count: 1,
    ids: null,
    givenIds: null,
  }
}

const PERSONAL_FIELDS = ['tag', 'email', 'externalId', 'fullname', 'phone']

/** A sentence may quote what was sent about a person. The log is not searched when the person is erased. */
function withoutPersonalValues(sentence: string, body: unknown): string {
  const values = PERSONAL_FIELDS.flatMap((name) => {
    const value = (body as Record<string, unknown> | null | undefined)?.[name]
    return typeof value === 'string' && value !== '' ? [value, value.toLowerCase()] : []
  })
  return values.reduce((text, value) => text.replaceAll(value, '…'), sentence)
}

/** The id of a line gives its place in time, which an id from elsewhere does not. */
const idsOf = (request: FastifyRequest) =>
  isGivenId(request) ? { id: newId(), givenId: request.id } : { id: request.id, givenId: null }
