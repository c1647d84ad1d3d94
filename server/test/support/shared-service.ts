import { randomBytes } from 'node:crypto'
import { createTestDatabase, withClient } from './database.ts'
import { startLaurel, terminate } from './process.ts'
import { freePort } from './server.ts'
import { SHARED_SERVICE, type SharedService } from './service.ts'

/**
 * Starts the service that test files share: a process and one with workers, on one database, as an operator
 * would run them.
 */
export async function startSharedService(): Promise<{
  /** What the processes have logged. */
  errors(): string
  /** Stops them, and tells whether the invariants of the ledger hold. */
  stop(): Promise<boolean>
}> {
  const { connectionString, settings: database, drop } = await createTestDatabase()
  const ports = await Promise.all([freePort(), freePort()])
  const urls = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string]
  const [origin] = urls
  const secretKey = randomBytes(32).toString('base64')
  const settings = {
    ...database,
    SECRET_KEY: secretKey,
    ORIGIN: origin,
    WEBHOOK_DELIVERY: 'off',
  }
  const laurels = await Promise.all(
    ports.map((port, index) => startLaurel({ ...settings, WORKERS: String(index + 1), PORT: String(port) })),
  )
  process.env[SHARED_SERVICE] = JSON.stringify({
    urls,
    origin,
    connectionString,
    secretKey,
  } satisfies SharedService)
  return {
    errors: () => laurels.flatMap(({ said }) => said().match(/^\{.*\}$/gm) ?? []).join('\n'),
    async stop() {
      for (const laurel of laurels) await terminate(laurel)
      const { rows } = await withClient(connectionString, (client) =>
        client.query('select * from broken_invariants limit 20'),
      )
      await drop()
      if (rows.length > 0) console.error('\nThe shared database breaks invariants of the ledger:', rows)
      return rows.length === 0
    },
  }
}
