import type { Config } from '../config.ts'
import { runningEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { tryConnecting } from './postgres-server.ts'

/**
 * Runs a command on the service's database: DATABASE_URL, or the embedded one, which it starts if none is
 * running.
 */
export async function withPostgres<T>(
  config: Config,
  work: (database: { connectionString: string; dataDir: string }) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl !== undefined)
    return work({ connectionString: config.databaseUrl, dataDir: config.dataDir })
  const running = await runningEmbeddedPostgres(config)
  if (running && !(await tryConnecting(running.connectionString))) return work(running)
  const log = { info: () => {}, warn: (message: string) => console.warn(message) }
  const embedded = await startEmbeddedPostgres({ ...config, log })
  try {
    return await work(embedded)
  } finally {
    await embedded.stop()
  }
}
