import type { Config } from '../config.ts'
import { runningEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { tryConnecting } from './postgres-server.ts'

/** Runs a command on DATABASE_URL or on the embedded database, which it starts unless the service runs. */
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
