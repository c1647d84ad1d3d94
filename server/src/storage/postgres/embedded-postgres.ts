import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { lchown, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { connectionsForAll } from '../database/connections.ts'
import { chooseDataFolder, SYSTEM_FOLDER } from './data-folder.ts'
import { isInUse, lockDataFolder } from './data-folder-lock.ts'
import { SOCKET_NAME } from './leftover-server.ts'
import { ACCOUNT_NAME, CHILD_ENVIRONMENT, type Log, OWN_SERVER_ADVICE } from './postgres-account.ts'
import { findPrograms } from './postgres-programs.ts'
import { type Cluster, connectionStringsOf, keepRunning } from './postgres-server.ts'

export type EmbeddedPostgres = {
  /** The address with the service's login. */
  connectionString: string
  ownerConnectionString: string
  /** The data folder in use. As root it may differ from the default. */
  dataDir: string
  isUp(): boolean
  stop(): Promise<void>
}

type EmbeddedPostgresOptions = {
  dataDir: string
  dataDirGiven: boolean
  log: Log
  workers?: number
  settings?: Record<string, string>
  systemFolder?: string
}

const run = promisify(execFile)

/** The limit of macOS, which is four bytes below that of Linux. */
const SOCKET_PATH_BYTES_MAX = 103

const BUFFER_MEGABYTES_MIN = 64
const BUFFER_MEGABYTES_MAX = 2_048

const SETTINGS = {
  listen_addresses: '',
  shared_buffers: `${bufferMegabytes()}MB`,
  max_wal_size: '4GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  // Until a table is analyzed, plans rely on its size when it was new.
  autovacuum_naptime: '10s',
  // A small sample is enough for reads by key. The default takes a core for a fifth of a second each time.
  default_statistics_target: '10',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The detail of an error quotes the row, which would write personal data to the log.
  log_error_verbosity: 'terse',
}

/** A quarter of the memory holds the wallets and boards of a large partner. More brings little. */
function bufferMegabytes(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.min(Math.max(Math.floor(bytes / 4 / 2 ** 20), BUFFER_MEGABYTES_MIN), BUFFER_MEGABYTES_MAX)
}

/** Runs the PostgreSQL that npm installed, on a socket in the data folder, until it is stopped. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start({ workers: 1, settings: {}, systemFolder: SYSTEM_FOLDER, ...options })
  } catch (error) {
    const { path, message } = error as NodeJS.ErrnoException
    if (path === undefined) throw error
    throw new StartProblem(
      `The data folder ${options.dataDir} cannot be used (${message}). ` +
        'Make it writable, or set DATA_DIR to another folder.',
      { cause: error },
    )
  }
}

/** The database of the Laurel that runs on this data folder, if any. */
export async function runningEmbeddedPostgres({
  dataDir,
  dataDirGiven,
}: Pick<EmbeddedPostgresOptions, 'dataDir' | 'dataDirGiven'>): Promise<
  Pick<EmbeddedPostgres, 'connectionString' | 'ownerConnectionString' | 'dataDir'> | undefined
> {
  const folders = dataDirGiven ? [dataDir] : [dataDir, join(SYSTEM_FOLDER, 'data')]
  for (const folder of folders) {
    if (await isInUse(folder)) {
      const socketDir = socketFolderFor(await realpath(folder))
      return { ...connectionStringsOf({ socketDir }), dataDir: folder }
    }
  }
  return undefined
}

async function start(options: Required<EmbeddedPostgresOptions>): Promise<EmbeddedPostgres> {
  const { log } = options
  const { dataDir, account } = await chooseDataFolder(options)
  const unlock = await lockDataFolder(dataDir)
  try {
    const programs = await findPrograms(account, options)
    requireMajor(dataDir, programs.major)
    const cluster: Cluster = {
      programs: programs.folder,
      dataDir,
      files: join(dataDir, 'postgres'),
      socketDir: socketFolderFor(dataDir),
      logFile: join(dataDir, 'postgres.log'),
      account,
      settings: {
        ...SETTINGS,
        max_connections: String(connectionsForAll(options.workers)),
        ...options.settings,
      },
    }
    await initializeOnce(cluster, log)
    const server = await keepRunning(cluster, log)
    let stopped: Promise<void> | undefined
    const stop = async () => {
      await server.stop()
      await rm(cluster.socketDir, { recursive: true, force: true })
      await unlock()
    }
    return {
      ...connectionStringsOf(cluster),
      dataDir,
      isUp: server.isUp,
      stop: () => {
        stopped ??= stop()
        return stopped
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** PostgreSQL does not open the files of another major version. */
function requireMajor(dataDir: string, major: number): void {
  const file = join(dataDir, 'postgres', 'PG_VERSION')
  const found = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : major
  if (found === major) return
  throw new StartProblem(
    `The database in ${dataDir} is of PostgreSQL ${found}, and this Laurel has PostgreSQL ${major}, which does not open its files. ` +
      'Copy it: run `npm run laurel -- backup FILE` with the Laurel that you used before; with this one, set DATA_DIR to an empty folder ' +
      'and run `npm run laurel -- restore FILE`, then `npm run laurel -- resume-sending`.',
  )
}

/** Creates the files in another folder and renames it, so that no partial files stay behind. */
async function initializeOnce(
  { files, dataDir, programs, account, settings }: Cluster,
  log: Log,
): Promise<void> {
  const unfinishedName = 'postgres.unfinished-'
  for (const name of (await readdir(dataDir)).filter((name) => name.startsWith(unfinishedName))) {
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  }
  if (existsSync(join(files, 'PG_VERSION'))) return

  log.info(`Creating the database in ${files}.`)
  const unfinished = await mkdtemp(join(dataDir, unfinishedName))
  try {
    if (account) await lchown(unfinished, account.uid, account.gid)
    const encoding = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const access = ['-U', ACCOUNT_NAME, '--auth-local=trust', '--auth-host=reject']
    const sync = settings.fsync === 'off' ? ['--no-sync'] : []
    await run(join(programs, 'initdb'), ['-D', unfinished, ...encoding, ...access, ...sync], {
      ...account,
      cwd: dataDir,
      env: CHILD_ENVIRONMENT,
    })
    await rename(unfinished, files)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    const { stderr, message } = error as { stderr?: string; message: string }
    throw new StartProblem(
      `The database could not be created in ${files}: ${stderr?.trim() || message}\n` +
        `Correct that, set DATA_DIR to another folder, or ${OWN_SERVER_ADVICE}.`,
      { cause: error },
    )
  }
}

function socketFolderFor(dataDir: string): string {
  const name = `laurel-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const fits = (folder: string) => Buffer.byteLength(join(folder, SOCKET_NAME)) <= SOCKET_PATH_BYTES_MAX
  return [join(dataDir, 'socket'), join(tmpdir(), name)].find(fits) ?? join('/tmp', name)
}
