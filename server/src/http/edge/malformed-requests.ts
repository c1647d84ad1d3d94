import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { invalid } from '../../runtime/failure.ts'
import { newId } from '../../storage/database/ids.ts'
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
