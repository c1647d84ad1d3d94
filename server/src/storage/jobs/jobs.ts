import { setTimeout as delay } from 'node:timers/promises'
import { type JobResult, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { jobs as ended } from '../../runtime/metrics/metrics.ts'
import { SERVICE_ROLE } from '../database/connections.ts'
import { isDatabaseUnavailable } from '../database/database-error.ts'
import type { QueueName } from './job-store.ts'

/** A reason is a word or a code. It is stored and logged, so it must not contain the job's data. */
export type JobOutcome =
  | { kind: 'done' }
  | { kind: 'failed'; reason: string }
  | { kind: 'given up'; reason: string }

type Perform = (id: string, signal: AbortSignal) => Promise<JobOutcome>

export type Jobs = {
  /** Starts workers for a queue. Other processes may work on the same queue. */
  work(queue: QueueName, settings: WorkSettings, perform: Perform): Promise<void>
  /** Polls a queue now. */
  wake(queue: QueueName): void
  /** Enqueues one job per interval, however many processes ask for it. */
  repeat(queue: QueueName, everySeconds: number): void
  /** Takes no more jobs and waits for the active ones. */
  stop(): Promise<void>
}

type WorkSettings = { workers: number; jobsAtOnce: number; pollSeconds: number }

/** Another process takes the job of a dead one after the queue's heartbeat and this interval. */
const SUPERVISE_SECONDS = 10
const CLEAN_UP_SECONDS = 600
const STOP_GRACE_MS = 5_000
const ENQUEUES_PER_INTERVAL = 6
const ERROR_LOG_INTERVAL_MS = 60_000

/** Detect a database that vanished. pg-boss passes these to its connections. */
const CONNECTION_TIMEOUTS = {
  query_timeout: 60_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

/** Runs background jobs on pg-boss. `migrate` installs its schema. */
export async function startJobs({
  connectionString,
  log,
}: {
  connectionString: string
  log: Pick<Logger, 'warn' | 'error'>
}): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString,
    options: `-c role=${SERVICE_ROLE}`,
    application_name: 'laurel jobs',
    max: 3,
    connectionTimeoutMillis: 5_000,
    ...CONNECTION_TIMEOUTS,
    migrate: false,
    createSchema: false,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: CLEAN_UP_SECONDS,
    flowIntervalSeconds: 86_400,
    // Both need the owner's rights, or warn about other tables.
    reindex: false,
    monitorVacuum: false,
  })
  const workers = new Map<QueueName, string[]>()
  const timers: NodeJS.Timeout[] = []
  const aborting = new AbortController()
  let errorLoggedAt = 0

  boss.on('error', ({ message, code }: Error & { code?: string }) => {
    if (Date.now() - errorLoggedAt < ERROR_LOG_INTERVAL_MS) return
    errorLoggedAt = Date.now()
    // The error itself is not logged: it can quote the values of a statement.
    if (isDatabaseUnavailable(Object.assign(new Error(message), code && { code })))
      log.warn({ reason: message, code }, 'database unavailable; jobs are waiting')
    else log.error({ reason: message, code }, 'job queue error; jobs are waiting')
  })

  async function settle(queue: QueueName, id: string, perform: Perform): Promise<JobResult> {
    const outcome = await perform(id, aborting.signal).catch((err): JobOutcome => {
      log.error({ err, queue, job: id }, 'job failed unexpectedly; retrying')
      return { kind: 'failed', reason: (err as { code?: string }).code ?? 'unexpected error' }
    })
    ended.inc({ queue, outcome: outcome.kind.replace(' ', '_') })
    if (outcome.kind === 'done') return { id, status: 'completed' }
    const output = { reason: outcome.reason }
    if (outcome.kind === 'failed') return { id, status: 'failed', output }
    log.error({ queue, job: id, ...output }, 'job given up; `laurel jobs` lists such jobs')
    return { id, status: 'deadletter', output }
  }

  function wake(queue: QueueName): void {
    for (const worker of workers.get(queue) ?? []) boss.notifyWorker(worker)
  }

  await boss.start()
  return {
    wake,
    async work(queue, { workers: count, jobsAtOnce, pollSeconds }, perform) {
      const options = {
        batchSize: jobsAtOnce,
        pollingIntervalSeconds: pollSeconds,
        burstWhenBatchFull: jobsAtOnce > 1,
        perJobResults: true,
      } as const
      const ids: string[] = []
      for (let number = 1; number <= count; number += 1) {
        ids.push(
          await boss.work(queue, options, (jobs) =>
            Promise.all(jobs.map(({ id }) => settle(queue, id, perform))),
          ),
        )
      }
      workers.set(queue, ids)
    },
    repeat(queue, everySeconds) {
      const enqueue = async () => {
        const id = await boss.send(queue, null, { singletonSeconds: everySeconds })
        if (id) wake(queue)
      }
      const enqueueSafely = () => {
        enqueue().catch((error) => boss.emit('error', error))
      }
      timers.push(setInterval(enqueueSafely, (everySeconds / ENQUEUES_PER_INTERVAL) * 1000))
      enqueueSafely()
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      const grace = new AbortController()
      delay(STOP_GRACE_MS, undefined, { signal: grace.signal }).then(
        () => aborting.abort(),
        () => {},
      )
      await Promise.all([...workers.keys()].map((queue) => boss.offWork(queue, { wait: true })))
      grace.abort()
      await boss.stop({ graceful: false })
    },
  }
}
