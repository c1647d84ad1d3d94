import type { Socket } from 'node:net'
import { newId } from '../database/ids.ts'
import { failureBody } from './envelope.ts'
import { invalid } from './failure.ts'

type Unreadable = { status: string; error: string }

const TOO_SLOW: Unreadable = {
  status: '408 Request Timeout',
  error: 'The request took too long to arrive; send it faster.',
}
const HEADERS_TOO_LARGE: Unreadable = {
  status: '431 Request Header Fields Too Large',
  error: 'The address and the headers are larger than 16 kB; send less.',
}
const NOT_HTTP: Unreadable = { status: '400 Bad Request', error: 'The request is not valid HTTP.' }

/** Answers what Node could not read as a request, so that no route and no hook ever sees it. */
export function refuseMalformed({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  if (code === 'HPE_HEADER_OVERFLOW') return void socket.end(unreadableAnswer(HEADERS_TOO_LARGE))
  // Whoever sends slowly may also never close.
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return void socket.end(unreadableAnswer(TOO_SLOW), () => socket.destroy())
  socket.end(unreadableAnswer(NOT_HTTP))
}

function unreadableAnswer({ status, error }: Unreadable): string {
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
