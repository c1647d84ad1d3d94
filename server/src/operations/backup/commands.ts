import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { skipWaitingEvents } from '../../feed/webhooks/delivery-store.ts'
import { giveUpAllMails } from '../../messages/mail/mail-store.ts'
import {
  deleteSendingPause,
  findSendingPause,
  insertSendingPause,
  type SendingPause,
} from '../../messages/outbound/sending-pause-store.ts'
import { createEncryption, developmentSecretKey } from '../../runtime/crypto/encryption.ts'
import { StartProblem, withCommandNames } from '../../runtime/process/start-problem.ts'
import type { Config } from '../../runtime/settings/config.ts'
import { areLedgersDistributed } from '../../storage/citus/partner-nodes.ts'
import { type Database, openDatabase } from '../../storage/database/database.ts'
import { isPermissionDenied } from '../../storage/database/database-error.ts'
import { migrateWith } from '../../storage/database/migrate.ts'
import { retryNow } from '../../storage/jobs/job-store.ts'
import { type DatabaseAccess, type Output, withPostgres } from '../../storage/postgres/with-postgres.ts'
import { readBackupFile, writeBackupFile } from './backup-file.ts'
import { dumpTables, type Progress } from './dump-tables.ts'
import { openBackup, restore, restoreKey } from './restore.ts'
import { connectForCopy, pauseSendingIn } from './table-queries.ts'

/** Checks the invariants, says what it finds, and returns the exit code. */
type Audit = (database: Database) => Promise<number>

const PRIORITY = 10
const RESUME_ADVICE = withCommandNames('Lift that with `npm run laurel -- resume-sending`.')

/** Writes everything to one file, also while the service runs. */
export async function backUp(
  config: Config,
  name: string,
  { laurel, output }: { laurel: string; output: Output },
): Promise<void> {
  const { print } = output
  const file = resolve(name)
  // Awards have priority on a shared processor.
  setPriority(PRIORITY)
  await withPostgres(config, output, async ({ connectionString, ownerConnectionString, dataDir }) => {
    await withDatabase(connectionString, refuseDistributed)
    const secretKey = config.secretKey ?? (await developmentSecretKey(dataDir))
    const carried = config.secretKey ? undefined : secretKey
    const client = await connectForCopy(ownerConnectionString)
    const startedAt = performance.now()
    const show = printProgress(print)
    const done: Progress = { table: '', rows: 0, bytes: 0 }
    const onProgress = (progress: Progress) => show(Object.assign(done, progress))
    try {
      const encryption = createEncryption(secretKey)
      const bytes = dumpTables({ client, laurel, encryption, secretKey: carried, onProgress })
      const size = await writeBackupFile(file, bytes)
      print(`Wrote ${file}: ${pace(done, startedAt)}; ${megabytes(size)} compressed.`)
      print(
        carried
          ? 'The file holds the key of development mode too: anyone who reads the file can read every secret in it.'
          : 'It does not hold SECRET_KEY, without which its secrets cannot be read. Keep that in another place.',
      )
    } catch (error) {
      if (!isPermissionDenied(error)) throw error
      throw new StartProblem(
        `The user ${client.user} may not read every table (${(error as Error).message}). Name the owner of the database in DATABASE_OWNER_URL.`,
        { cause: error },
      )
    } finally {
      await client.end()
    }
  })
}

/** Reads of several machines do not show the same moment. */
async function refuseDistributed(database: Database): Promise<void> {
  if (await areLedgersDistributed(database))
    throw new StartProblem(
      'The ledgers are distributed over several machines, which no single snapshot covers. Back up the machines together, as docs/deployment.md describes.',
    )
}

/** Loads a backup into an empty database, pauses its sending, and checks it. Returns the exit code. */
export async function restoreFrom(
  config: Config,
  name: string,
  { output, audit }: { output: Output; audit: Audit },
): Promise<number> {
  const { print } = output
  const backup = await openBackup(readBackupFile(resolve(name)))
  const { laurel, takenAt, postgres } = backup.header
  print(`The backup is of ${takenAt} (Laurel ${laurel}, PostgreSQL ${postgres}).`)
  return withPostgres(config, output, async (access: DatabaseAccess) => {
    await restoreKey(backup.header, config, access.dataDir)
    const startedAt = performance.now()
    const loaded = await restore(access.ownerConnectionString, backup, {
      print,
      onProgress: printProgress(print),
      finish: (client) => pauseSendingIn(client, `restored from a backup of ${takenAt}`),
    })
    print(`Restored ${pace(loaded, startedAt)}.`)
    await migrateWith(config, access, print)
    const code = await withDatabase(access.connectionString, audit)
    print(
      `This copy sends no webhooks, mails or user-details requests, so that it can run beside the original. ${RESUME_ADVICE}`,
    )
    return code
  })
}

export async function pauseSending(config: Config, output: Output): Promise<void> {
  await withPostgres(config, output, ({ connectionString }) =>
    withDatabase(connectionString, async (database) => {
      await insertSendingPause(database, 'paused by the operator')
      output.print(`Nothing is sent any more: no webhooks, mails or user-details requests. ${RESUME_ADVICE}`)
    }),
  )
}

export async function liftPause(
  config: Config,
  { drops }: { drops: boolean },
  output: Output,
): Promise<void> {
  const { print } = output
  await withPostgres(config, output, ({ connectionString }) =>
    withDatabase(connectionString, async (database) => {
      const { pause, dropped } = await resumeSending(database, { drops })
      if (!pause) return print('Sending was not paused.')
      if (dropped)
        print(`Dropped ${dropped.mails} mails, and the events that ${dropped.endpoints} webhooks waited for.`)
      print(`Sending goes on; it was paused since ${pause.since.toISOString()} (${pause.reason}).`)
    }),
  )
}

/** A sentence for the start of a service that sends nothing. */
export async function describePause(connectionString: string): Promise<string | undefined> {
  const pause = await withDatabase(connectionString, findSendingPause)
  return (
    pause &&
    `No webhooks, mails or user-details requests have been sent since ${pause.since.toISOString()} (${pause.reason}). ${RESUME_ADVICE}`
  )
}

/** Opens the database for one command, which may read whole tables. */
export async function withDatabase<T>(
  connectionString: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ connectionString, connectionsMax: 1, fullScans: true })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const INTERVAL_MS = 5_000

/** Prints how far long work is, every few seconds. */
function printProgress(print: (line: string) => void): (progress: Progress) => void {
  let nextAt = performance.now() + INTERVAL_MS
  return ({ table, rows, bytes }) => {
    if (performance.now() < nextAt) return
    nextAt = performance.now() + INTERVAL_MS
    print(`  ${table}: ${rows.toLocaleString('en')} rows so far, ${megabytes(bytes)}`)
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** The size of work and how fast it went. */
function pace({ rows, bytes }: { rows: number; bytes: number }, startedAt: number): string {
  const seconds = Math.max((performance.now() - startedAt) / 1000, 0.001)
  const perSecond = (bytes / 1e6 / seconds).toFixed(1)
  return `${rows.toLocaleString('en')} rows, ${megabytes(bytes)}, in ${seconds.toFixed(1)} s (${perSecond} MB/s)`
}

type Resumed = { pause: SendingPause | undefined; dropped?: { mails: number; endpoints: number } }

/** Ends the pause. What piled up is sent, or dropped first. */
function resumeSending(database: Database, { drops }: { drops: boolean }): Promise<Resumed> {
  return database.transaction(async (tx) => {
    const pause = await deleteSendingPause(tx)
    if (!pause) return { pause }
    const dropped = drops && {
      mails: await giveUpAllMails(tx, 'dropped by the operator'),
      endpoints: await skipWaitingEvents(tx),
    }
    await retryNow(tx, 'mail')
    return { pause, ...(dropped && { dropped }) }
  })
}
