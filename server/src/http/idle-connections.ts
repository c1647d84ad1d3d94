import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A client that keeps its connection has sent its next request by then, or is idle. */
const IDLE_MS = 500
/** New connections are accepted for this long. */
const GRACE_MS_MAX = 1_000
const POLL_MS = 20

type Connection = { response: ServerResponse | undefined; idleSince: number }

/**
 * Ends kept connections when the service stops: each response closes its connection, and a connection without
 * a request is closed once it was idle for a moment. Closed at once, it could reset a request on its way.
 */
export function closeIdleConnections(app: FastifyInstance, draining: AbortSignal): void {
  const connections = new Map<Socket, Connection>()
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { response: undefined, idleSince: performance.now() })
    socket.once('close', () => connections.delete(socket))
  })
  app.server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket)
    if (!connection) return
    connection.response = response
    if (draining.aborted) closeAfter(response)
    response.once('close', () => {
      if (connection.response !== response) return
      connection.response = undefined
      connection.idleSince = performance.now()
      // Its headers may have been sent before, and said that the connection stays.
      if (draining.aborted) socket.destroySoon()
    })
  })
  draining.addEventListener('abort', () => {
    for (const { response } of connections.values()) if (response) closeAfter(response)
  })

  function closeIdle(): boolean {
    const idle = [...connections].filter(([, { response }]) => !response)
    for (const [socket, { idleSince }] of idle) if (performance.now() - idleSince >= IDLE_MS) socket.destroy()
    return idle.length === 0
  }

  /** Node itself would wait for connections that never send a request, which browsers open in advance. */
  async function closeLast(): Promise<void> {
    while (app.server.listening || connections.size > 0) {
      closeIdle()
      await delay(POLL_MS)
    }
  }

  app.addHook('preClose', async () => {
    const graceEnds = performance.now() + GRACE_MS_MAX
    while (!closeIdle() && performance.now() < graceEnds) await delay(POLL_MS)
    // Runs on while the server stops listening: a connection accepted just before gets its time as well.
    void closeLast()
  })
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
