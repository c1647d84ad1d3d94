import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import Fastify from 'fastify'
import { closeIdleConnections } from '../../src/http/edge/idle-connections.ts'
import { asService, lockLedgers } from '../support/database.ts'
import { range, StreamReader } from '../support/events.ts'
import { LONG_NARRATION, onboardPartnerWithRule } from '../support/partner.ts'
import { ended, type Laurel, makeTestFolder, startLaurel, terminate } from '../support/process.ts'
import { startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const service = await startTestService()
const folder = await makeTestFolder()
const partner = await onboardPartnerWithRule(service)

/** A server in a process of its own, on the same database. */
const startBeside = (): Promise<Laurel> =>
  startLaurel({
    DATABASE_URL: asService(service.connectionString),
    DATA_DIR: folder,
    SECRET_KEY: service.secretKey.toString('base64'),
  })

/** Sends a request on a kept connection; resolves to its status and whether the connection closes after it. */
async function send(laurel: Laurel, agent: Agent, method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${partner.token}`, 'content-type': 'application/json' }
  const sent = request(`${laurel.url}${path}`, { agent, method, headers })
  sent.end(body === undefined ? '' : JSON.stringify(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return { status: response.statusCode, isLast: response.headers.connection === 'close' }
}

/** Calls without a pause until a response says that the connection closes; resolves to the statuses. */
async function callUntilClosed(laurel: Laurel): Promise<Set<number | undefined>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const statuses = new Set<number | undefined>()
  for (let isLast = false; !isLast; ) {
    const response = await send(laurel, agent, 'GET', '/api/v1/laas/rules')
    statuses.add(response.status)
    isLast = response.isLast
  }
  agent.destroy()
  return statuses
}

test('a process that stops ends its streams, also those that are not read', async () => {
  const laurel = await startBeside()
  const [idle, stuck] = [
    await StreamReader.open(laurel, partner.token),
    await StreamReader.open(laurel, partner.token),
  ]
  await Promise.all([idle.has(2), stuck.has(2)])
  stuck.response.pause()
  await partner.awardMany(8_000, LONG_NARRATION)
  await idle.has(8_002)

  await terminate(laurel)
  await waitUntil(() => idle.isOver, 'the stream ends')

  assert.doesNotMatch(laurel.said(), /closing their connections/)
  assert.deepEqual(idle.end, { reason: 'stopping', message: 'This process is stopping; connect again.' })
  assert.deepEqual(idle.seqs, range(1, 8_002))
  stuck.drop()
})

test('a process that stops under load answers what it took, and lets its clients go', async () => {
  const laurel = await startBeside()
  const calling = Array.from({ length: 10 }, () => callUntilClosed(laurel))
  const keeping = new Agent({ keepAlive: true, maxSockets: 1 })
  const ledger = await lockLedgers(service, partner)
  const award = { userId: partner.users[0], ruleName: partner.rule.name }
  const awarding = send(laurel, keeping, 'POST', '/api/v1/laas/rules/award', award)
  await waitUntil(async () => (await ledger.countWaiting()) > 0, 'the award waits for the ledger')
  laurel.process.kill('SIGTERM')
  await waitUntil(() => laurel.said().includes('Stopping'), 'the process is stopping')
  await ledger.letGo()

  assert.deepEqual(await awarding, { status: 201, isLast: true })
  for (const statuses of await Promise.all(calling))
    for (const status of statuses) assert.ok(status === 200 || status === 503, `responded ${status}`)
  await ended(laurel.process)
  assert.equal(laurel.process.exitCode, 0, laurel.said())
  assert.doesNotMatch(laurel.said(), /closing their connections/)
  keeping.destroy()
})

test('a connection that is accepted at the end of the grace period has time for its request', async () => {
  const app = Fastify({ return503OnClosing: false })
  app.get('/', async () => 'done')
  const draining = new AbortController()
  closeIdleConnections(app, draining.signal)
  const accepted = new Set<number | undefined>()
  app.server.on('connection', ({ remotePort }) => accepted.add(remotePort))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  /** Connects, sends its request later, and resolves to the response. */
  async function visit(): Promise<{ isAccepted: boolean; text: string }> {
    const socket = connect({ host: '127.0.0.1', port }).on('error', () => {})
    const closed = new Promise((resolve) => socket.once('close', resolve))
    let text = ''
    let localPort: number | undefined
    socket.on('connect', () => {
      localPort = socket.localPort
      setTimeout(() => socket.write('GET / HTTP/1.1\r\nhost: laurel\r\n\r\n'), 150)
    })
    socket.on('data', (data) => {
      text += data
    })
    await closed
    return { isAccepted: accepted.has(localPort), text }
  }

  const visits = [visit()]
  await waitUntil(() => accepted.size > 0, 'the first connection is accepted')
  draining.abort()
  let isClosed = false
  const closing = app.close().then(() => {
    isClosed = true
  })
  await waitUntil(() => {
    visits.push(visit())
    // A process can be without a processor for longer than a connection may be idle.
    if (visits.length === 20) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
    return isClosed
  }, 'the server has stopped')
  await closing
  const answered = (await Promise.all(visits)).filter(({ isAccepted }) => isAccepted)
  assert.ok(answered.length > 2)
  for (const { text } of answered) assert.match(text, /^HTTP\/1.1 200 OK/)
})

test('after kill -9 the stream goes on with another process, with nothing lost or repeated', async () => {
  const laurel = await startBeside()
  const from = Number((await service.get('/api/v1/laas/events?after=8000', partner.token)).body.data.next)
  const first = await StreamReader.open(laurel, partner.token, { lastEventId: from })
  const writing = (async () => {
    for (let call = 0; call < 30; call += 1) await partner.awardMany(20)
  })()
  await first.has(40)
  laurel.process.kill('SIGKILL')
  await once(laurel.process, 'exit')
  await waitUntil(() => first.isOver, 'the stream breaks off')
  assert.equal(first.end, undefined)

  const second = await StreamReader.open(service, partner.token, { lastEventId: first.lastEventId ?? '' })
  await writing
  await waitUntil(() => second.seqs.at(-1) === from + 600, 'all came')
  second.drop()

  assert.deepEqual([...first.seqs, ...second.seqs], range(from + 1, from + 600))
})
