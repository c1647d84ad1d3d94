import assert from 'node:assert/strict'
import { createConnection } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { describeRequest } from '../../src/http/edge/log-requests.ts'
import { UUID } from '../support/api-response.ts'
import { createCapturedLog } from '../support/captured-log.ts'
import { asService } from '../support/database.ts'
import { onboardPartnerWithRule } from '../support/partner.ts'
import { startLaurel, terminate } from '../support/process.ts'
import { startTestService } from '../support/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const captured = createCapturedLog()
const service = await startTestService({ trustProxy: ['127.0.0.1'] }, { log: captured.log })
const partner = await onboardPartnerWithRule(service)
const withoutProxy = await startTestService({ trustProxy: ['10.0.0.0/8', 'fd00::/8'] })

type Line = Record<string, unknown>

/** The line about the request with this id, once it is logged. */
async function lineOf(reqId: string): Promise<Line> {
  const find = () =>
    captured
      .logged()
      .split('\n')
      .filter((text) => text.includes(`"${reqId}"`))
      .map((text) => JSON.parse(text) as Line)
      .find(({ msg }) => msg === 'request completed')
  await waitUntil(() => find() !== undefined, `a line about ${reqId}`)
  return find() as Line
}

const send = (url: string, path: string, headers: Record<string, string>) =>
  fetch(`${url}${path}`, { headers: { authorization: `Bearer ${partner.token}`, ...headers } })

const idFor = async (url: string, given: string): Promise<string> => {
  const response = await send(url, '/healthz', { 'x-request-id': given })
  return response.headers.get('x-request-id') ?? ''
}

test('a request is logged once, with method, route, operation, partner, status and milliseconds', async () => {
  const path = '/api/v1/laas/users?search=somebody'
  const id = (await send(service.url, path, {})).headers.get('x-request-id') ?? ''
  const { level, time, pid, hostname, ms, ...line } = await lineOf(id)

  assert.equal(level, 30)
  assert.ok(typeof ms === 'number' && ms >= 0, String(ms))
  assert.deepEqual(line, {
    reqId: id,
    method: 'GET',
    route: '/api/v1/laas/users',
    operation: 'listMembers',
    partner: partner.partnerId,
    status: 200,
    msg: 'request completed',
  })
  assert.equal(captured.logged().split(id).length - 1, 1, 'there is one line')
  assert.ok(!captured.logged().includes('somebody'))
})

test('a request without a token or a route is logged without them', async () => {
  const response = await fetch(`${service.url}/made/up`)
  const { route, operation, partner: of, status } = await lineOf(response.headers.get('x-request-id') ?? '')
  assert.deepEqual({ route, operation, of, status }, { route: null, operation: null, of: null, status: 404 })
})

test('health checks are logged at debug', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const response = await fetch(`${service.url}${path}`)
    const { level, route } = await lineOf(response.headers.get('x-request-id') ?? '')
    assert.deepEqual({ level, route }, { level: 20, route: path })
  }
})

test('a client that breaks off in the middle of its body is one line, and no fault of the database', async () => {
  for (const [path, type] of [
    ['laas/imports', 'text/csv'],
    ['laas/rules/award', 'application/json'],
  ] as const) {
    const id = `broken-off-${type.replace('/', '-')}`
    const lines = () => captured.logged().match(new RegExp(`^.*${id}.*$`, 'gm')) ?? []
    // The service must have begun to read the body, which takes longer on a busy machine.
    for (let ms = 20; lines().length === 0; ms *= 2) {
      const socket = createConnection(Number(new URL(service.url).port), '127.0.0.1')
      socket.write(
        `POST /api/v1/${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${partner.token}\r\n` +
          `X-Request-Id: ${id}\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\nexternalId\n`,
      )
      await pause(ms)
      socket.resetAndDestroy()
      await pause(ms)
    }
    for (const line of lines())
      assert.equal(JSON.parse(line).msg, 'the client broke off in the middle of its body')
  }
})

test('the request id of a trusted proxy is kept, in the response, the log and the request log', async () => {
  const given = 'edge-7f3a.1:9'
  const response = await send(service.url, '/api/v1/laas/rules/nothing', { 'x-request-id': given })
  assert.equal(response.headers.get('x-request-id'), given)
  assert.equal((await lineOf(given)).reqId, given)
  const find = async (id: string) =>
    (await service.get(`/api/v1/laas/requests?requestId=${id}`, partner.token)).body.data
  await waitUntil(async () => (await find(given)).requests.length === 1, 'it is listed')
  const { requests, next } = await find(given)
  assert.deepEqual([requests[0].id, requests[0].path, next], [given, '/api/v1/laas/rules/nothing', null])
})

test('a UUID of a proxy is kept too, and two requests with the same id are both listed', async () => {
  const given = '3b241101-e2bb-4255-8caf-4136c566a962'
  for (const path of ['/api/v1/laas/rules/one', '/api/v1/laas/rules/two'])
    assert.equal(
      (await send(service.url, path, { 'x-request-id': given })).headers.get('x-request-id'),
      given,
    )
  const list = async () =>
    (await service.get(`/api/v1/laas/requests?requestId=${given}`, partner.token)).body.data.requests
  await waitUntil(async () => (await list()).length === 2, 'both are listed')
  const paths = (await list()).map(({ path }: { path: string }) => path)
  assert.deepEqual(paths, ['/api/v1/laas/rules/two', '/api/v1/laas/rules/one'])
})

test('an id that is long, has other characters or comes from elsewhere is replaced', async () => {
  for (const given of ['a'.repeat(101), 'a b', 'a"b', '{"a":1}', 'ä', 'a,b', '../a'])
    assert.match(await idFor(service.url, given), UUID, given)
  assert.equal(await idFor(service.url, 'a'.repeat(100)), 'a'.repeat(100))
  assert.match(await idFor(withoutProxy.url, 'edge-1'), UUID)
})

test('two ids in one request are replaced', async () => {
  const { port } = new URL(service.url)
  const socket = createConnection(Number(port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  socket.write(
    'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Request-Id: a\r\nX-Request-Id: b\r\nConnection: close\r\n\r\n',
  )
  await new Promise((resolve) => socket.once('close', resolve))
  assert.match(/x-request-id: (\S+)/i.exec(text)?.[1] ?? '', UUID)
})

test('development prints a readable line for each request, and says where the request log is', async () => {
  const laurel = await startLaurel({
    DATABASE_URL: asService(service.connectionString),
    SECRET_KEY: service.secretKey.toString('base64'),
    LOG_LEVEL: 'warn',
  })
  assert.match(laurel.said(), new RegExp(`Requests +${laurel.url}/dashboard/developers/requests$`, 'm'))
  const response = await fetch(`${laurel.url}/api/v1/laas/users?search=somebody`)
  const id = response.headers.get('x-request-id') ?? ''
  await waitUntil(() => laurel.said().includes(id), laurel.said)
  const lines = laurel
    .said()
    .split('\n')
    .filter((line) => line.includes(id))
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', new RegExp(`^GET /api/v1/laas/users 401 [\\d.]+ ms ${id}$`))
  await fetch(`${laurel.url}/healthz`)
  await terminate(laurel)
  assert.doesNotMatch(laurel.said(), /healthz|somebody/)
})

test('a printed line has neither the query nor what a terminal would carry out', () => {
  const line = { method: 'GET', path: '/a\u001b[2J\u009b?token=secret', status: 500, ms: 1.5, id: 'r-1' }
  assert.equal(describeRequest(line), 'GET /a?[2J? 500 1.5 ms r-1')
})
