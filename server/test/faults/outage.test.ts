import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startEmbeddedPostgres } from '../../src/storage/postgres/embedded-postgres.ts'
import { createAwardLoad } from '../support/award-load.ts'
import { withClient } from '../support/database.ts'
import { killAll, makeTestFolder, startLaurel, terminate } from '../support/process.ts'
import { waitUntil } from '../support/wait-until.ts'

/** `npm run test:faults` sets more. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1)

const folder = await makeTestFolder()
const startServer = () =>
  startEmbeddedPostgres({
    dataDir: join(folder, 'server'),
    dataDirGiven: true,
    log: { info: () => {}, warn: () => {} },
    settings: { max_connections: '100' },
  })
let server = await startServer()
after(async () => {
  await killAll()
  await server.stop()
})

test('the PostgreSQL of DATABASE_URL is stopped and started under load: 503 meanwhile, then all goes on', async () => {
  const settings = {
    DATABASE_URL: server.connectionString,
    DATABASE_OWNER_URL: server.ownerConnectionString,
    SECRET_KEY: randomBytes(32).toString('base64'),
  }
  const query = (text: string, values: unknown[]) =>
    withClient(server.ownerConnectionString, async (client) => (await client.query(text, values)).rows)
  const start = async (workers: string) => {
    const laurel = await startLaurel({ ...settings, DATA_DIR: join(folder, workers), WORKERS: workers })
    return { laurel, load: await createAwardLoad(laurel, { repeats: true }) }
  }
  const both = [await start('1'), await start('2')]
  const [laurels, loads] = [both.map(({ laurel }) => laurel), both.map(({ load }) => load)]
  for (const load of loads) load.start()
  const readiness = () => Promise.all(laurels.map(async ({ url }) => (await fetch(`${url}/readyz`)).status))
  for (let round = 1; round <= ROUNDS; round += 1) {
    await Promise.all(loads.map((load) => load.untilDone(60)))
    for (const { failures } of loads) failures.clear()
    await server.stop()
    await waitUntil(() => loads.every(({ failures }) => failures.size > 0), 'calls fail')
    assert.deepEqual(await readiness(), [503, 503])
    server = await startServer()
    await Promise.all(loads.map((load) => load.untilDone(60)))
    assert.deepEqual(await readiness(), [200, 200])
    for (const { failures } of loads)
      for (const failure of failures) assert.match(failure, /^503 retry after [1-9]\d*: \{"status":"failed"/)
  }
  for (const load of loads) {
    await load.stop()
    await load.assertEachOnce(query)
  }
  for (const laurel of laurels) await terminate(laurel)
})
