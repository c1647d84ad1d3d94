import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { type Config, readConfig, SETTINGS } from './config.ts'
import { developmentSecretKey } from './crypto/secret-key.ts'
import { explainError } from './database/explain-error.ts'
import { migrateWith } from './database/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/embedded-postgres.ts'
import { type DatabaseAccess, givenDatabase } from './postgres/with-postgres.ts'
import { armFailpoint } from './process/failpoint.ts'
import { createLog } from './process/logging.ts'
import { StartProblem } from './process/start-problem.ts'
import { createService, type Service } from './service.ts'
import { settingsHelp } from './settings/describe-settings.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const DRAIN_SECONDS_MAX = 25

const HELP = `Laurel ${version}: rewards, an exact coin ledger and leaderboards.

  npm start                run the service
  npm start -- --help      print this text
  npm start -- --version   print the version
  npm run laurel           list the commands for operators, such as audit

Settings are environment variables:
${settingsHelp(SETTINGS)}`

const consoleLog = {
  info: (message: string) => console.log(message),
  warn: (message: string) => console.warn(message),
}

// Without a reader of its output (`npm start | head`), the service keeps running and stops normally.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

await main()

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return void process.stdout.write(HELP)
  if (process.argv.includes('--version')) return void console.log(version)
  const stopSignal = listenForSignals()
  let embedded: EmbeddedPostgres | undefined
  try {
    const config = readConfig(process.env)
    const log = createLog(config.logLevel)
    armFailpoint(config.failpoint)
    const given = givenDatabase(config)
    if (!given) embedded = await startEmbeddedPostgres({ ...config, log: consoleLog })
    const database = (given ?? embedded) as DatabaseAccess
    const { connectionString, dataDir } = database
    const secretKey = config.secretKey ?? (await developmentSecretKey(dataDir))
    await migrateWith(config, database, consoleLog.info)
    const service = await createService({ config, connectionString, secretKey, log })
    stopOn(stopSignal, service, embedded)
    if (stopSignal.aborted) return
    await listen(service, config)
    announce(service, config, embedded)
  } catch (error) {
    console.error(`\nLaurel cannot start. ${explainError(error)}\n`)
    await embedded?.stop()
    process.exit(1)
  }
}

async function listen({ app }: Service, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new StartProblem(
        `Port ${port} on ${host} is taken by another program. Stop that program, or set PORT to another port.`,
      )
    }
    if (code === 'EACCES')
      throw new StartProblem(`This user may not use port ${port}. Set PORT to one above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartProblem(`HOST ${host} is not an address of this machine.`)
    throw error
  }
}

function announce({ app }: Service, config: Config, embedded: EmbeddedPostgres | undefined): void {
  const { port } = app.server.address() as AddressInfo
  // With PORT=0 the system has chosen the port.
  const address = config.origin.replace(/:0$/, `:${port}`)
  const lines = [
    ['Dashboard', `${address}/dashboard`],
    ['API', `${address}/api/v1`],
    ['Reference', `${address}/docs`],
    ['Account', `${address}/account`],
    ...(config.mode === 'development' ? [['Mailbox', `${address}/dev/mailbox`]] : []),
    ['Data', embedded ? `${embedded.dataDir} (embedded PostgreSQL)` : locationOf(config.databaseUrl)],
  ]
  console.log(`\nLaurel ${version} is ready (${config.mode} mode).\n`)
  for (const [name, value] of lines) console.log(`  ${name?.padEnd(10)} ${value}`)
  console.log('\nStop it with Ctrl-C.\n')
}

/** The host and the name of a database, without its password. */
function locationOf(databaseUrl = ''): string {
  const { host, pathname, searchParams } = new URL(databaseUrl.replace('@/', '@localhost/'))
  return `PostgreSQL at ${searchParams.get('host') ?? host}${pathname}`
}

/** Listens from the beginning, so that an interrupted start still stops the database. */
function listenForSignals(): AbortSignal {
  const stopping = new AbortController()
  // A signal may arrive twice: a terminal signals the whole process group, and npm forwards it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  return stopping.signal
}

function stopOn(signal: AbortSignal, service: Service, embedded: EmbeddedPostgres | undefined): void {
  const stop = async () => {
    console.log('Stopping after the requests in progress.')
    const deadline = setTimeout(() => {
      console.error(`Requests took longer than ${DRAIN_SECONDS_MAX} s; closing their connections.`)
      service.app.server.closeAllConnections()
    }, DRAIN_SECONDS_MAX * 1000)
    await service.drain()
    clearTimeout(deadline)
    await embedded?.stop()
    console.log('Stopped.')
    process.exit(0)
  }
  const begin = () => {
    stop().catch((error) => {
      console.error(error)
      process.exit(1)
    })
  }
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin)
}
