import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createEncryption } from '../../runtime/crypto/encryption.ts'
import { developmentSecretKey } from '../../runtime/crypto/secret-key.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import type { Config } from '../../runtime/settings/config.ts'
import { migrateWith } from '../../storage/database/migrate.ts'
import {
  type EmbeddedPostgres,
  findEmbeddedDatabase,
  startEmbeddedPostgres,
} from '../../storage/postgres/embedded-postgres.ts'
import { findOldPrograms } from '../../storage/postgres/old-programs.ts'
import { installedMajor } from '../../storage/postgres/postgres-programs.ts'
import {
  completeTheUpgrade,
  isUpgradeComplete,
  oldFiles,
  unfinishedUpgrade,
} from '../../storage/postgres/upgrade-folders.ts'
import { printDatabase } from '../../storage/postgres/with-postgres.ts'
import { type Audit, type Tell, withDatabase } from './commands.ts'
import { pace, printProgress } from './progress.ts'
import { readOut } from './read-out.ts'
import { openBackup, restore } from './restore.ts'
import { connectForCopy } from './table-queries.ts'

type Upgrade = { config: Config; laurel: string; tell: Tell; audit: Audit }

/**
 * Moves the embedded database to the installed PostgreSQL: its rows are read with the old programs and loaded
 * into new files beside the old ones, which count until the new files are complete. Returns the exit code.
 */
export async function upgradeDatabase(upgrade: Upgrade, folder?: string): Promise<number> {
  const { config, tell } = upgrade
  if (config.databaseUrl !== undefined)
    throw new StartProblem(
      'DATABASE_URL names a PostgreSQL of your own; upgrade it with its own tools, such as pg_upgrade.',
    )
  const found = findEmbeddedDatabase(config)
  if (!found) throw new StartProblem(`${config.dataDir} has no database, so there is nothing to upgrade.`)
  const { dataDir, major } = found
  printDatabase(`embedded in ${dataDir}`)
  const log = { info: tell, warn: tell }
  const start = (options: Partial<Parameters<typeof startEmbeddedPostgres>[0]>) =>
    startEmbeddedPostgres({ ...config, dataDir, dataDirGiven: true, log, ...options })

  let code = 0
  if (!isUpgradeComplete(dataDir)) {
    if (major === installedMajor()) {
      tell(`The database in ${dataDir} is of PostgreSQL ${major} already.`)
      return 0
    }
    if (existsSync(oldFiles(dataDir, major)))
      throw new StartProblem(`${oldFiles(dataDir, major)} exists already. Move it away, then upgrade again.`)
    const programs = await findOldPrograms(major, { folder, tell })
    try {
      const old = await start({ programs })
      try {
        code = await copyInto(upgrade, old, () => start({ dataDir: unfinishedUpgrade(old.dataDir) }))
        await completeTheUpgrade(old.dataDir)
      } finally {
        await old.stop()
      }
    } finally {
      await programs.remove()
    }
  }
  await (await start({})).stop()
  tell(`The database in ${dataDir} is of PostgreSQL ${installedMajor()} now.`)
  return code
}

async function copyInto(
  { config, laurel, tell, audit }: Upgrade,
  old: EmbeddedPostgres,
  startNew: () => Promise<EmbeddedPostgres>,
): Promise<number> {
  if (existsSync(unfinishedUpgrade(old.dataDir))) {
    tell('An earlier upgrade was not finished. Starting over.')
    await rm(unfinishedUpgrade(old.dataDir), { recursive: true, force: true, maxRetries: 5 })
  }
  await migrateWith(config, old, tell)
  const secretKey = config.secretKey ?? (await developmentSecretKey(old.dataDir))
  const client = await connectForCopy(old.ownerConnectionString)
  try {
    const target = await startNew()
    try {
      const startedAt = performance.now()
      const backup = await openBackup(readOut({ client, laurel, encryption: createEncryption(secretKey) }))
      const loaded = await restore(target.ownerConnectionString, backup, {
        tell,
        onProgress: printProgress(tell),
      })
      tell(`Copied ${pace(loaded, startedAt)}.`)
      return await withDatabase(target.connectionString, audit)
    } finally {
      await target.stop()
    }
  } finally {
    await client.end()
  }
}
