import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { after, afterEach, type TestContext } from 'node:test'
import pg from 'pg'
import type { Logger } from 'pino'
import { type Config, readConfig } from '../../src/runtime/settings/config.ts'
import type { Service } from '../../src/service.ts'
import { type Api, apiAt } from './api.ts'
import { createTestDatabase } from './database.ts'
import { freePort } from './server.ts'

/** The environment variable that tells test files of the shared service. */
export const SHARED_SERVICE = 'LAUREL_TEST_SERVICE'
export type SharedService = { urls: string[]; origin: string; connectionString: string; secretKey: string }

export type TestService = Api & {
  /** The address under which it is reached, as far as it knows. */
  origin: string
  /** As the owner of the database. */
  connectionString: string
  secretKey: Buffer
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
}

/** A service that no other test file uses. */
export type OwnService = TestService & {
  /** The service's clock; set it to move in time. */
  clock: { now: Date | undefined }
  /** Starts another instance on the same database, as a second server process would be. */
  startAnother(): Promise<OwnService>
}

/**
 * The service that test files share: two processes on one database. It is for tests that neither move the
 * clock nor look at what belongs to all partners. When all files are done, the ledger's invariants must hold.
 */
export function useSharedService(): TestService & { second: TestService } {
  const shared = process.env[SHARED_SERVICE]
  if (!shared) throw new Error('These tests need the shared service: run them with `npm test -- <file>`.')
  const { urls, secretKey, ...known } = JSON.parse(shared) as SharedService
  const pool = openPool(known.connectionString)
  after(() => pool.end())
  const [first, second] = urls.map((url) => ({
    ...apiAt(url),
    ...known,
    secretKey: Buffer.from(secretKey, 'base64'),
    query: queryOf(pool),
  })) as [TestService, TestService]
  return { ...first, second }
}

/** Long, because tests hold locks, and no test may depend on how fast the machine is. */
const LOCK_TIMEOUT_MS = 600_000

let clockService: Promise<{ service: OwnService; second: OwnService }> | undefined

/**
 * A service with a clock that tests may move; it is reset after each test. The files that use it run one
 * after another in one process. The second is another instance on the same database.
 */
export function useClockService(): Promise<{ service: OwnService; second: OwnService }> {
  clockService ??= (async () => {
    const port = await freePort()
    const service = await startTestService({ port, origin: `http://127.0.0.1:${port}` })
    afterEach(() => {
      service.clock.now = undefined
    })
    return { service, second: await service.startAnother() }
  })()
  return clockService
}

/** Starts the whole service on its own database. After the test file, the ledger's invariants must hold. */
export async function startTestService(
  settings: Partial<Config> = {},
  { log }: { log?: Logger } = {},
): Promise<OwnService> {
  // Files that share a service do not pay for loading it.
  const [{ createService }, { createLog }] = await Promise.all([
    import('../../src/service.ts'),
    import('../../src/runtime/process/logging.ts'),
  ])
  const { connectionString, serviceConnectionString, drop } = await createTestDatabase()
  const clock: OwnService['clock'] = { now: undefined }
  const env = { PORT: '0', WEBHOOK_DELIVERY: 'off', PASSWORD_HASHING: 'cheap', DATABASE_WAIT_SECONDS: '60' }
  const config: Config = { ...readConfig(env), ...settings }
  const secretKey = randomBytes(32)
  const pool = openPool(connectionString)
  const instances: Service[] = []

  after(async () => {
    for (const instance of instances) await instance.drain()
    const broken = await pool.query('select * from broken_invariants limit 20')
    await pool.end()
    await drop()
    assert.deepEqual(broken.rows, [], 'the invariants of the ledger hold')
  })

  async function startInstance(): Promise<OwnService> {
    const service = await createService({
      config,
      connectionString: serviceConnectionString,
      secretKey,
      log: log ?? createLog(process.env.TEST_LOG_LEVEL ?? 'error'),
      clock,
      lockTimeoutMs: LOCK_TIMEOUT_MS,
    })
    instances.push(service)
    // A port that was asked for is that of the first instance.
    await service.app.listen({ host: '127.0.0.1', port: instances.length === 1 ? config.port : 0 })
    const { port } = service.app.server.address() as AddressInfo
    return {
      ...apiAt(`http://127.0.0.1:${port}`),
      origin: config.origin,
      connectionString,
      secretKey,
      query: queryOf(pool),
      clock,
      startAnother: startInstance,
    }
  }
  return startInstance()
}

export const startProductionService = (settings: Partial<Config> = {}): Promise<OwnService> =>
  startTestService({
    mode: 'production',
    origin: 'https://rewards.example.com',
    openRequestsPerMinute: 60,
    publicReadsPerMinute: 1_200,
    ...settings,
  })

/** Stops the clock of this process until the test ends, so that no rate-limit window ends meanwhile. */
export const stopClock = ({ mock }: TestContext): void =>
  mock.timers.enable({ apis: ['Date'], now: Date.now() })

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 2 })
  // Dropping the database can break a connection that is just closing; its error does not matter.
  pool.on('error', () => {})
  return pool
}

const queryOf =
  (pool: pg.Pool): TestService['query'] =>
  async (text, values) =>
    (await pool.query(text, values)).rows
