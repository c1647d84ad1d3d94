import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after } from 'node:test'

/** Starts a server on a free port until the test, or the test file, is done; resolves to its address. */
export async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Below the ports that systems give to connections and to servers that ask for any: those come and go meanwhile. */
const PORTS = { from: 10_240, to: 32_000 }

/** A port without a listener. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer()
    const taken = once(server, 'error').then(() => true)
    const free = once(server, 'listening').then(() => false)
    free.catch(() => {})
    taken.catch(() => {})
    const port = randomInt(PORTS.from, PORTS.to)
    server.listen(port, '127.0.0.1')
    if (await Promise.race([taken, free])) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
