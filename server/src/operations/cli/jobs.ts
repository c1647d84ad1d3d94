import { readConfig } from '../../runtime/settings/config.ts'
import { countJobs, type JobFailure, listJobFailures } from '../../storage/jobs/job-store.ts'
import { withPostgres } from '../../storage/postgres/with-postgres.ts'
import { withDatabase } from '../backup/commands.ts'
import { printJson, table } from './output.ts'

const FAILURES_SHOWN = 10

/** Prints ids and codes only: the queue holds neither addresses nor texts of mails. */
export async function showJobs(env: NodeJS.ProcessEnv, { json = false }: { json?: boolean }): Promise<void> {
  await withPostgres(readConfig(env), ({ connectionString }) =>
    withDatabase(connectionString, async (database) => {
      const queues = await countJobs(database)
      const failures = await listJobFailures(database, FAILURES_SHOWN)
      if (json) return printJson({ queues, failures })
      const counts = queues.map(({ name, waiting, retrying, active, failed, oldestWaiting }) =>
        [name, waiting, retrying, active, failed, oldestWaiting ? timeOf(oldestWaiting) : '–'].map(String),
      )
      console.log(table([['queue', 'waiting', 'retrying', 'active', 'failed', 'oldest waiting'], ...counts]))
      if (failures.length > 0) console.log(`\nLatest failures\n${table(failures.map(failureRow))}`)
    }),
  )
}

function failureRow({ queue, id, at, tries, reason, isGivenUp }: JobFailure): string[] {
  const count = tries === 1 ? '1 try' : `${tries} tries`
  return [timeOf(at), queue, id, isGivenUp ? `given up after ${count}` : `will retry after ${count}`, reason]
}

function timeOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
