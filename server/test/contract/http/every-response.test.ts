import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { dataOf } from '../../support/api.ts'
import {
  type ApiResponse,
  assertFailure,
  assertHeaders,
  TOKEN_BAD,
  TOKEN_MISSING,
  UUID,
} from '../../support/api-response.ts'
import { operationsOf } from '../../support/open-api.ts'
import { newRuleBody, newUserBody, onboardTestPartner, type TestPartner } from '../../support/partner.ts'
import { useClockService } from '../../support/service.ts'

const { service } = await useClockService()
let partner: TestPartner
before(async () => {
  partner = await onboardTestPartner(service)
})
const operations = await operationsOf<{ operationId: string; security: object[] }>()
/** Take a token without needing one. Which others take one is in the table of roles. */
const TOKEN_OPTIONAL = ['createUser', 'pointsLeaderboard', 'coinLeaderboard']
/** Take a code in place of a token, so they have tests of their own. */
const TAKES_CODE = ['verifyPartnerEmail', 'resendPartnerCode']

const pathOf = ({ path }: { path: string }) =>
  path.replace('{eco}', 'acme').replaceAll(/\{\w+\}/g, () => randomUUID())
const bodyFor = (method: string) => (method === 'POST' || method === 'PATCH' ? { body: {} } : {})

for (const operation of operations) {
  const { operationId, method, security } = operation
  if (security.length === 0 || TAKES_CODE.includes(operationId)) continue
  const path = pathOf(operation)
  if (!TOKEN_OPTIONAL.includes(operationId))
    test(`${operationId} without a token is 401`, async () => {
      const answer = await service.request(method, path, bodyFor(method))
      assertFailure(answer, 'unauthorized', TOKEN_MISSING)
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="laurel"')
    })

  test(`${operationId} with a bad or expired token is 401`, async () => {
    for (const authorization of [
      'Bearer nonsense',
      'Bearer',
      `Basic ${partner.token}`,
      `Token ${partner.token}`,
    ]) {
      const headers = { authorization }
      const answer = await service.request(method, path, { ...bodyFor(method), headers })
      assertFailure(answer, 'unauthorized', TOKEN_BAD)
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="laurel", error="invalid_token"')
    }
    service.clock.now = new Date(Date.now() + 3_600_000)
    const expired = await service.request(method, path, { ...bodyFor(method), token: partner.token })
    assertFailure(expired, 'unauthorized', TOKEN_BAD)
  })
}

test('a wrong password is not called a wrong token, also where a token was sent', async () => {
  const answer = await service.post(
    '/api/v1/acme/partners/login',
    { email: partner.email, password: 'Wrong-1' },
    'x',
  )
  assert.equal(answer.status, 401)
  assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="laurel"')
})

test('the scheme of the token may be written in any case', async () => {
  for (const scheme of ['bearer', 'BEARER']) {
    const headers = { authorization: `${scheme} ${partner.token}` }
    assert.equal((await service.request('GET', '/api/v1/laas/rules', { headers })).status, 200)
  }
})

test('a missing token gets 401 before the body is parsed', async () => {
  const answer = await service.request('POST', '/api/v1/laas/rules/award', { body: '{"broken' })

  assertFailure(answer, 'unauthorized', TOKEN_MISSING)
})

for (const [method, path] of [
  ['GET', '/api/v1/laas/nothing'],
  ['POST', '/api/v1/laas/nothing'],
  ['GET', '/api/v2/laas/rules'],
  ['POST', '/'],
  ['GET', '/nothing'],
] as const) {
  test(`${method} ${path} is no route and gets a 404 in the envelope`, async () => {
    const answer = await service.request(method, `${path}?with=query`, {
      ...bodyFor(method),
      token: partner.token,
    })

    assertFailure(answer, 'notFound', `The route ${method} ${path} was not found.`)
  })
}

for (const [method, path, allowed] of [
  ['PUT', '/api/v1/laas/rules', ['GET', 'HEAD']],
  ['DELETE', '/api/v1/user', ['POST']],
  ['PATCH', '/api/v1/acme/partners/me/secrets', ['GET', 'HEAD', 'POST']],
  ['GET', '/api/v1/laas/rules/award', ['POST']],
  ['GET', '/api/v1/laas/users/onboard', ['POST']],
  ['POST', '/api/v1/laas/leaderboard/new', ['GET', 'HEAD', 'OPTIONS']],
  ['OPTIONS', '/api/v1/laas/events/stream', ['GET']],
] as const) {
  test(`${method} ${path} is 405 and says which methods there are`, async () => {
    for (const token of [partner.token, undefined]) {
      const answer = await service.request(method, `${path}?with=query`, {
        ...(token && { token }),
        headers: { 'content-type': 'text/plain' },
        ...(method !== 'GET' && { body: 'no JSON' }),
      })

      const words =
        allowed.length === 1 ? allowed[0] : `${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`
      assertFailure(answer, 'methodNotAllowed', `The method ${method} is not allowed here; use ${words}.`)
      assert.equal(answer.headers.get('allow'), allowed.join(', '))
    }
  })
}

test('HEAD is for every read, and 405 for what is no read', async () => {
  for (const [path, status] of [
    ['/api/v1/laas/rules', 200],
    ['/api/v1/laas/rules/award', 405],
    ['/api/v1/laas/events/stream', 405],
  ] as const) {
    const answer = await service.request('HEAD', path, { token: partner.token })
    assert.deepEqual([answer.status, answer.body], [status, undefined], path)
  }
})

test('what was created can be read at its Location, which a replay has too', async () => {
  const create = (path: string, body: object, key: string = randomUUID()) =>
    service.request('POST', path, { token: partner.token, body, headers: { 'idempotency-key': key } })
  const idOf = ({ body }: ApiResponse) => body.data.userId ?? body.data.id
  for (const [path, body] of [
    ['/api/v1/laas/rules/create-rule', newRuleBody()],
    ['/api/v1/laas/webhooks', { url: 'http://localhost:8080/' }],
    ['/api/v1/user', newUserBody()],
    ['/api/v1/laas/users', { externalId: randomUUID() }],
  ] as const) {
    const created = await create(path, body)
    assert.equal(created.status, 201)
    const read = await service.get(created.headers.get('location') ?? '', partner.token)
    assert.equal(read.status, 200, path)
    assert.equal(idOf(read), idOf(created))
  }
  const [rule, key] = [newRuleBody(), randomUUID()]
  const locations = [1, 2].map(async () =>
    (await create('/api/v1/laas/rules/create-rule', rule, key)).headers.get('location'),
  )
  const [first, replay] = await Promise.all(locations)
  assert.equal(first, replay)
  assert.match(replay ?? '', /^\/api\/v1\/laas\/rules\//)

  const member = await partner.addUser()
  const { name: ruleName } = await partner.addRule()
  const { id: awardId } = await dataOf(partner.award(member, ruleName))
  for (const [path, body] of [
    ['/api/v1/laas/rules/award', { userId: member, ruleName }],
    ['/api/v1/laas/coins/transfer-from-user-wallet', { userId: member, coins: 1 }],
    ['/api/v1/laas/coins/adjust', { userId: member, coins: 1, reason: 'Goodwill' }],
    [`/api/v1/laas/rules/award/${awardId}/reverse`, { coins: 1 }],
  ] as const) {
    const created = await create(path, body)
    const read = await service.get(created.headers.get('location') ?? '', partner.token)
    assert.equal(read.body.data.id, created.body.data.id, path)
    const forecast = await service.post(`${path}?dryRun=true`, body, partner.token)
    assert.deepEqual([forecast.status, forecast.headers.get('location')], [200, null])
  }

  const alone = await service.post('/api/v1/user', newUserBody())
  assert.deepEqual([alone.status, alone.headers.get('location')], [201, null])
})

test('malformed JSON is refused in the envelope', async () => {
  for (const body of ['{', '{"name": "x",}', 'name=x', "{'a': 1}", '\u0000', '{"a": NaN}', '{} {}']) {
    const answer = await service.request('POST', '/api/v1/laas/rules/award', { token: partner.token, body })
    assertFailure(answer, 'invalid', 'The body is not valid JSON; send one JSON object.')
  }
})

test('every response has a request id of its own, and a given one is not taken over', async () => {
  const ids = new Set<string | null>()
  for (let count = 0; count < 3; count += 1) {
    const answer = await service.request('GET', '/api/v1/laas/rules', {
      token: partner.token,
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    })
    assertHeaders(answer)
    ids.add(answer.headers.get('x-request-id'))
  }

  assert.equal(ids.size, 3)
})

test('the rate limit is counted down from what a partner may do in a second', async () => {
  const { headers } = await service.get('/api/v1/laas/rules', partner.token)

  assert.equal(headers.get('ratelimit-limit'), '10000')
  assert.ok(Number(headers.get('ratelimit-remaining')) < 10_000)
  assert.equal(headers.get('ratelimit-reset'), '1')
})

test('a large response to a read is compressed as the client accepts it, and nothing else is', async () => {
  await Promise.all(Array.from({ length: 20 }, () => partner.addRule()))
  const headers = { authorization: `Bearer ${partner.token}`, 'content-type': 'application/json' }
  const read = async (path: string, acceptEncoding: string, init = {}) => {
    const response = await fetch(`${service.url}${path}`, {
      headers: { ...headers, 'accept-encoding': acceptEncoding },
      ...init,
    })
    const [encoding, vary] = ['content-encoding', 'vary'].map((name) => response.headers.get(name))
    return { encoding, vary, body: await response.text() }
  }
  for (const path of ['/api/v1/laas/rules?limit=100', '/openapi.json']) {
    const plain = await read(path, 'identity')
    assert.equal(plain.encoding, null)
    assert.match(plain.vary ?? '', /(^|, )accept-encoding$/)
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['deflate', null],
    ] as const)
      assert.deepEqual(await read(path, accepted), { ...plain, encoding }, `${path} as ${accepted}`)
  }
  assert.equal((await read('/api/v1/laas/rules?limit=1', 'gzip')).encoding, null)
  const awards = Array.from({ length: 20 }, () => ({ userId: 'nobody', ruleName: 'none' }))
  const bulk = { method: 'POST', body: JSON.stringify({ awards }) }
  assert.equal((await read('/api/v1/laas/rules/award/bulk', 'gzip', bulk)).encoding, null)
})

test('the response with the CSRF token is not compressed, however large it is', async () => {
  const redirectUrl = `https://acme.example/${'a'.repeat(2_000)}`
  const { token } = await onboardTestPartner(service, { redirectUrl })
  const response = await fetch(`${service.url}/api/v1/session`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
  })
  const body = await response.text()
  assert.match(body, /"csrfToken"/)
  assert.ok(body.length > 2_048, `${body.length} characters`)
  assert.equal(response.headers.get('content-encoding'), null)
})

test('responses carry security headers', async () => {
  for (const { headers } of [
    await service.get('/api/v1/laas/rules', partner.token),
    await service.get('/api/v1/nothing'),
  ]) {
    assert.equal(headers.get('content-security-policy'), "default-src 'none';frame-ancestors 'none'")
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('x-powered-by'), null)
    assert.equal(headers.get('access-control-allow-origin'), null)
  }
})

test('no cache keeps the response of an operation, or it asks before it shows it again', async () => {
  const { token: shared } = await onboardTestPartner(service)
  assert(operations.length > 60)
  for (const operation of operations) {
    const { method, path, operationId } = operation
    const endsSession = ['logoutPartner', 'signOutBrowser', 'endAllSessions'].includes(operationId)
    const token = endsSession ? (await onboardTestPartner(service)).token : shared
    const response = await fetch(`${service.url}${pathOf(operation)}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(['POST', 'PATCH'].includes(method) && { body: '{}' }),
    })
    await response.body?.cancel()
    assert.notEqual(response.status, 401, `${method} ${path}`)
    const expected = response.headers.has('etag') ? 'private, no-cache' : 'no-store'
    assert.equal(response.headers.get('cache-control'), expected, `${method} ${path}`)
  }
})

test('a path that cannot be decoded is refused in the envelope, with a request id', async () => {
  for (const path of ['/api/v1/laas/rules/%', '/api/v1/laas/rules/%zz', '/api/v1/laas/rules/%c3%28']) {
    const answer = await service.get(path, partner.token)
    assert.equal(answer.status, 400)
    assert.match(answer.headers.get('x-request-id') ?? '', UUID)
    assert.deepEqual(answer.body, refusal('The path is not validly encoded; check its percent signs.'))
  }
})

test('a request too large or too broken to be read is refused in the envelope too', async () => {
  const long = await plainGet(`/api/v1/laas/rules/${'a'.repeat(20_000)}`)
  assert.equal(long.status, 431)
  assert.match(long.headers.get('x-request-id') ?? '', UUID)
  assert.deepEqual(long.body, refusal('The address and the headers are larger than 16 kB; send less.'))

  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.end('NONSENSE\r\n\r\n')
  const answer = await text(socket)
  assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/)
  assert.equal(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').data.error, 'The request is not valid HTTP.')
})

test('two Host headers are refused, and the connection is closed', async () => {
  const responses = await sendRaw('GET /healthz HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n\r\n')

  assert.equal(responses.length, 1)
  assertRefusedAndClosed(responses[0], 'The request has two Host headers; send one.')
})

test('a request that does not wait for the response before it is refused, and the connection is closed', async () => {
  const get = 'GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const responses = await sendRaw(get.repeat(3))

  assert.equal(responses.length, 2)
  assert.match(responses[0] ?? '', /^HTTP\/1\.1 200 OK\r\n/)
  assertRefusedAndClosed(
    responses[1],
    'The request came before the response to the one before it; wait for each response, or open more connections.',
  )
})

test('a connection serves one request after another', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ports = new Set<number | undefined>()
  for (let count = 0; count < 5; count += 1) {
    const request = httpRequest(`${service.url}/healthz`, { agent })
    request.end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    ports.add(response.socket.localPort)
    assert.equal(response.statusCode, 200)
    await text(response)
  }
  assert.equal(ports.size, 1)
  agent.destroy()
})

/** Sends text as it is; resolves to the responses once the server has closed the connection. */
async function sendRaw(request: string): Promise<string[]> {
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1', allowHalfOpen: true })
  socket.write(request)
  const received = await text(socket)
  socket.destroy()
  return received.split(/(?=HTTP\/1\.1 \d)/)
}

function assertRefusedAndClosed(response: string | undefined, error: string): void {
  const [head = '', body = ''] = (response ?? '').split('\r\n\r\n')
  assert.match(head, /^HTTP\/1\.1 400 Bad Request\r\n/)
  assert.match(head, /^connection: close$/im)
  assert.deepEqual(JSON.parse(body), refusal(error))
}

/** What is refused before it is a request, so without some headers of every other response. */
function refusal(error: string) {
  const data = { errorType: 'invalid', appErrorCode: 'Bad request', error }
  return { status: 'failed', message: 'Invalid data', data }
}

test('the process says that it lives and that it can serve', async () => {
  const [live, ready] = [await service.get('/healthz'), await service.get('/readyz')]

  assert.deepEqual([live.status, live.body], [200, { status: 'alive' }])
  assert.deepEqual([ready.status, ready.body], [200, { status: 'ready' }])
  assert.match(live.headers.get('x-request-id') ?? '', UUID)
})

function plainGet(path: string): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(`${service.url}${path}`, { agent: false }, async (response) => {
      resolve({
        status: response.statusCode ?? 0,
        headers: new Headers(response.headers as Record<string, string>),
        body: JSON.parse(await text(response)),
      })
    })
    call.on('error', reject).end()
  })
}
