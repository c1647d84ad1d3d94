import { workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../../runtime/process/thread-priority.ts'
import { openDatabase } from '../../storage/database/database.ts'
import type { BacktestKey } from './backtest-store.ts'
import { runBacktest } from './run-backtest.ts'

export type BacktestTask = BacktestKey & { jobId: string; connectionString: string }

/** Members and attributes of a page are read together. */
const CONNECTIONS_MAX = 2

lowerThreadPriority()
const { connectionString, ...task } = workerData as BacktestTask
const database = openDatabase({ connectionString, connectionsMax: CONNECTIONS_MAX })
try {
  await runBacktest(database, task)
} finally {
  await database.close()
}
