import { fileURLToPath } from 'node:url'
import { type DeliveryProcess, startDeliveryProcess } from './feed/webhooks/delivery-process.ts'
import { listenOn, requireFreePort } from './http/edge/listen.ts'
import { requestPrinter } from './http/edge/log-requests.ts'
import { measureDatabase } from './measure-database.ts'
import { describePause } from './operations/backup/commands.ts'
import { developmentSecretKey } from './runtime/crypto/encryption.ts'
import { gatherMetrics, type MeasuredChild } from './runtime/metrics/gather-metrics.ts'
import { measureProcess } from './runtime/metrics/metrics.ts'
import { serveMetrics } from './runtime/metrics/serve-metrics.ts'
import { VERSION } from './runtime/process/build.ts'
import { armFailpoint } from './runtime/process/failpoint.ts'
import { createLog } from './runtime/process/logging.ts'
import { withCommandNames } from './runtime/process/start-problem.ts'
import { startWorkers } from './runtime/process/workers.ts'
import { type Config, readConfig, SETTINGS } from './runtime/settings/config.ts'
import { settingsHelp } from './runtime/settings/describe-settings.ts'
import type { ServiceOptions } from './service.ts'
import { explainError } from './storage/database/database-error.ts'
import { migrateWith } from './storage/database/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './storage/postgres/embedded-postgres.ts'
import { addressOf, type DatabaseAccess, externalDatabase } from './storage/postgres/with-postgres.ts'
import type { WorkerSettings } from './worker-main.ts'

const WORKER = fileURLToPath(new URL('./worker-main.ts', import.meta.url))

const HELP = `Laurel ${VERSION}: rewards, an exact coin ledger and leaderboards.

npm start runs the service. npm start -- --version prints its version.
npm run laurel -- --help lists the commands for operators, such as audit.

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
  if (process.argv.includes('--help')) return void process.stdout.write(withCommandNames(HELP))
  if (process.argv.includes('--version')) return void console.log(VERSION)
  const stopSignal = listenForSignals()
  let embedded: EmbeddedPostgres | undefined
  let server: Server | undefined
  let hasStarted = false
  try {
    const config = readConfig(process.env)
    const log = createLog(config.logLevel)
    await requireFreePort(config)
    const external = externalDatabase(config)
    if (!external) embedded = await startEmbeddedPostgres({ ...config, log: consoleLog })
    const database = (external ?? embedded) as DatabaseAccess
    const { connectionString, dataDir } = database
    const secretKey = config.secretKey ?? (await developmentSecretKey(dataDir))
    await migrateWith(config, database, consoleLog.info)
    const serve = config.workers === 1 ? serveAlone : serveWithWorkers
    measureProcess()
    server = await serve({ config, connectionString, secretKey, log })
    stopOn(stopSignal, server, embedded)
    if (stopSignal.aborted) return
    const shared = measureDatabase(connectionString)
    const metricsPort = await serveMetrics({
      config,
      gather: () => gatherMetrics(server?.children() ?? [], shared),
      log,
    })
    const pause = await describePause(connectionString)
    announce(await server.listen(), { config, embedded, metricsPort, pause })
    hasStarted = true
    await server.failure
  } catch (error) {
    const wasStopped = stopSignal.aborted
    // A terminal signals the whole process group, so what was being started may have ended by the signal.
    if (wasStopped && server) return
    if (!wasStopped)
      console.error(`\nLaurel cannot ${hasStarted ? 'go on' : 'start'}. ${explainError(error)}\n`)
    // With its connections open, the service would log the end of the database.
    await server?.drain().catch(() => {})
    await embedded?.stop()
    process.exit(wasStopped ? 0 : 1)
  }
}

/** Accepts requests: this process, or its workers. */
type Server = {
  /** Resolves to the port. */
  listen(): Promise<number>
  /** Rejects when no request can be accepted any more. */
  failure?: Promise<never>
  /** The processes that it started and that measure themselves. */
  children(): MeasuredChild[]
  /** Finishes the requests in progress. */
  drain(): Promise<void>
}

async function serveAlone(options: ServiceOptions): Promise<Server> {
  const { config } = options
  armFailpoint(config.failpoint)
  // The main process of several workers does without the largest part of the sources.
  const { createService, drainInTime } = await import('./service.ts')
  const service = await createService({ ...options, printRequest: requestPrinter(config, options.log) })
  return {
    listen: () => listenOn(service.app, config),
    children: () => deliveryChildren(service.deliveries()),
    drain: () => drainInTime(service),
  }
}

async function serveWithWorkers(options: ServiceOptions): Promise<Server> {
  const { config, connectionString, secretKey, log } = options
  const settings: WorkerSettings = {
    config: { ...config, deliversWebhooks: false },
    connectionString,
    secretKey,
  }
  const workers = startWorkers({
    program: WORKER,
    count: config.workers,
    settings,
    stopDelaySeconds: config.stopDelaySeconds,
    log,
  })
  let deliveries: DeliveryProcess | undefined
  return {
    async listen() {
      const port = await workers.listening
      if (config.deliversWebhooks) deliveries = startDeliveryProcess(options)
      return port
    },
    failure: workers.failure,
    children: () => [
      ...workers.running().map(([number, { process }]) => ({ name: `worker-${number}`, process })),
      ...deliveryChildren(deliveries),
    ],
    async drain() {
      await Promise.all([workers.stop(), deliveries?.stop()])
    },
  }
}

function deliveryChildren(deliveries: DeliveryProcess | undefined): MeasuredChild[] {
  const child = deliveries?.child()
  return child ? [{ name: 'deliveries', process: child }] : []
}

type Announced = {
  config: Config
  embedded: EmbeddedPostgres | undefined
  metricsPort: number | undefined
  pause: string | undefined
}

function announce(port: number, { config, embedded, metricsPort, pause }: Announced): void {
  // With PORT=0 the system has chosen the port.
  const address = config.origin.replace(/:0$/, `:${port}`)
  // Development has it too, but few look for it there.
  const isMetricsShown =
    metricsPort !== undefined && (config.mode === 'production' || config.metricsPort !== undefined)
  const lines = [
    ['Dashboard', `${address}/dashboard`],
    ['API', `${address}/api/v1`],
    ['Reference', `${address}/docs`],
    ['Account', `${address}/account`],
    ...(config.mode === 'development'
      ? [
          ['Mailbox', `${address}/dev/mailbox`],
          ['Requests', `${address}/dashboard/developers/requests`],
        ]
      : []),
    ...(isMetricsShown ? [['Metrics', `http://${config.metricsHost}:${metricsPort}/metrics`]] : []),
    [
      'Data',
      embedded
        ? `${embedded.dataDir} (embedded PostgreSQL)`
        : `PostgreSQL at ${addressOf(config.databaseUrl ?? '')}`,
    ],
  ]
  console.log(`\nLaurel ${VERSION} is ready (${config.mode} mode).\n`)
  for (const [name, value] of lines) console.log(`  ${name?.padEnd(10)} ${value}`)
  if (pause) console.log(`\n${pause}`)
  console.log('\nStop it with Ctrl-C.\n')
}

/** Listens from the beginning, so that an interrupted start still stops the database. */
function listenForSignals(): AbortSignal {
  const stopping = new AbortController()
  // A signal may arrive twice: a terminal signals the whole process group, and npm forwards it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  return stopping.signal
}

function stopOn(signal: AbortSignal, server: Server, embedded: EmbeddedPostgres | undefined): void {
  const stop = async () => {
    console.log('Stopping after the requests in progress.')
    try {
      await server.drain()
    } finally {
      await embedded?.stop()
    }
    console.log('Stopped.')
    process.exit(0)
  }
  const begin = () => {
    stop().catch((error) => {
      console.error(`Laurel did not stop as it should. ${explainError(error)}`)
      process.exit(1)
    })
  }
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin)
}
