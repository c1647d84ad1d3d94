import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import {
  constants,
  type FileHandle,
  lchown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
} from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { SERVICE_ROLE } from '../database/connections.ts'
import { isDatabaseUnavailable } from '../database/database-error.ts'
import { hasCode } from './data-folder.ts'
import { FAST_STOP_MS_MAX, stopLeftover } from './leftover-server.ts'
import {
  ACCOUNT_NAME,
  type Account,
  CHILD_ENVIRONMENT,
  type Log,
  OWN_SERVER_ADVICE,
} from './postgres-account.ts'

export type Cluster = {
  programs: string
  dataDir: string
  files: string
  socketDir: string
  logFile: string
  account: Account | undefined
  settings: Record<string, string>
}

const DATABASE_NAME = 'laurel'
const LOG_BYTES_MAX = 10_000_000
const START_ATTEMPTS_MAX = 5
const NO_RESPONSE_MS_MAX = 60_000
const BACKOFF_MS_MAX = 5_000
const START_NOTICE_MS = 5_000

type Server = { isUp(): boolean; stop(): Promise<void> }

/** Runs the server until it is stopped, and restarts it when it ends by itself. */
export async function keepRunning(cluster: Cluster, log: Log): Promise<Server> {
  const stopping = new AbortController()
  const { signal } = stopping
  let child: ChildProcess | undefined = await launchWithRetries(cluster, log, signal)
  let up = true

  const running = (async () => {
    for (let failures = 0; !signal.aborted; ) {
      if (child) {
        up = true
        failures = 0
        if (!hasExited(child)) await once(child, 'exit', { signal }).catch(() => {})
        if (signal.aborted) break
        up = false
        log.warn(`PostgreSQL ended unexpectedly (${describeExit(child)}); restarting it.`)
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

/** After a crash, processes of the old server can hold its memory for a moment and block a new server. */
async function launchWithRetries(cluster: Cluster, log: Log, signal: AbortSignal): Promise<ChildProcess> {
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

/** Access to this folder is access to the database, so no other user may open it. */
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
  // In its own session the server does not receive the terminal's Ctrl-C, so requests can still be drained.
  const child = spawn(join(programs, 'postgres'), ['-D', files, ...options], {
    ...account,
    cwd: dataDir,
    env: CHILD_ENVIRONMENT,
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
    let giveUpAt = Date.now() + NO_RESPONSE_MS_MAX
    for (;;) {
      const refusal = await tryConnecting(connectionStringOf(cluster, SERVICE_ROLE))
      if (!refusal) return
      if (hasCode(refusal, '3D000') || hasCode(refusal, '28000')) await createDatabase(cluster)
      else if (refusal instanceof pg.DatabaseError && !isDatabaseUnavailable(refusal)) throw refusal
      if (hasExited(child) || Date.now() > giveUpAt) throw refusal
      // A server that responds, even while it recovers from a crash, gets more time.
      if (hasCode(refusal, '57P03')) giveUpAt = Date.now() + NO_RESPONSE_MS_MAX
      await sleep(50, undefined, { signal })
    }
  } finally {
    clearTimeout(notice)
  }
}

/** Returns the error of a failed connection; undefined if it succeeds. */
export async function tryConnecting(connectionString: string): Promise<Error | undefined> {
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

/** Creates what is missing of the database and the login of the service. */
async function createDatabase(cluster: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: connectionStringOf(cluster, ACCOUNT_NAME, 'postgres') })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ hasDatabase: boolean; hasRole: boolean }>(
      `select exists (select from pg_database where datname = $1) as "hasDatabase",
        exists (select from pg_roles where rolname = $2) as "hasRole"`,
      [DATABASE_NAME, SERVICE_ROLE],
    )
    if (!rows[0]?.hasRole) await client.query(`create role ${SERVICE_ROLE} login`)
    else await client.query(`alter role ${SERVICE_ROLE} login`)
    if (!rows[0]?.hasDatabase) await client.query(`create database ${DATABASE_NAME}`)
  } finally {
    await client.end()
  }
}

/** The host is unused, but URL parsers require one. */
function connectionStringOf(
  { socketDir }: Pick<Cluster, 'socketDir'>,
  user: string,
  database = DATABASE_NAME,
): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(socketDir)}`
}

/** The logins of the embedded database: the service's, which owns nothing, and the superuser's. */
export function connectionStringsOf(cluster: Pick<Cluster, 'socketDir'>) {
  return {
    connectionString: connectionStringOf(cluster, SERVICE_ROLE),
    ownerConnectionString: connectionStringOf(cluster, ACCOUNT_NAME),
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGINT')
  const killTimer = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_MS_MAX)
  await exited
  clearTimeout(killTimer)
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function describeExit({ exitCode, signalCode }: ChildProcess): string {
  return signalCode ?? `exit code ${exitCode}`
}
