import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { findSendingPause, insertSendingPause } from '../../messages/outbound/sending-pause-store.ts'
import { createEncryption } from '../../runtime/crypto/encryption.ts'
import { developmentSecretKey } from '../../runtime/crypto/secret-key.ts'
import { StartProblem, withCommandNames } from '../../runtime/process/start-problem.ts'
import type { Config } from '../../runtime/settings/config.ts'
import { areLedgersDistributed } from '../../storage/citus/distribution-queries.ts'
import { type Database, openDatabase } from '../../storage/database/database.ts'
import { isPermissionDenied } from '../../storage/database/database-error.ts'
import { migrateWith } from '../../storage/database/migrate.ts'
import { type DatabaseAccess, withPostgres } from '../../storage/postgres/with-postgres.ts'
import { readBackupFile, writeBackupFile } from './backup-file.ts'
import { restoreKey } from './backup-key.ts'
import { dumpTables, type Progress } from './dump-tables.ts'
import { megabytes, pace, printProgress } from './progress.ts'
import { openBackup, restore } from './restore.ts'
import { resumeSending } from './resume-sending.ts'
import { connectForCopy, pauseSendingIn } from './table-queries.ts'

type Print = (line: string) => void
/** Checks the invariants, says what it finds, and returns the exit code. */
type Audit = (database: Database) => Promise<number>

const PRIORITY = 10
const RESUME_ADVICE = withCommandNames('Lift that with `npm run laurel -- resume-sending`.')

/** Writes everything to one file, also while the service runs. */
export async function backUp(
  config: Config,
  name: string,
  { laurel, print }: { laurel: string; print: Print },
): Promise<void> {
  const file = resolve(name)
  // Awards have priority on a shared processor.
  setPriority(PRIORITY)
  await withPostgres(config, async ({ connectionString, ownerConnectionString, dataDir }) => {
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
  { print, audit }: { print: Print; audit: Audit },
): Promise<number> {
  const backup = await openBackup(readBackupFile(resolve(name)))
  const { laurel, takenAt, postgres } = backup.header
  print(`The backup is of ${takenAt} (Laurel ${laurel}, PostgreSQL ${postgres}).`)
  return withPostgres(config, async (access: DatabaseAccess) => {
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

export async function pauseSending(config: Config, print: Print): Promise<void> {
  await withPostgres(config, ({ connectionString }) =>
    withDatabase(connectionString, async (database) => {
      await insertSendingPause(database, 'paused by the operator')
      print(`Nothing is sent any more: no webhooks, mails or user-details requests. ${RESUME_ADVICE}`)
    }),
  )
}

export async function liftPause(config: Config, { drops }: { drops: boolean }, print: Print): Promise<void> {
  await withPostgres(config, ({ connectionString }) =>
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
