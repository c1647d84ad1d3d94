import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'

/** Accepts every webhook delivery, in a separate thread. */
const server = createServer((request, response) => {
  request.on('end', () => response.end()).resume()
}).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  parentPort?.postMessage(`http://127.0.0.1:${port}`)
})
