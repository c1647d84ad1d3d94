import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { DeliverySettings } from './deliver-main.ts'

const PROGRAM = fileURLToPath(new URL('./deliver-main.ts', import.meta.url))
const RESTART_MS = 1_000
const STOP_MS_MAX = 8_000

/** Runs deliveries in a process of their own, so that they take no time from requests, and keeps it running until it is stopped. */
export function startDeliveryProcess({
  settings,
  log,
}: {
  settings: DeliverySettings
  log: Pick<FastifyBaseLogger, 'error'>
}): { stop(): Promise<void> } {
  let child: ChildProcess | undefined
  let restart: NodeJS.Timeout | undefined
  let stopping = false

  function start(): void {
    try {
      const started = fork(PROGRAM, { execArgv: [] })
      started.on('error', (err) => log.error({ err }, 'the process that delivers webhooks had a problem'))
      if (started.pid !== undefined) child = started
    } catch (err) {
      log.error({ err }, 'the process that delivers webhooks could not be started')
    }
    if (!child) {
      startLater()
      return
    }
    child.once('exit', (code, signal) => {
      child = undefined
      if (stopping) return
      log.error({ code, signal }, 'the process that delivers webhooks ended and is started again')
      startLater()
    })
    child.send(settings, () => {})
  }

  function startLater(): void {
    restart = setTimeout(start, RESTART_MS)
  }

  start()
  return {
    async stop() {
      stopping = true
      clearTimeout(restart)
      if (!child) return
      const ended = once(child, 'exit')
      const patience = setTimeout(() => child?.kill('SIGKILL'), STOP_MS_MAX)
      child.send('stop', () => {})
      await ended
      clearTimeout(patience)
    },
  }
}
