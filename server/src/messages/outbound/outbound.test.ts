import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { connect, createServer as createTcpServer } from 'node:net'
import { after, describe, test } from 'node:test'
import { freePort, listen } from '../../../test/support/server.ts'
import { createOutbound, type OutboundResponse, type OutboundSettings } from './outbound.ts'
import { isPublicAddress } from './outbound-policy.ts'

const closing: (() => Promise<unknown>)[] = []
after(() => Promise.all(closing.map((close) => close())))

function outbound(settings: Partial<OutboundSettings> = {}) {
  const made = createOutbound({ mode: 'development', outboundAllow: [], ...settings })
  closing.push(() => made.close())
  return made
}

async function partner(listener: RequestListener): Promise<{ url: URL; connections: () => number }> {
  const server = createServer(listener)
  let connections = 0
  server.on('connection', () => {
    connections++
  })
  return { url: new URL(await listen(server)), connections: () => connections }
}

function assertFailed(response: OutboundResponse, problem: string, detail: string): void {
  assert.deepEqual(response, { ok: false, problem, detail })
}

const NOT_PUBLIC = 'it does not lead to a public address'
const NOT_HTTPS = 'it is not an https address'

describe('in development', () => {
  test('a response comes back with its status, headers and body', async () => {
    const { url } = await partner((request, response) => {
      response
        .writeHead(418, { 'x-asked': request.headers.accept ?? '' })
        .end(`${request.method} ${request.url}`)
    })
    const answer = await outbound().get(new URL('/users?tag=ada#fragment', url), {
      headers: async () => ({ accept: 'text/tea' }),
    })
    assert(answer.ok)
    assert.equal(answer.status, 418)
    assert.equal(answer.headers['x-asked'], 'text/tea')
    assert.equal(answer.body.toString(), 'GET /users?tag=ada')
  })

  test('the address that was checked is the one connected to, and the name is looked up once', async () => {
    const { url } = await partner((request, response) => response.end(request.headers.host))
    const requests: string[] = []
    const lookup = async (hostname: string) => {
      requests.push(hostname)
      return [{ address: '127.0.0.1', family: 4 }]
    }
    const answer = await outbound({ lookup }).get(new URL(`http://partner.example:${url.port}/`))
    assert(answer.ok)
    assert.equal(answer.body.toString(), `partner.example:${url.port}`)
    assert.deepEqual(requests, ['partner.example'])
  })

  test('an address without a listener is unreachable', async () => {
    const url = new URL(`http://127.0.0.1:${await freePort()}/`)
    assertFailed(await outbound().get(url), 'unreachable', 'it refused the connection')
  })

  test('a name that does not exist or has no address is unreachable', async () => {
    const unknown = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }))
    const empty = async () => []
    for (const lookup of [unknown, empty]) {
      assertFailed(
        await outbound({ lookup }).get(new URL('http://nowhere.example/')),
        'unreachable',
        'its name could not be resolved',
      )
    }
  })

  test('a partner that drops the connection is unreachable, before its headers and within its body', async () => {
    const { url } = await partner((request, response) => {
      if (request.url === '/body') {
        response.writeHead(200, { 'content-length': 100 })
        response.write('half')
      }
      setImmediate(() => request.socket.destroy())
    })
    for (const path of ['/headers', '/body']) {
      assertFailed(
        await outbound().get(new URL(path, url)),
        'unreachable',
        'it closed the connection before its answer was complete',
      )
    }
  })

  test('a response that is not HTTP is unreachable and not quoted', async () => {
    const server = createTcpServer((socket) => socket.on('error', () => {}).end('the secret is 42\r\n\r\n'))
    assertFailed(
      await outbound().get(new URL(await listen(server))),
      'unreachable',
      'its answer is not valid HTTP',
    )
  })

  test('a lookup that does not end is a timeout', async () => {
    const lookup = () => new Promise<never>(() => {})
    const answer = await outbound({ lookup, limits: { connectMs: 100 } }).get(new URL('http://slow.example/'))
    assertFailed(answer, 'timeout', 'it did not accept a connection in time')
  })

  test('slow headers are a timeout, and so is a body that trickles in', async () => {
    const silent = await partner(() => {})
    const trickling = await partner((_request, response) => {
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    })
    for (const { url } of [silent, trickling]) {
      const answer = await outbound({ limits: { totalMs: 300 } }).get(url)
      assertFailed(answer, 'timeout', 'it did not answer within 0.3 seconds')
    }
  })

  test('an endless body is broken off, and the connection with it', async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    const { url } = await partner((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      }
      response.on('drain', write).on('close', close)
      write()
    })
    assertFailed(await outbound().get(url), 'too_large', 'its answer is larger than 256 kB')
    await closed
  })

  test('a body of exactly the limit is read', async () => {
    const { url } = await partner((_request, response) => response.end(Buffer.alloc(256 * 1_024)))
    const answer = await outbound().get(url)
    assert(answer.ok)
    assert.equal(answer.body.length, 256 * 1_024)
  })

  test('oversized headers are too large', async () => {
    const { url } = await partner((_request, response) => {
      response.writeHead(200, { 'x-long': 'a'.repeat(40_000) }).end()
    })
    assertFailed(await outbound().get(url), 'too_large', 'the headers of its answer are too large')
  })

  test('a redirect on the same host is followed', async () => {
    const { url } = await partner((request, response) => {
      if (request.url === '/new?a=1') response.end('found')
      else response.writeHead(302, { location: '/new?a=1' }).end('moved')
    })
    const answer = await outbound().get(url)
    assert(answer.ok)
    assert.equal(answer.body.toString(), 'found')
  })

  test('a redirect to another port or host is refused, and nothing is asked there', async () => {
    const other = await partner((_request, response) => response.end('inside'))
    for (const target of [
      other.url.href,
      `http://localhost:${other.url.port}/`,
      '//elsewhere.example/',
      'gopher://x/',
    ]) {
      const { url } = await partner((_request, response) => {
        response.writeHead(307, { location: target }).end()
      })
      assertFailed(await outbound().get(url), 'redirected', 'it redirects to another host')
    }
    assert.equal(other.connections(), 0)
  })

  test('a redirect with a password in it is refused', async () => {
    const { url } = await partner((request, response) => {
      response.writeHead(302, { location: `http://admin:secret@${request.headers.host}/` }).end()
    })
    assertFailed(await outbound().get(url), 'refused_address', 'it holds a user name or a password')
  })

  test('a redirect loop ends after three redirects', async () => {
    let requests = 0
    const { url } = await partner((_request, response) => {
      requests++
      response.writeHead(301, { location: '/' }).end()
    })
    assertFailed(await outbound().get(url), 'redirected', 'it redirects too often')
    assert.equal(requests, 4)
  })

  test('addresses that are neither public nor one’s own network are refused', async () => {
    for (const url of [
      'http://169.254.169.254/',
      'http://0.0.0.0/',
      'http://[fe80::1]/',
      'http://224.0.0.1/',
    ]) {
      assertFailed(await outbound().get(new URL(url)), 'refused_address', NOT_PUBLIC)
    }
  })
})

describe('posting', () => {
  const message = { headers: { 'content-type': 'application/json' }, body: Buffer.from('{"name":"Zoë"}') }

  test('a body is sent with its headers, and the response comes back', async () => {
    const { url } = await partner((request, response) => {
      const { method, headers } = request
      request.toArray().then((chunks) => {
        const body = Buffer.concat(chunks).toString()
        response.writeHead(202).end(`${method} ${headers['content-type']} ${body}`)
      })
    })
    const answer = await outbound().post(url, message)
    assert(answer.ok)
    assert.equal(answer.status, 202)
    assert.equal(answer.body.toString(), 'POST application/json {"name":"Zoë"}')
  })

  test('no redirect is followed', async () => {
    const elsewhere = await partner((_request, response) => response.end())
    for (const location of [elsewhere.url.href, '/again', 'http://169.254.169.254/']) {
      let requests = 0
      const { url } = await partner((_request, response) => {
        requests += 1
        response.writeHead(307, { location }).end()
      })
      const answer = await outbound().post(url, message)
      assert(answer.ok)
      assert.deepEqual([answer.status, requests], [307, 1])
    }
    assert.equal(elsewhere.connections(), 0)
  })

  test('of a long response the beginning is read', async () => {
    const { url } = await partner((_request, response) => {
      response.on('error', () => {})
      response.write('x'.repeat(200_000))
    })
    const answer = await outbound().post(url, message)
    assert(answer.ok)
    assert.equal(answer.body.length, 65_536)
  })

  test('a response that does not come, or does not end, is given up, and so is one that is aborted', async () => {
    const made = outbound({ postLimits: { totalMs: 300 } })
    const silent = await partner(() => {})
    const endless = await partner((_request, response) => void response.write('x'))
    for (const { url } of [silent, endless]) {
      assertFailed(await made.post(url, message), 'timeout', 'it did not answer within 0.3 seconds')
    }
    const abandoned = AbortSignal.timeout(50)
    const answer = await outbound().post(silent.url, { ...message, signal: abandoned })
    assert.equal(answer.ok, false)
  })

  test('in production an address that is not public is refused, also behind a name', async () => {
    const inside = await partner((_request, response) => response.end('inside'))
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
    const made = outbound({ mode: 'production', lookup })
    for (const [address, detail] of [
      ['http://127.0.0.1', NOT_HTTPS],
      ['http://[::1]', NOT_HTTPS],
      ['http://169.254.169.254', NOT_HTTPS],
      ['http://0x7f.1', NOT_HTTPS],
      ['https://0x7f.1', NOT_PUBLIC],
      [`https://rebinding.example:${inside.url.port}`, NOT_PUBLIC],
    ] as const) {
      const answer = await made.post(new URL(address), message)
      assertFailed(answer, 'refused_address', detail)
    }
    assert.equal(inside.connections(), 0)
  })
})

describe('in production', () => {
  const refusals: [string, string][] = [
    ['http://partner.example', NOT_HTTPS],
    ['ftp://partner.example', 'it is not an http or https address'],
    ['file:///etc/passwd', 'it is not an http or https address'],
    ['https://ada:secret@partner.example', 'it holds a user name or a password'],
  ]
  for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', '0x7f.1'])
    refusals.push([`http://${host}`, NOT_HTTPS], [`https://${host}`, NOT_PUBLIC])
  for (const host of [
    ...['2130706433', '127.0.0.1.', '10.0.0.1', '0.0.0.0', '[::]', '[::ffff:127.0.0.1]', '[::ffff:8.8.8.8]'],
    ...[
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[2001:0:7f00:1::]',
      '[fd00::1]',
      '[fe80::1]',
    ],
    'localhost',
  ])
    refusals.push([`https://${host}`, NOT_PUBLIC])
  for (const [url, detail] of refusals) {
    test(`${url} is refused`, async () => {
      const answer = await outbound({ mode: 'production' }).get(new URL(url))
      assertFailed(answer, 'refused_address', detail)
    })
  }

  test('a name is refused when any of its addresses is not public, and nothing connects', async () => {
    const inside = await partner((_request, response) => response.end('inside'))
    const local = { address: '127.0.0.1', family: 4 }
    const open = { address: '93.184.215.14', family: 4 }
    const mapped = { address: '::ffff:127.0.0.1', family: 6 }
    for (const addresses of [[local], [open, local], [mapped], [open, mapped]]) {
      const client = outbound({ mode: 'production', lookup: async () => addresses })
      assertFailed(
        await client.get(new URL(`https://rebinding.example:${inside.url.port}/`)),
        'refused_address',
        NOT_PUBLIC,
      )
    }
    assert.equal(inside.connections(), 0)
  })
})

/** A connection to the partner's own server, under a name that would lead to the public internet. */
describe('in production, from a public address', () => {
  async function redirecting(location: string) {
    const requests: string[] = []
    const dialled: string[] = []
    const { url } = await partner((request, response) => {
      requests.push(request.url ?? '')
      response.writeHead(302, { location }).end()
    })
    const made = outbound({
      mode: 'production',
      connect({ hostname }, callback) {
        dialled.push(hostname)
        const socket = connect(Number(url.port), '127.0.0.1', () => callback(null, socket))
      },
    })
    return { answer: await made.get(new URL('https://partner.example/users')), requests, dialled }
  }

  for (const [location, kind, detail] of [
    ['https://127.0.0.1/admin', 'redirected', 'it redirects to another host'],
    ['https://[::1]/admin', 'redirected', 'it redirects to another host'],
    ['http://169.254.169.254/latest/meta-data', 'redirected', 'it redirects to another host'],
    ['//0x7f.1/admin', 'redirected', 'it redirects to another host'],
    ['https://partner.example.evil.example/', 'redirected', 'it redirects to another host'],
    ['https://partner.example:8443/', 'redirected', 'it redirects to another host'],
    ['http://partner.example/', 'refused_address', NOT_HTTPS],
    ['https://[', 'redirected', 'it redirects to an invalid address'],
  ] as const) {
    test(`a redirect to ${location} is refused, and nothing is asked there`, async () => {
      const { answer, requests, dialled } = await redirecting(location)
      assertFailed(answer, kind, detail)
      assert.deepEqual([requests, dialled], [['/users'], ['partner.example']])
    })
  }
})

test('a server that takes the connection but no handshake is given up as one that does not accept', async () => {
  const address = await listen(createTcpServer((socket) => socket.on('error', () => {})))
  const url = new URL(address.replace('http:', 'https:'))
  const answer = await outbound({ limits: { connectMs: 100 } }).get(url)
  assertFailed(answer, 'timeout', 'it did not accept a connection in time')
})

test('only addresses of the public internet are public', () => {
  const open = ['8.8.8.8', '1.1.1.1', '172.15.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1']
  const closed = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.9.9.9', '169.254.169.254', '172.16.0.1', '192.168.1.1'],
    ...['192.0.0.1', '192.0.2.1', '198.18.0.1', '203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::8.8.8.8', '::ffff:8.8.8.8', '::ffff:0:8.8.8.8', 'fc00::1', 'fe80::1', 'fe80::1%eth0'],
    ...['fec0::1', 'ff02::1', '64:ff9b::808:808', '64:ff9b:1::808:808', '2002:808:808::', '2001::1'],
    ...['2001:db8::1', '100::1', '3fff::1', '4000::1', '5f00::1', 'localhost', '0x7f.1', '', 'example.com'],
  ]
  assert.deepEqual(
    open.filter((address) => !isPublicAddress(address)),
    [],
  )
  assert.deepEqual(closed.filter(isPublicAddress), [])
})
