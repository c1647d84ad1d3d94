import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { hasCode, readIfExists } from './data-folder.ts'
import type { Log } from './postgres-account.ts'

export const SOCKET_NAME = '.s.PGSQL.5432'
export const FAST_STOP_MS_MAX = 20_000
const IMMEDIATE_STOP_MS_MAX = 10_000
const STOP_SIGNALS = [
  ['SIGINT', FAST_STOP_MS_MAX],
  ['SIGQUIT', IMMEDIATE_STOP_MS_MAX],
] as const

/** Stops a server that an earlier process left running on the same files. */
export async function stopLeftover(
  { files, socketDir }: { files: string; socketDir: string },
  log: Log,
): Promise<void> {
  const pidFile = join(files, 'postmaster.pid')
  const pid = Number.parseInt(await readIfExists(pidFile), 10)
  if (!(pid > 0)) return
  if (!isServerOn(files, pid)) {
    if (await acceptsConnections(socketDir)) {
      throw new StartProblem(
        `A PostgreSQL that this process cannot see, perhaps of a Laurel in another container, runs on ${files}. Stop it, then start again.`,
      )
    }
    // PostgreSQL replaces the file of a dead server, unless another process or a zombie has its id.
    if (isRunning(pid)) await rm(pidFile, { force: true })
    return
  }
  log.warn(`Stopping the PostgreSQL (process ${pid}) that an earlier Laurel left running.`)
  for (const [signal, withinMs] of STOP_SIGNALS) {
    if (!isServerOn(files, pid)) return
    process.kill(pid, signal)
    for (const until = Date.now() + withinMs; isServerOn(files, pid) && Date.now() < until; ) await sleep(50)
  }
}

/** Detects a server in another container, whose process is not visible. */
async function acceptsConnections(socketDir: string): Promise<boolean> {
  const socket = connect(join(socketDir, SOCKET_NAME))
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

function isRunning(pid: number): boolean {
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
