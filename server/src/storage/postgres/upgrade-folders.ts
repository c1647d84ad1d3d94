import { existsSync, readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import type { Log } from './postgres-account.ts'

/** The data folder of the new database while rows are loaded into it. */
export const unfinishedUpgrade = (dataDir: string): string => join(dataDir, 'upgrade.unfinished')
/** The same folder once it is complete. From then on the new database counts. */
const completeUpgrade = (dataDir: string): string => join(dataDir, 'upgrade.complete')
/** Where the old files are kept. */
export const oldFiles = (dataDir: string, major: number): string => join(dataDir, `postgres-${major}`)

/** The major version of the database in a data folder, also in the middle of `finishUpgrade`. */
export const majorIn = (dataDir: string): number | undefined =>
  majorOf(join(dataDir, 'postgres')) ?? majorOf(join(completeUpgrade(dataDir), 'postgres'))

/** The major version of the PostgreSQL that made these files; undefined if there are none. */
function majorOf(files: string): number | undefined {
  const file = join(files, 'PG_VERSION')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

/** PostgreSQL does not open the files of another major version. */
export function requireMajor(dataDir: string, major: number): void {
  const found = majorOf(join(dataDir, 'postgres'))
  if (found === undefined || found === major) return
  if (found > major)
    throw new StartProblem(
      `The database in ${dataDir} is of PostgreSQL ${found}, and this Laurel has PostgreSQL ${major}. Start the Laurel that it was upgraded for.`,
    )
  throw new StartProblem(
    `The database in ${dataDir} is of PostgreSQL ${found}, and this Laurel has PostgreSQL ${major}. ` +
      'Upgrade it with `npm run laurel -- upgrade-database`, which keeps the old files.',
  )
}

/** Makes the new database count. What follows is done by `finishUpgrade`, also after a crash. */
export async function completeTheUpgrade(dataDir: string): Promise<void> {
  await syncFolder(unfinishedUpgrade(dataDir))
  await rename(unfinishedUpgrade(dataDir), completeUpgrade(dataDir))
  await syncFolder(dataDir)
}

export const isUpgradeComplete = (dataDir: string): boolean => existsSync(completeUpgrade(dataDir))

/** Puts the new files in the place of the old ones, which are kept under another name. */
export async function finishUpgrade(dataDir: string, log: Log): Promise<void> {
  if (!isUpgradeComplete(dataDir)) return
  const files = join(dataDir, 'postgres')
  const newFiles = join(completeUpgrade(dataDir), 'postgres')
  if (existsSync(newFiles)) {
    const major = majorOf(files)
    if (major !== undefined) {
      await rename(files, oldFiles(dataDir, major))
      log.info(`Kept the old database in ${oldFiles(dataDir, major)}. Remove it when you no longer need it.`)
    }
    await rename(newFiles, files)
    await syncFolder(dataDir)
  }
  await rm(completeUpgrade(dataDir), { recursive: true, force: true })
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
