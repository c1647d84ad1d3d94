import { existsSync, statSync } from 'node:fs'
import { access, chmod, constants, mkdir, readFile, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { type Account, canReach, findAccount, type Log } from './postgres-account.ts'

/** Holds programs and data if the database's user cannot reach root's own folders. */
export const SYSTEM_FOLDER = '/var/lib/laurel'

type DataFolderOptions = { dataDir: string; dataDirGiven: boolean; systemFolder: string; log: Log }

/** Chooses the data folder, and as root the user that the database runs as. */
export async function chooseDataFolder(
  options: DataFolderOptions,
): Promise<{ dataDir: string; account: Account | undefined }> {
  const { dataDir: dataDirAsked, dataDirGiven, systemFolder, log } = options
  if (process.getuid?.() !== 0) {
    return { dataDir: await makeDataFolder(dataDirAsked, 0o700), account: undefined }
  }
  const account = ownerOf(dataDirAsked) ?? findAccount(log)
  if (canReach(account, nearestExisting(dataDirAsked))) {
    return { dataDir: await makeDataFolder(dataDirAsked, 0o711), account }
  }
  // Another folder would hide the ledger that is already in this one.
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

/** The owner of existing data keeps it: an ordinary user, or an account of the same name with another id. */
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

/** Creates folders with the same mode, whatever the umask. */
export async function makeFolder(path: string, mode: number): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  for (let made = resolve(path); first && made.length >= first.length; made = dirname(made)) {
    await chmod(made, mode)
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return (error as { code?: string }).code === code
}

export async function readIfExists(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ''
    throw error
  }
}
