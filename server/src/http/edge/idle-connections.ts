import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A client that keeps its connection has sent its next request by then, or is idle. */
const IDLE_MS = 500
/** A proxy that was refused sends no more requests: after so long without one, the port can be closed. */
const QUIET_MS = 500
/** New connections are accepted for this long. */
const GRACE_MS_MAX = 2_000
const POLL_MS = 20

type Connection = { response: ServerResponse | undefined; idleSince: number }

/**
 * Ends kept connections when the service stops. From `leaving` on, each response closes its connection. While
 * the server closes, a connection without a request is closed once it was idle for a moment, and the port
 * once no request has come for a moment. Closed at once, both could reset a request on its way.
 */
export function closeIdleConnections(app: FastifyInstance, leaving: AbortSignal): void {
  const connections = new Map<Socket, Connection>()
  let now = () => performance.now()
  let requestedAt = Number.NEGATIVE_INFINITY
  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { response: undefined, idleSince: now() })
    socket.once('close', () => connections.delete(socket))
  })
  app.server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket)
    if (!connection) return
    connection.response = response
    requestedAt = now()
    if (leaving.aborted) closeAfter(response)
    response.once('close', () => {
      if (connection.response !== response) return
      connection.response = undefined
      connection.idleSince = now()
      // Its headers may have been sent before, and said that the connection stays.
      if (leaving.aborted) socket.destroySoon()
    })
  })
  leaving.addEventListener('abort', () => {
    for (const { response } of connections.values()) if (response) closeAfter(response)
  })

  function closeIdle(): boolean {
    const idle = [...connections].filter(([, { response }]) => !response)
    for (const [socket, { idleSince }] of idle) if (now() - idleSince >= IDLE_MS) socket.destroy()
    return idle.length === 0
  }

  /** Counts polls instead of time: a process that had no processor has not read yet what came meanwhile. */
  async function nextPoll(): Promise<void> {
    const next = now() + POLL_MS
    await delay(POLL_MS)
    now = () => next
  }

  /** Node itself would wait for connections that never send a request, which browsers open in advance. */
  async function closeLast(): Promise<void> {
    while (app.server.listening || connections.size > 0) {
      closeIdle()
      await nextPoll()
    }
  }

  app.addHook('preClose', async () => {
    await nextPoll()
    const graceEnds = now() + GRACE_MS_MAX
    const isQuiet = () => now() - requestedAt >= QUIET_MS
    while (!(closeIdle() && isQuiet()) && now() < graceEnds) await nextPoll()
    // Runs on while the server stops listening: a connection accepted just before gets its time as well.
    void closeLast()
  })
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
