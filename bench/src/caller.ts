import { once } from 'node:events'
import { connect } from 'node:net'

/** A connection that is kept open and carries one request at a time. */
export type Caller = {
  /** Sends a request as it goes over the wire, and waits until its answer is there, which must be a success. */
  call(request: string): Promise<void>
  hangUp(): void
}

const END_OF_HEAD = '\r\n\r\n'

/** Opens a connection that reads no more of an answer than whether it is a success and where it ends: the load shares two cores with what it measures. */
export async function openCaller(url: string): Promise<Caller> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let waiting: { resolve: () => void; reject: (error: Error) => void } | undefined
  let answer = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    answer += chunk
    const headEnds = answer.indexOf(END_OF_HEAD)
    if (headEnds < 0) return
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(answer)?.[1]
    const isWhole = length && answer.length >= headEnds + END_OF_HEAD.length + Number(length)
    if (isWhole && answer.startsWith('HTTP/1.1 2')) waiting?.resolve()
    else if (isWhole) waiting?.reject(new Error(`a request failed under load: ${answer}`))
    else if (!length) waiting?.reject(new Error(`an answer does not say how long it is: ${answer}`))
    if (isWhole) answer = ''
  })
  socket.on('error', (error) => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('the connection was closed under load')))
  return {
    call: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    hangUp: () => void socket.destroy(),
  }
}
