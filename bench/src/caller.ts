import { once } from 'node:events'
import { connect } from 'node:net'

/** A keep-alive connection that sends one request at a time. */
export type Caller = {
  /** Sends a raw request and resolves to its status. Rejects unless the response is a success or a 304. */
  call(request: string): Promise<number>
  close(): void
}

const END_OF_HEAD = '\r\n\r\n'
const NOT_MODIFIED = 304

/**
 * Parses only the status and the length of a response, because the load shares two cores with the service.
 */
export async function openCaller(url: string): Promise<Caller> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let waiting: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined
  let response = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    response += chunk
    const headEnds = response.indexOf(END_OF_HEAD)
    if (headEnds < 0) return
    const status = Number(response.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
    // A 304 has no body, whatever its head says.
    const length = status === NOT_MODIFIED ? '0' : /\r\ncontent-length: (\d+)\r\n/i.exec(response)?.[1]
    const isComplete = length && response.length >= headEnds + END_OF_HEAD.length + Number(length)
    const isSuccess = (status >= 200 && status < 300) || status === NOT_MODIFIED
    if (isComplete && isSuccess) waiting?.resolve(status)
    else if (isComplete) waiting?.reject(new Error(`a request failed under load: ${response}`))
    else if (!length) waiting?.reject(new Error(`a response has no content-length: ${response}`))
    if (isComplete) response = ''
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('the connection was closed under load')))
  return {
    call: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => void socket.destroy(),
  }
}
