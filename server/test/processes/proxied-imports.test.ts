import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { apiAt, dataOf } from '../support/api.ts'
import { createTestDatabase } from '../support/database.ts'
import { IMPORTS, ndjson } from '../support/imports-of.ts'
import { HTTPS_ADDRESSES, onboardTestPartner } from '../support/partner.ts'
import { killAll, makeTestFolder, startLaurel } from '../support/process.ts'
import { missing, startCaddy, startNginx } from '../support/proxy.ts'
import { freePort } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

const FILE_BYTES = 9 * 1_048_576
const LINE_BYTES = 12_000

/** Long lines, because the size of the file is the point. */
const line = (number: number) => ndjson([{ externalId: `customer-${number}`, fullname: 'Ada' }]).trimEnd()
const file = Array.from({ length: Math.ceil(FILE_BYTES / LINE_BYTES) }, (_, index) =>
  line(index).padEnd(LINE_BYTES - 1),
)
  .map((padded) => `${padded}\n`)
  .join('')

const folder = await makeTestFolder()
const { settings: database, drop } = await createTestDatabase()
const port = await freePort()
await startLaurel({
  ...database,
  DATA_DIR: folder,
  MODE: 'production',
  ORIGIN: 'https://rewards.example.com',
  SECRET_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1:9',
  PASSWORD_HASHING: 'full',
  PORT: String(port),
})

after(async () => {
  await killAll()
  await drop()
})

for (const { name, startProxy } of [
  { name: 'nginx', startProxy: startNginx },
  { name: 'caddy', startProxy: startCaddy },
]) {
  test(`${name}, as the guide to deployment sets it up, passes an import of 9 MB on as it arrives`, {
    skip: missing(name),
  }, async (t) => {
    const proxy = await startProxy([port, port])
    t.after(() => proxy.stop())
    const api = apiAt(proxy.url)
    const { token } = await onboardTestPartner(api, HTTPS_ADDRESSES)
    const upload = request(`${proxy.url}${IMPORTS}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-ndjson',
        'content-length': file.length,
      },
    })
    const responded = once(upload, 'response') as Promise<[IncomingMessage]>
    let early: number | undefined
    upload.once('response', ({ statusCode }) => (early = statusCode))
    upload.write(file.slice(0, -LINE_BYTES))
    await waitUntil(async () => {
      assert.equal(early, undefined)
      const [received] = await dataOf(api.get(IMPORTS, token)).then(({ data }) => data)
      return received?.status === 'receiving' && received.lines > 0
    }, 'the first lines arrive before the last are sent')
    upload.end(file.slice(-LINE_BYTES))
    const [response] = await responded
    const { data } = (await json(response)) as { data: { lines: number } }
    assert.deepEqual([response.statusCode, data.lines], [201, file.length / LINE_BYTES])
  })
}

test('nginx, as the guide to deployment sets it up, refuses 9 MB elsewhere', {
  skip: missing('nginx'),
}, async (t) => {
  const proxy = await startNginx([port, port])
  t.after(() => proxy.stop())
  const { status, headers } = await fetch(`${proxy.url}/api/v1/laas/users/bulk`, {
    method: 'POST',
    body: file,
  })
  assert.deepEqual([status, headers.get('content-type')], [413, 'text/html'])
})
