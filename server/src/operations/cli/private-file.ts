import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { StartProblem } from '../../runtime/process/start-problem.ts'

const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
const LOCK_POLL_MS = 50
/** A lock that is older was left by a process that was killed. */
const LOCK_MS_MAX = 30_000

/** Undefined when there is no such file. */
export async function readPrivateFile<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartProblem(`${path} cannot be read (${(error as Error).message}). Correct or remove it.`)
  }
}

/** Replaces the file as a whole, for its owner alone. */
export async function writePrivateFile(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
  const unfinished = `${path}.${process.pid}`
  const file = await open(unfinished, 'w', FILE_MODE)
  try {
    await file.writeFile(`${JSON.stringify(value, null, 2)}\n`)
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}

/**
 * Puts a file in place, for its owner alone, once its content has come to its end. Until then the content is
 * in a file of its own, and a failure removes that one alone.
 */
export async function savePrivateFile(path: string, read: () => Promise<Readable>): Promise<void> {
  const unfinished = `${path}.part`
  const file = await open(unfinished, 'wx', FILE_MODE)
  try {
    await pipeline(await read(), file.createWriteStream())
    await rename(unfinished, path)
  } catch (error) {
    await file.close()
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Returns whether there was one. */
export async function removePrivateFile(path: string): Promise<boolean> {
  try {
    await rm(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** One process at a time works on a file. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`
  while (!(await takeLock(lock))) await pause(LOCK_POLL_MS)
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', FILE_MODE)).close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const age = Date.now() - ((await stat(lock).catch(() => undefined))?.mtimeMs ?? 0)
    if (age > LOCK_MS_MAX) await rm(lock, { force: true })
    return false
  }
}
