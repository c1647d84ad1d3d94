import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Failure, forbidden, invalid } from '../../runtime/failure.ts'
import { isLoopback } from '../../runtime/settings/parsers.ts'
import { newId } from '../../storage/database/ids.ts'
import { eitherOf } from '../input/operation.ts'
import { failureBody } from '../responses/envelope.ts'

type Rejection = { status: string; error: string }

const TOO_SLOW: Rejection = {
  status: '408 Request Timeout',
  error: 'The request took too long to arrive; send it faster.',
}
const HEADERS_TOO_LARGE: Rejection = {
  status: '431 Request Header Fields Too Large',
  error: 'The address and the headers are larger than 16 kB; send less.',
}
const NOT_HTTP: Rejection = { status: '400 Bad Request', error: 'The request is not valid HTTP.' }

/** Responds to input that Node cannot parse as a request. No route or hook sees it. */
export function refuseMalformed({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  if (code === 'HPE_HEADER_OVERFLOW') return void socket.end(responseTo(HEADERS_TOO_LARGE))
  // A slow client may also never close the connection.
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return void socket.end(responseTo(TOO_SLOW), () => socket.destroy())
  socket.end(responseTo(NOT_HTTP))
}

const PIPELINED =
  'The request came before the response to the one before it; wait for each response, or open more connections.'
const TWO_HOSTS = 'The request has two Host headers; send one.'

/**
 * Refuses what a proxy could read differently: a second Host header, and a request that does not wait for the
 * response before it. The connection is closed, so nothing behind it is read. Comes before
 * all hooks that identify or count callers.
 */
export function refuseAmbiguous(app: FastifyInstance): void {
  const pipelined = new WeakSet<IncomingMessage>()
  app.server.prependListener('request', (request, response) => {
    // Node gives a response its connection when all responses before it have ended. A stream with a content
    // length must end with its last byte: a client that has all bytes may send its next request, which would
    // be refused here.
    if (response.socket === null) pipelined.add(request)
  })
  app.addHook('onRequest', (request, reply, next) => {
    const { raw } = request
    if (!pipelined.has(raw) && !hasTwoHosts(raw)) return next()
    reply.header('connection', 'close')
    next(invalid(pipelined.has(raw) ? PIPELINED : TWO_HOSTS))
  })
}

function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const isName = (index: number) => index % 2 === 0
  return rawHeaders.filter((text, index) => isName(index) && /^host$/i.test(text)).length > 1
}

function responseTo({ status, error }: Rejection): string {
  const body = JSON.stringify(failureBody(invalid(error)))
  return [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${newId()}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

const HOSTS_REMEMBERED_MAX = 100

/** Development mode is open (plain http, a readable mailbox), so it serves this machine only. */
export function refuseNonLoopback(app: FastifyInstance): void {
  const hostsAllowed = new Set<string>()
  app.addHook('onRequest', async (request) => {
    const { headers } = request
    const proxied = Object.keys(headers).some(
      (name) => name === 'forwarded' || name.startsWith('x-forwarded-'),
    )
    const { host = '' } = headers
    const isAllowed = hostsAllowed.has(host) || isLoopback(host.replace(/:\d+$/, ''))
    if (isAllowed && hostsAllowed.size < HOSTS_REMEMBERED_MAX) hostsAllowed.add(host)
    if (proxied || !isAllowed) {
      throw forbidden(
        'Development mode serves this machine only, without a proxy; set MODE=production to serve others.',
      )
    }
  })
}

/** Collects the methods of each path while routes are added. */
export function collectMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    methodsOf.set(url, new Set([...(methodsOf.get(url) ?? []), ...[method].flat()]))
  })
  return methodsOf
}

/** Adds routes that refuse every other method of these paths. */
export function refuseOtherMethods(app: FastifyInstance, methodsOf: Map<string, Set<string>>): void {
  for (const [url, methods] of [...methodsOf]) {
    const allowed = [...methods].toSorted()
    app.route({
      method: app.supportedMethods.filter((method) => !methods.has(method)),
      url,
      exposeHeadRoute: false,
      schema: { hide: true },
      config: { countsCallers: true },
      // This runs before the body is read, because no body would help.
      async onRequest(request, reply) {
        reply.header('allow', allowed.join(', '))
        throw new Failure(
          'methodNotAllowed',
          `The method ${request.method} is not allowed here; use ${eitherOf(allowed)}.`,
        )
      },
      handler: () => {},
    })
  }
}
