import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { refuseAmbiguous } from '../../../src/http/edge/refuse-requests.ts'
import { dashboardRoutes } from '../../../src/web/dashboard/dashboard-routes.ts'
import { startProductionService, useSharedService } from '../../support/service.ts'

const SCRIPT = `console.log(${JSON.stringify('laurel '.repeat(100))})\n`
/** More than a connection takes at once. */
const LARGE_BYTES = 8_000_000
const INDEX = `<!doctype html><html><head><meta name="nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style></head></html>`

const service = useSharedService()
const root = await mkdtemp(join(tmpdir(), 'dashboard-'))
after(() => rm(root, { recursive: true }))
await mkdir(join(root, 'assets'))
await writeFile(join(root, 'index.html'), INDEX)
await writeFile(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
await writeFile(join(root, 'assets/main-1a2b.js'), SCRIPT)
await writeFile(join(root, 'assets/main-1a2b.js.br'), brotliCompressSync(SCRIPT))
await writeFile(join(root, 'assets/main-1a2b.js.gz'), gzipSync(SCRIPT))
await writeFile(join(root, 'assets/plain-3c4d.css'), 'body{}')
await writeFile(join(root, 'assets/large-5e6f.js'), Buffer.alloc(LARGE_BYTES, ' '))
await writeFile(`${root}-secret.txt`, 'not for the web')
after(() => rm(`${root}-secret.txt`))
const url = await serve(root)

/** Serves the dashboard's routes alone, with a folder of the test's choice. */
async function serve(folder: string): Promise<string> {
  const app = Fastify()
  refuseAmbiguous(app)
  const config = { registration: 'open', mode: 'development', origin: 'http://127.0.0.1:3000' } as const
  await dashboardRoutes(app as never, { config }, folder)
  await app.listen({ host: '127.0.0.1', port: 0 })
  after(() => app.close())
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

const load = (path: string, init: RequestInit = {}) => fetch(`${url}${path}`, { redirect: 'manual', ...init })

const policyWith = (nonce: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; font-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

test('every path without a file returns the page, with a new nonce in each response', async () => {
  const nonces = new Set<string>()
  for (const path of [
    '',
    '/',
    '/sign-in',
    '/users/1/awards?page=2',
    '/index.html',
    '/no.such',
    '/a/favicon.svg',
  ]) {
    const response = await load(`/dashboard${path}`)
    const text = await response.text()
    const nonce = /content="([^"]+)"/.exec(text)?.[1] ?? ''
    nonces.add(nonce)

    assert.equal(response.status, 200, path)
    assert.equal(text, INDEX.replaceAll('__CSP_NONCE__', nonce))
    assert.match(nonce, /^[\w+/]{22}==$/)
    assert.equal(response.headers.get('content-security-policy'), policyWith(nonce))
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('x-frame-options'), 'DENY')
  }
  assert.equal(nonces.size, 7)
})

test('a client may send its next request with the last byte of a file', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ports = new Set<number | undefined>()
  for (let count = 0; count < 20; count += 1) {
    const request = httpRequest(`${url}/dashboard/assets/large-5e6f.js`, { agent }).end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    ports.add(response.socket.localPort)
    assert.deepEqual([response.statusCode, (await buffer(response)).length], [200, LARGE_BYTES])
  }
  assert.equal(ports.size, 1)
  agent.destroy()
})

test('built files are immutable, and compressed for clients that accept it', async () => {
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const response = await load('/dashboard/assets/main-1a2b.js', {
      headers: { 'accept-encoding': accepted },
    })

    assert.equal(response.status, 200)
    assert.equal(await response.text(), SCRIPT)
    assert.equal(response.headers.get('content-encoding'), encoding)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(response.headers.get('vary'), 'accept-encoding')
    assert.match(
      response.headers.get('content-type') ?? '',
      /^(text|application)\/javascript; charset=utf-8$/i,
    )
  }
  const plain = await load('/dashboard/assets/plain-3c4d.css', { headers: { 'accept-encoding': 'br' } })
  assert.equal(await plain.text(), 'body{}')
  assert.equal(plain.headers.get('content-encoding'), null)
})

test('other files of the build must be revalidated', async () => {
  const response = await load('/dashboard/favicon.svg')

  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'image/svg+xml')
  assert.equal(response.headers.get('cache-control'), 'public, max-age=0')
})

test('a missing file is 404, and files outside the build cannot be reached', async () => {
  for (const path of ['assets/old-9f9f.js', 'assets/', 'assets', `assets/..%2findex.html`]) {
    const response = await load(`/dashboard/${path}`)
    if (path !== 'assets') assert.ok([403, 404].includes(response.status), `${path} is ${response.status}`)
  }
  for (const path of ['..%2f', 'assets/..%2f..%2f', '%2e%2e/', 'assets/%2e%2e/%2e%2e/']) {
    const response = await load(`/dashboard/${path}${root.split('/').at(-1)}-secret.txt`)
    assert.ok(!(await response.text()).includes('not for the web'), path)
  }
})

test('HEAD responds like GET, without the content', async () => {
  for (const path of ['/dashboard', '/dashboard/members', '/dashboard/assets/main-1a2b.js', '/']) {
    const [get, head] = [await load(path), await load(path, { method: 'HEAD' })]
    assert.equal(head.status, get.status)
    assert.equal(head.headers.get('cache-control'), get.headers.get('cache-control'))
    assert.equal(await head.text(), '')
  }
})

test('the root of the service redirects to the dashboard', async () => {
  const response = await load('/')

  assert.equal(response.status, 302)
  assert.equal(response.headers.get('location'), '/dashboard')
})

test('a dashboard that is not built says how to build it', async () => {
  const unbuilt = await serve(join(root, 'nothing'))
  const response = await fetch(`${unbuilt}/dashboard/members`)

  assert.equal(response.status, 503)
  assert.match(await response.text(), /<code>npm run build<\/code>/)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal((await fetch(`${unbuilt}/dashboard/assets/main.js`)).status, 404)
})

test('the service adds its headers to the dashboard, and no rate limit', async () => {
  const response = await fetch(`${service.url}/dashboard`)

  assert.ok([200, 503].includes(response.status))
  assert.match(
    response.headers.get('content-security-policy') ?? '',
    /^default-src 'none'; script-src 'self'; /,
  )
  assert.equal(response.headers.get('x-frame-options'), 'DENY')
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(response.headers.get('ratelimit-limit'), null)
  for (const [path, status] of [
    ['nothing.js', 404],
    ['', 404],
    ['%00', 400],
    ['..%2findex.html', 400],
    ['%E0%A4%A', 400],
    ['x'.repeat(8_000), 404],
  ] as const) {
    const missing = await fetch(`${service.url}/dashboard/assets/${path}`)
    assert.equal(missing.status, status, path.slice(0, 40))
    assert.match(missing.headers.get('content-type') ?? '', /^application\/json/)
  }
})

test('loading the dashboard counts against no rate limit in production', async () => {
  const production = await startProductionService()
  for (let count = 0; count < 35; count += 1)
    for (const path of ['/dashboard/members', '/dashboard/assets/nothing.js'])
      assert.notEqual((await fetch(`${production.url}${path}`)).status, 429)
  assert.equal((await production.get('/api/v1/session')).headers.get('ratelimit-remaining'), '59')
})
