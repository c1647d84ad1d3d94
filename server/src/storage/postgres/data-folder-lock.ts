import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { hasCode, readIfExists } from './data-folder.ts'

const LOCK_NAME = 'laurel.pid'

/** Allows one Laurel at a time on a data folder. Returns a function that releases the lock. */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const lock = join(dataDir, LOCK_NAME)
  const ownLock = `${lock}.${randomUUID()}`
  await writeFile(ownLock, `${process.pid} ${startTimeOf(process.pid)}`)
  try {
    while (!(await linkUnlessTaken(ownLock, lock))) {
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
    await rm(ownLock)
  }
  return () => rm(lock, { force: true })
}

/** Whether a running Laurel holds this data folder. */
export async function isInUse(dataDir: string): Promise<boolean> {
  return (await livingHolder(join(dataDir, LOCK_NAME))) !== undefined
}

/** A link appears together with its content, so a lock without a holder is stale, never half written. */
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
  const [pid, ...startTime] = (await readIfExists(lock)).split(' ')
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
  // Another Laurel may have replaced the stale lock first. Then this lock is its own: put it back.
  if ((await livingHolder(aside)) !== undefined) await linkUnlessTaken(aside, lock)
  await rm(aside)
}

/** Distinguishes a process from a later one with the same id; undefined if no such process runs. */
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
