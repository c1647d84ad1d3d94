import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../runtime/settings/config.ts'
import type { DeliverySettings } from './deliver-main.ts'

const PROGRAM = fileURLToPath(new URL('./deliver-main.ts', import.meta.url))
const RESTART_MS = 1_000
const STOP_GRACE_MS = 8_000

export type DeliveryProcess = {
  /** Undefined while it is restarted. */
  child(): ChildProcess | undefined
  stop(): Promise<void>
}

type Options = {
  config: Config
  connectionString: string
  secretKey: Buffer
  log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * Runs deliveries in a separate process, which keeps them from slowing requests, and restarts it when it
 * ends. A service has one, however many workers it has.
 */
export function startDeliveryProcess({ config, connectionString, secretKey, log }: Options): DeliveryProcess {
  const settings: DeliverySettings = {
    connectionString,
    secretKey: secretKey.toString('base64'),
    mode: config.mode,
    outboundAllow: config.outboundAllow,
    timeoutSeconds: config.webhookTimeoutSeconds,
    logLevel: config.logLevel,
  }
  let child: ChildProcess | undefined
  let restart: NodeJS.Timeout | undefined
  let stopping = false

  function start(): void {
    try {
      // It has a group of its own, because a terminal's signal would end it while it loads; the service stops
      // it.
      const started = fork(PROGRAM, { execArgv: [], detached: true })
      started.on('error', (err) => log.error({ err }, 'webhook delivery process failed'))
      if (started.pid !== undefined) child = started
    } catch (err) {
      log.error({ err }, 'webhook delivery process could not start')
    }
    if (!child) {
      startLater()
      return
    }
    child.once('exit', (code, signal) => {
      child = undefined
      if (stopping) return
      log.error({ code, signal }, 'webhook delivery process ended; restarting')
      startLater()
    })
    child.send(settings, () => {})
  }

  function startLater(): void {
    restart = setTimeout(start, RESTART_MS)
  }

  start()
  return {
    child: () => child,
    async stop() {
      stopping = true
      clearTimeout(restart)
      if (!child) return
      const ended = once(child, 'exit')
      const killTimer = setTimeout(() => child?.kill('SIGKILL'), STOP_GRACE_MS)
      child.send('stop', () => {})
      await ended
      clearTimeout(killTimer)
    },
  }
}
