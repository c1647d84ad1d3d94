import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Api, apiAt } from './api.ts'
import { withClient } from './database.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** The home and the cache of npm are those of the run, which begin empty. */
const NPM = ['npm_config_cache', 'npm_config_userconfig']
const PASSED_ON = Object.fromEntries(
  ['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS', 'HOME', ...NPM].map((name) => [
    name,
    process.env[name],
  ]),
)
const DEFAULTS = {
  PORT: '0',
  METRICS_PORT: 'off',
  LOG_LEVEL: 'error',
  DATABASE_WAIT_SECONDS: '60',
  PASSWORD_HASHING: 'cheap',
  WEBHOOK_DELIVERY: 'off',
}

/** A Laurel in a process of its own. */
export type Laurel = Api & { process: ChildProcess; pid: number; said: () => string }

const started: ChildProcess[] = []
// A test file that is given up takes along what it started.
process.once('exit', () => {
  for (const child of started) if (!hasEnded(child)) child.kill('SIGKILL')
})
if (process.env.NODE_TEST_CONTEXT)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))

/** A folder that is removed when the test file is done, after everything that was started has ended. */
export async function makeTestFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'laurel-test-'))
  // As root the database runs as another user, who must be able to pass through.
  await chmod(folder, 0o755)
  after(async () => {
    await killAll()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

/** Ends what a test that failed has left running. */
export async function killAll(): Promise<void> {
  for (const child of started) if (!hasEnded(child)) await killTree(child)
}

/** Programs run from the bundle, scripts from their sources. */
function fileOf(program: string): string {
  return program.includes('/') ? `server/src/${program}` : `server/dist/${program.replace(/ts$/, 'js')}`
}

export function spawnLaurel(
  settings: Record<string, string>,
  program = 'main.ts',
  args: string[] = [],
  { root = ROOT, detached = false } = {},
): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, [fileOf(program), ...args], {
    cwd: root,
    detached,
    env: { ...PASSED_ON, ...DEFAULTS, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
  // Every command names its database, which operator-database.test.ts checks.
  return { child, said: () => said.replace(/^Database: .*\n/m, '') }
}

/** Runs a command of the operator to its end. */
export async function runCommand(
  args: string[],
  settings: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const { child, said } = spawnLaurel(settings, 'laurel.ts', args)
  const [code] = await once(child, 'close')
  return { code, said: said() }
}

/** With `root`, starts a copy of the repository. */
export async function startLaurel(settings: Record<string, string>, root = ROOT): Promise<Laurel> {
  const { child, said } = spawnLaurel(settings, 'main.ts', [], { root })
  const closed = once(child, 'close')
  while (!hasEnded(child) && !said().includes('Stop it with')) await pause(10)
  if (hasEnded(child)) await closed
  // In production, the address that it announces is that of its proxy.
  const url =
    settings.MODE === 'production'
      ? `http://127.0.0.1:${settings.PORT}`
      : /API +(http:\S+)\/api\/v1/.exec(said())?.[1]
  assert(url && !hasEnded(child), `it ended with ${child.signalCode ?? child.exitCode}: ${said()}`)
  return { ...apiAt(url), process: child, pid: child.pid as number, said }
}

export async function terminate(laurel: Laurel): Promise<void> {
  laurel.process.kill('SIGTERM')
  await ended(laurel.process)
  assert.equal(laurel.process.exitCode, 0, laurel.said())
}

/** Hands a running server on from test to test, because a start takes longer than most of them. */
export function handOver(settings: Record<string, string>) {
  let left: Laurel | undefined
  return {
    leave(laurel: Laurel): void {
      left = laurel
    },
    /** Takes over the server that the last test left running, or starts one. */
    async take(): Promise<Laurel> {
      const laurel = left && !hasEnded(left.process) ? left : await startLaurel(settings)
      left = undefined
      return laurel
    },
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

export async function ended(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit')
}

/** The database has a session of its own, but it is still the server's child. */
export async function killTree(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  const tree = [child.pid as number]
  const processes = listProcesses()
  for (const parent of tree)
    for (const { pid, parentPid } of processes) if (parentPid === parent) tree.push(pid)
  for (const pid of tree) killIfThere(pid)
  await exited
}

/** The children of a process that run a program. */
export function childrenOf(parent: number, program: string): number[] {
  return listProcesses()
    .filter(({ parentPid, command }) => parentPid === parent && command.includes(program))
    .map(({ pid }) => pid)
}

function listProcesses(): { pid: number; parentPid: number; command: string }[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parentPid, ...args] = line.trim().split(/\s+/)
      return { pid: Number(pid), parentPid: Number(parentPid), command: args.join(' ') }
    })
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export function isAlive(pid: number): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return state !== '' && !state.startsWith('Z')
  } catch {
    return false
  }
}

/** What the database itself says of where it runs. */
export function postmaster(dataDir: string): { pid: number; socketFolder: string } {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  return { pid: Number(lines[0]), socketFolder: lines[4] as string }
}

/** Asks the embedded database of a data folder, past the service. */
export async function queryEmbedded(dataDir: string, text: string): Promise<Record<string, unknown>[]> {
  const { rows } = await withClient(embeddedUrl(dataDir), (client) => client.query(text))
  return rows
}

/** The connection string of the embedded database of a data folder. */
export function embeddedUrl(dataDir: string): string {
  const url = new URL('postgres://laurel@localhost/laurel')
  url.searchParams.set('host', postmaster(dataDir).socketFolder)
  return url.href
}
