import { existsSync, statSync } from 'node:fs'
import { access, chmod, constants, mkdir, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StartProblem } from '../process/start-problem.ts'
import { type Account, canReach, findAccount, type Log } from './postgres-account.ts'

/** Where programs and data go when root's own folders are closed to the database's user. */
export const SYSTEM_FOLDER = '/var/lib/laurel'

type Asked = { dataDir: string; dataDirGiven: boolean; systemFolder: string; log: Log }

/** The folder that the data is in, and the user that the database runs as, when that is not our own. */
export async function chooseDataFolder(
  options: Asked,
): Promise<{ dataDir: string; account: Account | undefined }> {
  const { dataDir: dataDirAsked, dataDirGiven, systemFolder, log } = options
  if (process.getuid?.() !== 0) {
    return { dataDir: await makeDataFolder(dataDirAsked, 0o700), account: undefined }
  }
  const account = ownerOf(dataDirAsked) ?? findAccount(log)
  if (canReach(account, nearestExisting(dataDirAsked))) {
    return { dataDir: await makeDataFolder(dataDirAsked, 0o711), account }
  }
  // Moving away from a folder that already holds a ledger would look like losing it.
  if (dataDirGiven || existsSync(join(dataDirAsked, 'postgres'))) {
    throw new StartProblem(
      `As root, the database runs as another user (${account.uid}), who cannot reach the data folder ${dataDirAsked}. ` +
        'Let others pass through that folder and those above it (chmod o+x), or set DATA_DIR to another folder.',
    )
  }
  const dataDir = join(systemFolder, 'data')
  log.info(`The data is in ${dataDir}, because the database's user cannot reach ${dataDirAsked}.`)
  return { dataDir: await makeDataFolder(dataDir, 0o711), account: ownerOf(dataDir) ?? account }
}

/** Data that an ordinary user, or a user of the same name with another number, has begun stays with that user. */
function ownerOf(dataDir: string): Account | undefined {
  const { uid, gid } = statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 }
  return uid === 0 ? undefined : { uid, gid }
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path))
}

async function makeDataFolder(dataDir: string, mode: number): Promise<string> {
  await makeFolder(dataDir, mode)
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  return realpath(dataDir)
}

/** Gives all folders that it creates the same mode, whatever the umask. */
export async function makeFolder(path: string, mode: number): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  for (let made = resolve(path); first && made.length >= first.length; made = dirname(made)) {
    await chmod(made, mode)
  }
}
