import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { createEncryption, type Encryption } from '../../runtime/crypto/encryption.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import type { Config } from '../../runtime/settings/config.ts'
import {
  JOB_SCHEMA_VERSION,
  lockMigrations,
  migrate,
  readSchemaVersion,
  removeRestoreMark,
  setRestoreMark,
} from '../../storage/database/migrate.ts'
import { DamagedBackup, decodeParts, FORMAT, type Footer, type Header, type Part } from './backup-format.ts'
import { canDecrypt, type Progress } from './dump-tables.ts'
import { loadTables } from './load-tables.ts'
import { connectForCopy, findTableWithRows } from './table-queries.ts'

/** A backup whose header was read and fits this version of Laurel. */
type OpenedBackup = { header: Header; parts: AsyncGenerator<Part, void, void> }

export async function openBackup(bytes: AsyncIterable<Buffer>): Promise<OpenedBackup> {
  const parts = decodeParts(bytes)
  const { value: first } = await parts.next()
  if (first?.kind !== 'header') throw new DamagedBackup('its beginning is missing')
  await requireSameVersion(first.header)
  return { header: first.header, parts }
}

/**
 * Migrations of the backup that this version lacks cannot be loaded; those that it adds run after the rows.
 */
async function requireSameVersion({ format, laurel, baseline, migrations, jobs }: Header): Promise<void> {
  if (format > FORMAT)
    throw new StartProblem(`The backup is of a newer Laurel (${laurel}). Restore it with that version.`)
  const current = await readSchemaVersion()
  const unknown = migrations.filter((name) => !current.migrations.includes(name))
  if (unknown.length > 0 || jobs > JOB_SCHEMA_VERSION)
    throw new StartProblem(`The backup is of a newer Laurel (${laurel}). Restore it with that version.`)
  if (baseline !== current.baseline || jobs < JOB_SCHEMA_VERSION)
    throw new StartProblem(
      `The backup was made from another version of the tables (Laurel ${laurel}). Restore it with that version, then upgrade.`,
    )
}

/** Refuses a key that cannot read what the backup holds. */
function requireKeyOf({ keySample }: Header, encryption: Encryption, source: string): void {
  if (canDecrypt(encryption, Buffer.from(keySample, 'base64'))) return
  throw new StartProblem(
    `${source} is not the key of the backup, and without that key its secrets cannot be read. Nothing was restored.`,
  )
}

async function refuseRows(client: pg.Client): Promise<void> {
  const filled = await findTableWithRows(client)
  if (filled)
    throw new StartProblem(
      `The database is not empty: the table ${filled} has rows, and a restore replaces nothing. Name an empty database in DATABASE_URL, or an empty folder in DATA_DIR.`,
    )
}

type RestoreOptions = {
  print: (line: string) => void
  onProgress: (progress: Progress) => void
  /** Runs in the transaction of the rows. */
  finish: (client: pg.Client) => Promise<void>
}

/** Creates the tables of an empty database and loads a backup into them, then applies newer migrations. */
export async function restore(
  ownerConnectionString: string,
  { header, parts }: OpenedBackup,
  { print, onProgress, finish }: RestoreOptions,
): Promise<Footer> {
  const client = await connectForCopy(ownerConnectionString)
  try {
    await refuseRows(client)
    if (await setRestoreMark(client))
      print('An earlier restore into this database was not finished. Starting over.')
    await migrate(ownerConnectionString, { print, restoredMigrations: header.migrations })
    await lockMigrations(client)
    // A service that began to start before the mark, or another restore, may have written meanwhile.
    await refuseRows(client).catch(async (error) => {
      await removeRestoreMark(client)
      throw error
    })
    return await loadTables(client, parts, { partitions: header.partitions, print, onProgress, finish })
  } finally {
    await parts.return()
    await client.end()
  }
}

/** Checks SECRET_KEY, or puts the key that the backup carries into the data folder. */
export async function restoreKey(header: Header, config: Config, dataDir: string): Promise<void> {
  if (config.secretKey) return requireKeyOf(header, createEncryption(config.secretKey), 'SECRET_KEY')
  const file = join(dataDir, 'secret.key')
  const existing = await readFile(file, 'utf8').catch(() => undefined)
  if (existing !== undefined) {
    return requireKeyOf(header, createEncryption(Buffer.from(existing, 'base64')), file)
  }
  if (header.secretKey === undefined)
    throw new StartProblem(
      'The backup was made with a SECRET_KEY, which it does not hold. Set SECRET_KEY to it.',
    )
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, header.secretKey, { mode: 0o600, flag: 'wx' })
}
