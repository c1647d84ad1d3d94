import { setTimeout as delay } from 'node:timers/promises'
import { type JobResult, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { SERVICE_ROLE } from '../database/database.ts'
import { isDatabaseUnavailable } from '../database/database-error.ts'
import type { QueueName } from './job-store.ts'

/** A reason is a word or a code: it is stored and logged, so nothing of the job's content may be in it. */
export type JobOutcome =
  | { is: 'done' }
  | { is: 'failed'; reason: string }
  | { is: 'given up'; reason: string }

type Perform = (id: string, hurry: AbortSignal) => Promise<JobOutcome>

export type Jobs = {
  /** Takes jobs of a queue, from now on and beside all other processes that do so. */
  work(queue: QueueName, settings: WorkSettings, perform: Perform): Promise<void>
  /** Has this process look for jobs at once. */
  wake(queue: QueueName): void
  /** Sees to it that a job is there once in each span of time, whichever process asks, and however many do. */
  repeat(queue: QueueName, everySeconds: number): void
  /** Takes nothing more, and waits for what is under way. */
  stop(): Promise<void>
}

type WorkSettings = { workers: number; jobsAtOnce: number; pollSeconds: number }

/** A job whose process died is taken up by another after its queue's heartbeat and one of these. */
const SUPERVISE_SECONDS = 10
const CLEAN_UP_SECONDS = 600
const STOP_GRACE_MS = 5_000
const OFFERS_PER_SPAN = 6
const COMPLAINT_INTERVAL_MS = 60_000

/** As for all other statements, a database that is gone without a word is noticed; the queue hands these on to its connections. */
const NOTICES_SILENCE = {
  query_timeout: 60_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

/** The background work of one process, on pg-boss. Its schema is installed by `migrate`; here it only uses it. */
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
    ...NOTICES_SILENCE,
    migrate: false,
    createSchema: false,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: CLEAN_UP_SECONDS,
    flowIntervalSeconds: 86_400,
    // Both need an owner's rights, or complain of what is not the queue's doing.
    reindex: false,
    monitorVacuum: false,
  })
  const workers = new Map<QueueName, string[]>()
  const timers: NodeJS.Timeout[] = []
  const hurry = new AbortController()
  let complainedAt = 0

  boss.on('error', ({ message, code }: Error & { code?: string }) => {
    if (Date.now() - complainedAt < COMPLAINT_INTERVAL_MS) return
    complainedAt = Date.now()
    // Not the error itself: that of a statement can quote its values.
    if (isDatabaseUnavailable(Object.assign(new Error(message), code && { code })))
      log.warn({ reason: message, code }, 'jobs wait while the database does not answer')
    else log.error({ reason: message, code }, 'jobs wait, because the queue could not be read or written')
  })

  async function settle(queue: QueueName, id: string, perform: Perform): Promise<JobResult> {
    const outcome = await perform(id, hurry.signal).catch((err): JobOutcome => {
      log.error({ err, queue, job: id }, 'a job broke off and will be tried again')
      return { is: 'failed', reason: (err as { code?: string }).code ?? 'broke off' }
    })
    if (outcome.is === 'done') return { id, status: 'completed' }
    const output = { reason: outcome.reason }
    if (outcome.is === 'failed') return { id, status: 'failed', output }
    log.error({ queue, job: id, ...output }, 'a job was given up for good; `laurel jobs` lists those')
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
      const offer = async () => {
        const id = await boss.send(queue, null, { singletonSeconds: everySeconds })
        if (id) wake(queue)
      }
      const offerSafely = () => {
        offer().catch((error) => boss.emit('error', error))
      }
      timers.push(setInterval(offerSafely, (everySeconds / OFFERS_PER_SPAN) * 1000))
      offerSafely()
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      const patience = new AbortController()
      delay(STOP_GRACE_MS, undefined, { signal: patience.signal }).then(
        () => hurry.abort(),
        () => {},
      )
      await Promise.all([...workers.keys()].map((queue) => boss.offWork(queue, { wait: true })))
      patience.abort()
      await boss.stop({ graceful: false })
    },
  }
}
