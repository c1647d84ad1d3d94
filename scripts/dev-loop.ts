import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startDashboard } from '../dashboard/dev-server.ts'
import { requireFreePort } from '../server/src/http/edge/listen.ts'
import { StartProblem } from '../server/src/runtime/process/start-problem.ts'
import { type Config, readConfig } from '../server/src/runtime/settings/config.ts'
import { explainError } from '../server/src/storage/database/database-error.ts'
import { startEmbeddedPostgres } from '../server/src/storage/postgres/embedded-postgres.ts'

const SERVER = fileURLToPath(new URL('../server', import.meta.url))
/** The service itself listens behind the dashboard's dev server. */
const HOST = '127.0.0.1'
const RESTARTS_SERVICE = /^(src|migrations|schema)\/(?!.*\.test\.ts$).*\.(ts|sql|css)$/
/** An editor that saves several files at once causes one restart. */
const QUIET_MS = 200

type Stop = () => Promise<void>

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const stops: Stop[] = []
try {
  await startAll(readConfig(process.env))
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort')
} catch (error) {
  // A terminal signals the whole process group, so what was being started may have ended by the signal.
  if (!stopping.signal.aborted) {
    console.error(`\nThe development server cannot start. ${explainError(error)}\n`)
    process.exitCode = 1
  }
}
for (const stop of stops.reverse()) await stop()
process.exit()

/**
 * The database and the dashboard's dev server stay up; the service between them restarts after every change.
 */
async function startAll(config: Config): Promise<void> {
  if (config.mode === 'production')
    throw new StartProblem('MODE is production, and `npm run dev` is for development; use `npm start`.')
  await requireFreePort(config, 'npm run dev')
  const port = await findFreePort()
  const database = await startDatabase(config)
  const env = { ...process.env, ...database, HOST, PORT: String(port), ORIGIN: config.origin }
  const service = createServiceProcess(port, env)
  const dashboard = await startDashboard({
    host: config.host,
    port: config.port,
    service: `http://${HOST}:${port}`,
    untilServiceIsUp: service.untilUp,
  })
  stops.push(dashboard.close, service.stop)
  service.restart()
  onChange((file) => {
    console.log(`\nserver/${file} changed; restarting the service.`)
    service.restart()
  })
}

/** Starts the embedded database unless DATABASE_URL is set, and returns the service's settings for it. */
async function startDatabase(config: Config): Promise<NodeJS.ProcessEnv> {
  if (config.databaseUrl !== undefined) return {}
  const log = { info: console.log, warn: console.warn }
  const { connectionString, ownerConnectionString, dataDir, stop } = await startEmbeddedPostgres({
    ...config,
    log,
  })
  stops.push(stop)
  return {
    DATABASE_URL: connectionString,
    DATABASE_OWNER_URL: ownerConnectionString,
    DATA_DIR: dataDir,
  }
}

function createServiceProcess(port: number, env: NodeJS.ProcessEnv) {
  let child: ChildProcess | undefined
  let restarting: Promise<void> | undefined

  const stop = async () => {
    if (!child || hasEnded(child)) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  const restart = async () => {
    await stop()
    child = spawn(process.execPath, [`${SERVER}/src/main.ts`], { env, stdio: 'inherit' })
    restarting = undefined
  }
  return {
    stop,
    restart() {
      if (!stopping.signal.aborted) restarting ??= restart()
    },
    /** Rejects if the service has ended. */
    async untilUp() {
      await restarting
      while (child && !hasEnded(child)) {
        if (await accepts(port)) return
        await sleep(100)
      }
      throw new Error('The service is not running; see the terminal. It restarts after the next change.')
    },
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, HOST)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

function onChange(report: (file: string) => void): void {
  let quiet: NodeJS.Timeout | undefined
  watch(SERVER, { recursive: true }, (_, file) => {
    if (!file || !RESTARTS_SERVICE.test(file)) return
    clearTimeout(quiet)
    quiet = setTimeout(report, QUIET_MS, file)
  })
}
