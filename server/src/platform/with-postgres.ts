import type { Config } from '../config.ts'
import { runningEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { tryConnecting } from './postgres-server.ts'

/** Runs a command on the service's database: that of DATABASE_URL, the embedded one of a running Laurel, or else one started for it. */
export async function withPostgres<T>(
  config: Config,
  work: (connectionString: string) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl !== undefined) return work(config.databaseUrl)
  const running = await runningEmbeddedPostgres(config)
  if (running && !(await tryConnecting(running))) return work(running)
  const log = { info: () => {}, warn: (message: string) => console.warn(message) }
  const embedded = await startEmbeddedPostgres({ ...config, log })
  try {
    return await work(embedded.connectionString)
  } finally {
    await embedded.stop()
  }
}
