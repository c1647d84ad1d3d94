import { listenOn } from './http/edge/listen.ts'
import { requestPrinter } from './http/edge/log-requests.ts'
import { replyWithMetrics } from './runtime/metrics/gather-metrics.ts'
import { measureProcess } from './runtime/metrics/metrics.ts'
import { armFailpoint } from './runtime/process/failpoint.ts'
import { createLog } from './runtime/process/logging.ts'
import type { WorkerReport } from './runtime/process/workers.ts'
import type { Config } from './runtime/settings/config.ts'
import { createService, drainInTime, type Service } from './service.ts'
import { explainError } from './storage/database/database-error.ts'

/** Sent over the channel between the processes, which keeps the secrets out of arguments. */
export type WorkerSettings = { config: Config; connectionString: string; secretKey: Buffer }

// The main process sends a message to stop; signals of a terminal reach it too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// Without a reader of its output, a worker keeps running and stops normally.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
// Ends when the main process has crashed. An ordinary exit waits for the log, whose reader may have ended
// too.
process.prependListener('disconnect', () => process.kill(process.pid, 'SIGKILL'))

process.once('message', (settings: WorkerSettings & { number: number }) => {
  measureProcess()
  replyWithMetrics()
  const starting = start(settings)
  // Node crashes when a server is closed while it waits for the port.
  process.on('message', (message) => {
    if (message === 'stop') void starting.then(stop)
  })
})
report({ kind: 'awaiting-settings' })

async function start({
  number,
  config,
  connectionString,
  secretKey,
}: WorkerSettings & { number: number }): Promise<Service> {
  try {
    const log = createLog(config.logLevel).child({ worker: number })
    armFailpoint(config.failpoint)
    const service = await createService({
      config,
      connectionString,
      secretKey: Buffer.from(secretKey),
      log,
      printRequest: requestPrinter(config, log),
    })
    const port = await listenOn(service.app, config)
    report({ kind: 'listening', port })
    return service
  } catch (error) {
    report({ kind: 'failed', problem: explainError(error) }, () => process.exit(1))
    return new Promise(() => {})
  }
}

function stop(service: Service): void {
  drainInTime(service).then(
    () => report({ kind: 'drained' }, () => process.exit()),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
}

function report(what: WorkerReport, onSent = () => {}): void {
  process.send?.(what, onSent)
}
