import cluster, { type Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartProblem } from './start-problem.ts'

/** A report of a worker to the main process. */
export type WorkerReport =
  | { kind: 'awaiting-settings' }
  | { kind: 'listening'; port: number }
  | { kind: 'failed'; problem: string }
  | { kind: 'drained' }

export type Workers = {
  /**
   * Resolves to the port when every worker listens. Rejects if one cannot start; the others have ended then.
   */
  listening: Promise<number>
  /** Rejects when the last worker has ended and none can be started. */
  failure: Promise<never>
  /** Returns the workers that have their settings, by their numbers. */
  running(): [number, Worker][]
  /** Lets every worker finish its requests. Rejects if one did not end as it should. */
  stop(): Promise<void>
}

type Ended = { problem: string; isClean: boolean; servedMs: number | undefined }

/** More than a worker takes to drain, beside its delay. */
const DRAIN_MS_MAX = 35_000
/** Node can hang while it exits: https://github.com/nodejs/node/issues/54918. */
const EXIT_MS_MAX = 5_000
const BACKOFF_MS_MIN = 125
const BACKOFF_MS_MAX = 30_000
/** A worker that served for this long is started again without a long pause. */
const STEADY_MS = 60_000
const FAILED_STARTS_MAX = 5

/**
 * Runs a program in several processes that share their ports, and restarts each that ends. A worker asks for
 * its settings, because Node drops what reaches a worker before it listens; it gets no message before them.
 * It ends by itself when this process does.
 */
export function startWorkers({
  program,
  count,
  settings,
  stopDelaySeconds,
  log,
}: {
  program: string
  count: number
  settings: object
  /** How long a worker serves on when it is asked to stop. */
  stopDelaySeconds: number
  log: Pick<Logger, 'error'>
}): Workers {
  // Settings can hold more than JSON does.
  cluster.setupPrimary({ exec: program, args: [], execArgv: [], serialization: 'advanced' })
  const stopping = new AbortController()
  const running = new Map<Worker, number>()
  const withSettings = new Set<Worker>()
  const unclean: string[] = []
  const failed = Promise.withResolvers<never>()
  let hasStarted = false
  let serving = 0
  let failedStarts = 0

  /** Runs a worker until it ends. */
  function run(number: number, onListening: (port: number) => void): Promise<Ended> {
    return new Promise((resolve) => {
      let problem: string | undefined
      let listeningSince: number | undefined
      let hasDrained = false
      const worker = cluster.fork()
      closeLostConnection(worker)
      running.set(worker, number)
      const end = (how: string, isClean: boolean) => {
        if (!running.delete(worker)) return
        withSettings.delete(worker)
        if (listeningSince !== undefined) serving -= 1
        const servedMs = listeningSince === undefined ? undefined : performance.now() - listeningSince
        resolve({ problem: problem ?? how, isClean, servedMs })
      }
      worker.on('message', (report: WorkerReport) => {
        if (report.kind === 'failed') {
          problem = report.problem
          return
        }
        if (report.kind === 'awaiting-settings') {
          withSettings.add(worker)
          worker.send({ ...settings, number }, () => {})
          if (stopping.signal.aborted) worker.send('stop', () => {})
          return
        }
        if (report.kind === 'drained') {
          hasDrained = true
          killAfter(worker, EXIT_MS_MAX)
          return
        }
        if (report.kind !== 'listening') return
        listeningSince = performance.now()
        serving += 1
        failedStarts = 0
        onListening(report.port)
      })
      worker.on('error', ({ message }) => {
        if (worker.process.pid === undefined) end(message, false)
      })
      worker.on('exit', (code, signal) => {
        // A signal to the whole group ends a worker that has not begun to ignore it.
        const wasStarting = listeningSince === undefined
        const isClean = code === 0 || hasDrained || (wasStarting && stopping.signal.aborted)
        end(`Worker ${number} ended with ${signal ?? `exit code ${code}`}.`, isClean)
      })
    })
  }

  async function keepRunning(number: number, onListening: (port: number) => void): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      const { problem, isClean, servedMs } = await run(number, onListening).catch(cannotFork)
      if (stopping.signal.aborted) {
        if (!isClean) unclean.push(problem)
        return
      }
      if (servedMs === undefined) {
        failedStarts += 1
        if (!hasStarted || (serving === 0 && failedStarts >= FAILED_STARTS_MAX)) return giveUp(problem)
      }
      log.error(
        { worker: number, problem },
        servedMs === undefined ? 'worker cannot start; retrying' : 'worker ended; restarting',
      )
      failures = (servedMs ?? 0) >= STEADY_MS ? 0 : failures + 1
      await delay(backoffMs(failures), undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  /** Does not wait for its own caller, which runs until all have ended. */
  function giveUp(problem: string): void {
    const ended = stopAll()
    const reject = () => failed.reject(new StartProblem(problem))
    ended.then(reject, reject)
  }

  function askToStop(worker: Worker): void {
    killAfter(worker, stopDelaySeconds * 1_000 + DRAIN_MS_MAX)
    if (withSettings.has(worker)) worker.send('stop', () => {})
  }

  async function stopAll(): Promise<void> {
    if (!stopping.signal.aborted) {
      stopping.abort()
      for (const worker of running.keys()) askToStop(worker)
    }
    await Promise.all(loops)
    if (unclean.length > 0) throw new StartProblem(unclean.join(' '))
  }

  const starts = Array.from({ length: count }, () => Promise.withResolvers<number>())
  const loops = starts.map(({ resolve }, index) => keepRunning(index + 1, resolve))
  const allListen = Promise.all(starts.map(({ promise }) => promise)).then(([port]) => {
    hasStarted = true
    return port as number
  })
  const listening = Promise.race([allListen, failed.promise])
  for (const promise of [listening, failed.promise]) promise.catch(() => {})
  return {
    listening,
    failure: failed.promise,
    running: () => Array.from(withSettings, (worker) => [running.get(worker) as number, worker]),
    stop: stopAll,
  }
}

/**
 * Node forgets a connection that it passed to a worker which ended before it accepted: the connection would
 * stay open without a response. One at a time is on its way to each worker.
 */
function closeLostConnection(worker: Worker): void {
  const child = worker.process
  const send = child.send.bind(child) as (...args: unknown[]) => boolean
  let last: { close(): void } | undefined
  child.send = (message: unknown, handle: unknown, ...rest: unknown[]) => {
    if (typeof handle === 'object' && handle !== null) last = handle as { close(): void }
    if (!worker.isDead()) return send(message, handle, ...rest)
    last?.close()
    return false
  }
  worker.once('exit', () => last?.close())
}

function killAfter(worker: Worker, ms: number): void {
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), ms)
  worker.once('exit', () => clearTimeout(timer))
}

function cannotFork({ message }: Error): Ended {
  return { problem: message, isClean: false, servedMs: undefined }
}

function backoffMs(failures: number): number {
  return Math.min(BACKOFF_MS_MIN * 2 ** failures, BACKOFF_MS_MAX)
}
