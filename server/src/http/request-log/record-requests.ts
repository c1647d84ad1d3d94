import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FAILURES } from '../../runtime/failure.ts'
import { newId } from '../../storage/database/ids.ts'
import { isGivenId } from '../edge/request-id.ts'
import type { RequestLog } from './request-log.ts'
import type { LoggedRequest } from './request-log-store.ts'

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
      const { kind, partnerId } = credential
      const { statusCode: status } = reply
      const isTeamRead = kind === 'team' && (method === 'GET' || method === 'HEAD') && status < 400
      if (!isTeamRead) requestLog.record({ partnerId, status }, () => loggedRequest(request, reply, now()))
    }
    done()
  })
}

function loggedRequest(request: FastifyRequest, reply: FastifyReply, now: Date): LoggedRequest {
  const { credential, failure } = request
  const { kind, subject, partnerId } = credential as NonNullable<typeof credential>
  const schema = request.routeOptions.schema as { operationId?: string } | undefined
  const durationMs = Math.round(reply.elapsedTime)
  return {
    partnerId,
    ...idsOf(request),
    method: request.method,
    path: (request.url.split('?', 1)[0] as string).slice(0, PATH_CHARACTERS_MAX),
    operation: schema?.operationId ?? null,
    status: reply.statusCode,
    durationMs,
    errorType: failure ? FAILURES[failure.kind].errorType : null,
    appErrorCode: failure?.code ?? null,
    error: failure
      ? withoutPersonalValues(failure.message, request.body).slice(0, ERROR_CHARACTERS_MAX)
      : null,
    caller: kind,
    teamMemberId: kind === 'team' ? subject : null,
    address: kind === 'user' ? null : request.ip,
    createdAt: new Date(now.getTime() - durationMs),
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
