import { once } from 'node:events'
import { connect } from 'node:net'

/** A keep-alive connection that sends one request at a time. */
export type Caller = {
  /** Sends a raw request. Rejects unless its response is a success. */
  call(request: string): Promise<void>
  close(): void
}

const END_OF_HEAD = '\r\n\r\n'

/**
 * Parses only the status and the length of a response, because the load shares two cores with the service.
 */
export async function openCaller(url: string): Promise<Caller> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let waiting: { resolve: () => void; reject: (error: Error) => void } | undefined
  let response = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    response += chunk
    const headEnds = response.indexOf(END_OF_HEAD)
    if (headEnds < 0) return
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(response)?.[1]
    const isComplete = length && response.length >= headEnds + END_OF_HEAD.length + Number(length)
    if (isComplete && response.startsWith('HTTP/1.1 2')) waiting?.resolve()
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
