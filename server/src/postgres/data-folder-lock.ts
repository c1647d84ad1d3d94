import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartProblem } from '../process/start-problem.ts'
import { hasCode, readIfThere } from './files.ts'

const LOCK_NAME = 'laurel.pid'

/** Sees to it that one Laurel at a time works on a data folder. */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const lock = join(dataDir, LOCK_NAME)
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

/** Whether a Laurel that lives holds this data folder. */
export async function isInUse(dataDir: string): Promise<boolean> {
  return (await livingHolder(join(dataDir, LOCK_NAME))) !== undefined
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
