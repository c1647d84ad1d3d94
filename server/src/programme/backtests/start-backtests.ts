import { Worker } from 'node:worker_threads'
import type { Database } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import { sendJob } from '../../storage/jobs/job-store.ts'
import type { JobOutcome, Jobs } from '../../storage/jobs/jobs.ts'
import {
  type BacktestKey,
  endBacktest,
  findBacktestOfJob,
  isOneRunning,
  lockOfJob,
  setJob,
  startBacktest,
} from './backtest-store.ts'
import type { BacktestTask } from './backtest-thread.ts'

const WORK = { workers: 1, jobsAtOnce: 1, pollSeconds: 5 }
/** A backtest that ended its process or thread so often is given up. */
const TRIES_MAX = 5
/** Two million members, each with counters of their own, take about half of it. */
const MEMORY_MB_MAX = 1_536

type Services = { database: Database; jobs: Jobs; connectionString: string }

/** Runs backtests, one at a time in each process, and one of each partner. Any number of processes may do so. */
export async function startBacktests({ database, jobs, connectionString }: Services): Promise<void> {
  await jobs.work('backtest', WORK, async (jobId, signal): Promise<JobOutcome> => {
    const key = await findBacktestOfJob(database, jobId)
    if (!key || !(await begin(database, key, jobId))) return { kind: 'done' }
    const outcome = await runInThread({ ...key, jobId, connectionString }, signal)
    // The next one of the partner may have waited for this one.
    jobs.wake('backtest')
    return outcome
  })
}

/** Returns whether the job goes on with its backtest. While another one of the partner runs, it queues again. */
function begin(database: Database, key: BacktestKey, jobId: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    const found = await lockOfJob(tx, key, jobId)
    if (!found) return false
    if (found.tries >= TRIES_MAX) {
      endBacktest(tx, key, { status: 'failed', now: tx.givenTime() ?? new Date() })
      return false
    }
    if (found.status === 'waiting' && (await isOneRunning(tx, key.partnerId))) {
      const nextJob = newId()
      setJob(tx, key, nextJob)
      sendJob(tx, 'backtest', nextJob)
      return false
    }
    startBacktest(tx, key)
    return true
  })
}

/** Keeps the work away from the event loop of the service. */
function runInThread(task: BacktestTask, signal: AbortSignal): Promise<JobOutcome> {
  const thread = new Worker(new URL('./backtest-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX },
  })
  return new Promise((resolve, reject) => {
    const stop = () => void thread.terminate()
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    thread.once('error', reject)
    thread.once('exit', (code) => {
      signal.removeEventListener('abort', stop)
      resolve(code === 0 ? { kind: 'done' } : { kind: 'failed', reason: 'the thread was stopped' })
    })
  })
}
