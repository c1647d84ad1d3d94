import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { after, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { hasEnded, killAll, makeTestFolder, spawnLaurel } from '../support/process.ts'
import { freePort } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url)

const { connectionString, drop } = await createTestDatabase()
const url = `http://127.0.0.1:${await freePort()}`
/** Made here: a folder of a test would end all processes with it. */
const folder = await makeTestFolder()
const { child, said } = spawnLaurel(
  { DATABASE_URL: connectionString, DATA_DIR: folder, PORT: new URL(url).port },
  '../../scripts/dev-loop.ts',
)
after(async () => {
  await killAll()
  await drop()
})
const starts = () => said().split('is ready').length - 1
await waitUntil(() => starts() === 1 || hasEnded(child), said)

test('the dashboard comes from its sources, with hot reload, under the policy of the service', async () => {
  const response = await fetch(`${url}/dashboard/members`, { headers: { accept: 'text/html' } })
  const page = await response.text()
  const [, nonce] = /style-nonce" nonce="([^"]+)"/.exec(page) ?? []

  assert.equal(response.status, 200)
  assert.match(page, /<script type="module" src="\/dashboard\/@vite\/client" nonce=/)
  assert.equal(
    response.headers.get('content-security-policy'),
    `default-src 'none'; script-src 'self' 'nonce-${nonce}'; worker-src blob:; style-src 'self' 'nonce-${nonce}'; ` +
      `img-src 'self' data:; connect-src 'self' ws://${new URL(url).host}; font-src 'self'; frame-src 'self'; ` +
      "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  )
  const script = await fetch(`${url}/dashboard/src/main.tsx`)
  assert.match(script.headers.get('content-type') ?? '', /javascript/)
})

test('every other request reaches the service, under the address that it announces', async () => {
  const response = await fetch(`${url}/api/v1/nothing`)

  assert.equal(response.status, 404)
  assert.equal(response.headers.get('access-control-allow-origin'), null)
  assert.match(await response.text(), /The route GET \/api\/v1\/nothing was not found\./)
  assert.ok(said().includes(`${url}/dashboard`), said())
})

test('the service restarts when a source changes, and requests wait for it', async () => {
  await utimes(MAIN, new Date(), new Date())
  await waitUntil(() => said().includes('server/src/main.ts changed; restarting the service.'), said)

  assert.equal((await fetch(`${url}/healthz`)).status, 200)
  await waitUntil(() => starts() === 2, said)
})

test('a taken port is named before a database is started', async () => {
  const untouched = `${folder}/untouched`
  const second = spawnLaurel({ DATA_DIR: untouched, PORT: new URL(url).port }, '../../scripts/dev-loop.ts')
  const [code] = await once(second.child, 'close')
  assert.equal(code, 1)
  assert.match(
    second.said(),
    /^\s*The development server cannot start\. Port \d+ on 127\.0\.0\.1 is taken by another program; use another port: PORT=\d+ npm run dev\s*$/,
  )
  assert(!existsSync(untouched))
})

test('one signal stops everything', async () => {
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')

  assert.equal(code, 0, said())
  await assert.rejects(fetch(`${url}/healthz`))
})

test('a long step of the first start says what it does, then every five seconds how far it is', async (t) => {
  const { showProgress } = await import(new URL('../../../scripts/set-up.mjs', import.meta.url).href)
  const lines: string[] = []
  t.mock.method(console, 'log', (line: string) => void lines.push(line))
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] })
  let unpacked = 0
  const stopProgress = showProgress('Installing.', () => `${unpacked} of 350`)
  t.mock.timers.tick(5_000)
  unpacked = 200
  t.mock.timers.tick(5_000)
  stopProgress()
  t.mock.timers.tick(20_000)
  assert.deepEqual(lines, ['Installing.', '  5 s: 0 of 350', '  10 s: 200 of 350'])
})
