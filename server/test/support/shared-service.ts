import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createTestDatabase } from './database.ts'
import { startLaurel, terminate } from './process.ts'
import { freePort, SHARED_SERVICE } from './service.ts'

/**
 * Starts the service that test files share: two processes on one database, as an operator would run them.
 * Resolves to a function that stops them and tells whether the invariants of the ledger hold.
 */
export async function startSharedService(): Promise<() => Promise<boolean>> {
  const { connectionString, drop } = await createTestDatabase()
  const port = await freePort()
  const secretKey = randomBytes(32).toString('base64')
  const settings = {
    DATABASE_URL: connectionString,
    SECRET_KEY: secretKey,
    ORIGIN: `http://127.0.0.1:${port}`,
    WEBHOOK_DELIVERY: 'off',
  }
  const laurels = await Promise.all([startLaurel({ ...settings, PORT: String(port) }), startLaurel(settings)])
  const urls = laurels.map(({ url }) => url)
  process.env[SHARED_SERVICE] = JSON.stringify({ urls, connectionString, secretKey })
  return async () => {
    for (const laurel of laurels) await terminate(laurel)
    const broken = await brokenInvariants(connectionString)
    await drop()
    if (broken.length > 0) console.error('\nThe shared database breaks invariants of the ledger:', broken)
    return broken.length === 0
  }
}

async function brokenInvariants(connectionString: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query('select * from broken_invariants limit 20')).rows
  } finally {
    await client.end()
  }
}
