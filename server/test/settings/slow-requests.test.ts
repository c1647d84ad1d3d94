import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { refuseMalformed } from '../../src/http/edge/refuse-requests.ts'
import { waitUntil } from '../support/wait-until.ts'

const LIMIT_MS = 200

/** Node looks every 30 s for what is late; a server with the service's own handler looks more often. */
const app = Fastify({
  requestTimeout: LIMIT_MS,
  http: { connectionsCheckingInterval: 50, headersTimeout: LIMIT_MS },
  clientErrorHandler: refuseMalformed,
})
app.post('/', async () => 'taken')
app.get('/stream', async (_, reply) => {
  const stream = new PassThrough()
  void (async () => {
    for (let part = 0; part < 5; part += 1) {
      stream.write(`${part}\n`)
      await pause(LIMIT_MS)
    }
    stream.end()
  })()
  return reply.send(stream)
})
await app.listen({ host: '127.0.0.1', port: 0 })
after(() => app.close())
const { port } = app.server.address() as AddressInfo

const openConnections = () =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

test('a body that arrives too slowly gets 408 and its connection is closed', async () => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  socket.write(
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  )
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')

  assert.match(head, /^HTTP\/1\.1 408 Request Timeout\r\n/)
  assert.deepEqual(JSON.parse(body), {
    status: 'failed',
    message: 'Invalid data',
    data: {
      errorType: 'invalid',
      appErrorCode: 'Bad request',
      error: 'The request took too long to arrive; send it faster.',
    },
  })
  await waitUntil(async () => (await openConnections()) === 0, 'the connection is closed')
  socket.destroy()
})

test('a response that takes longer than a request may is not broken off', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/stream`)

  assert.equal(await answer.text(), '0\n1\n2\n3\n4\n')
})
