import type { Socket } from 'node:net'
import { newId } from '../database/ids.ts'
import { failureBody } from './envelope.ts'
import { invalid } from './failure.ts'

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
