import type { Config } from '../../runtime/settings/config.ts'
import { runningEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { tryConnecting } from './postgres-server.ts'

/** A database with the service's login and with its owner's, which may be the same. */
export type DatabaseAccess = { connectionString: string; ownerConnectionString: string; dataDir: string }

/** The database of DATABASE_URL; undefined when it is the embedded one. */
export function externalDatabase(config: Config): DatabaseAccess | undefined {
  const { databaseUrl: connectionString, databaseOwnerUrl, dataDir } = config
  if (connectionString === undefined) return undefined
  return { connectionString, ownerConnectionString: databaseOwnerUrl ?? connectionString, dataDir }
}

/** The user, host and name of a database, without its password. Parameters may hold secrets, so they are left out. */
export function addressOf(databaseUrl: string): string {
  const { username, host, port, pathname, searchParams } = new URL(databaseUrl.replace('@/', '@localhost/'))
  const user = username || searchParams.get('user')
  const hostOption = searchParams.get('host')
  const at = hostOption ? `${hostOption}${port && `:${port}`}` : host
  return `postgres://${user ? `${user}@` : ''}${at}${pathname}`
}

/** What a command prints, and what it prints beside that. */
export type Output = Record<'print' | 'printError', (line: string) => void>

/** Runs a command on DATABASE_URL or on the embedded database, which it starts unless the service runs. */
export async function withPostgres<T>(
  config: Config,
  { printError }: Pick<Output, 'printError'>,
  work: (database: DatabaseAccess) => Promise<T>,
): Promise<T> {
  const printDatabase = (where: string) => printError(`Database: ${where}`)
  const external = externalDatabase(config)
  if (external) {
    printDatabase(addressOf(external.connectionString))
    return work(external)
  }
  const running = await runningEmbeddedPostgres(config)
  if (running && !(await tryConnecting(running.connectionString))) {
    printDatabase(`embedded in ${running.dataDir}`)
    return work(running)
  }
  const log = { info: () => {}, warn: printError }
  const embedded = await startEmbeddedPostgres({ ...config, log })
  printDatabase(`embedded in ${embedded.dataDir}`)
  try {
    return await work(embedded)
  } finally {
    await embedded.stop()
  }
}
