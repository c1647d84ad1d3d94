import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after } from 'node:test'
import pg from 'pg'
import { type Config, readConfig } from '../../src/config.ts'
import type { Service } from '../../src/service.ts'
import { createTestDatabase } from './database.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came over the wire, whatever it is.
export type Answer = { status: number; headers: Headers; body: any }

/** The environment variable that tells test files where the shared service is. */
export const SHARED_SERVICE = 'LAUREL_TEST_SERVICE'

export type TestService = {
  url: string
  connectionString: string
  secretKey: Buffer
  request(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>
  get(path: string, token?: string): Promise<Answer>
  post(path: string, body: unknown, token?: string): Promise<Answer>
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
}

/** A service that no other test file uses. */
export type OwnService = TestService & {
  /** The service's clock; set it to move in time. */
  clock: { now: Date | undefined }
  /** Starts another instance on the same database, as a second server process would be. */
  startAnother(): Promise<OwnService>
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/**
 * The service that test files share, for tests that neither move its clock nor look at what belongs to all partners.
 * It is two processes on one database; the invariants of the ledger must hold when all files are done.
 */
export function useSharedService(): TestService & { second: TestService } {
  const shared = process.env[SHARED_SERVICE]
  if (!shared) throw new Error('These tests need the shared service: run them with `npm test -- <file>`.')
  const { urls, connectionString, secretKey } = JSON.parse(shared) as {
    urls: [string, string]
    connectionString: string
    secretKey: string
  }
  const pool = openPool(connectionString)
  after(() => pool.end())
  const [first, second] = urls.map((url) =>
    serviceAt(url, { connectionString, secretKey: Buffer.from(secretKey, 'base64'), pool }),
  ) as [TestService, TestService]
  return { ...first, second }
}

/** Starts the whole service on a database of its own. When the test file is done, the ledger's invariants must hold. */
export async function startTestService(settings: Partial<Config> = {}): Promise<OwnService> {
  // Only files with a service of their own pay for loading it.
  const [{ createService }, { createLog }] = await Promise.all([
    import('../../src/service.ts'),
    import('../../src/process/logging.ts'),
  ])
  const { connectionString, drop } = await createTestDatabase()
  const clock: OwnService['clock'] = { now: undefined }
  const env = { PORT: '0', WEBHOOK_DELIVERY: 'off', PASSWORD_HASHING: 'cheap' }
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
      connectionString,
      secretKey,
      log: createLog(process.env.TEST_LOG_LEVEL ?? 'error'),
      now: () => clock.now ?? new Date(),
    })
    instances.push(service)
    // A port that was asked for is that of the first instance.
    await service.app.listen({ host: '127.0.0.1', port: instances.length === 1 ? config.port : 0 })
    const { port } = service.app.server.address() as AddressInfo
    const reached = serviceAt(`http://127.0.0.1:${port}`, { connectionString, secretKey, pool })
    return { ...reached, clock, startAnother: startInstance }
  }
  return startInstance()
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 2 })
  // Dropping the database can cut a connection that is just closing; nobody waits for its error.
  pool.on('error', () => {})
  return pool
}

function serviceAt(
  url: string,
  { connectionString, secretKey, pool }: { connectionString: string; secretKey: Buffer; pool: pg.Pool },
): TestService {
  const request: TestService['request'] = async (method, path, { token, body, headers } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  return {
    url,
    connectionString,
    secretKey,
    request,
    get: (path, token) => request('GET', path, token ? { token } : {}),
    post: (path, body, token) => request('POST', path, token ? { token, body } : { body }),
    query: async (text, values) => (await pool.query(text, values)).rows,
  }
}
