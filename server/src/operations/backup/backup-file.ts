import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { link, open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import { DamagedBackup } from './backup-format.ts'

const MAGIC = Buffer.from('LAUREL BACKUP\n')
/** Shows that a file was not cut off, which the decompression does not always notice. */
const END = Buffer.from('\nLAUREL BACKUP ENDS\n')
const UNFINISHED = '.unfinished-'

/**
 * Writes a backup under another name and gives it its own once it is complete. Returns its size. Only its
 * owner may read it: it holds personal data.
 */
export async function writeBackupFile(file: string, bytes: AsyncIterable<Buffer>): Promise<number> {
  if (existsSync(file)) throw alreadyThere(file)
  await removeUnfinished(file)
  const unfinished = `${file}${UNFINISHED}${process.pid}`
  try {
    const params = { [constants.ZSTD_c_checksumFlag]: 1 }
    const output = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(bytes), createZstdCompress({ params }), framed, output)
    // Unlike a rename, a link never replaces a file.
    await link(unfinished, file)
    return output.bytesWritten
  } catch (error) {
    const { code, message, path } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw alreadyThere(file)
    if (code === 'ENOSPC') {
      throw new StartProblem(`The disk is full, so ${file} was not written. Free disk, or choose another.`, {
        cause: error,
      })
    }
    if (path === undefined) throw error
    throw new StartProblem(`${file} cannot be written (${message}). Choose another folder.`, { cause: error })
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function* framed(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  yield MAGIC
  yield* compressed
  yield END
}

const alreadyThere = (file: string) =>
  new StartProblem(`${file} already exists, and a backup replaces no file. Choose another name.`)

/** Removes what a killed backup left behind. */
async function removeUnfinished(file: string): Promise<void> {
  const prefix = `${basename(file)}${UNFINISHED}`
  const folder = dirname(file)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((name) => name.startsWith(prefix)))
    if (!isRunning(Number(name.slice(prefix.length)))) await rm(join(folder, name), { force: true })
}

function isRunning(pid: number): boolean {
  // It is of an earlier process: in a container, each has the same number.
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export async function* readBackupFile(file: string): AsyncGenerator<Buffer, void, void> {
  const size = await requireBackup(file)
  const bytes = createZstdDecompress()
  const range = { start: MAGIC.length, end: size - END.length - 1 }
  const reading = pipeline(createReadStream(file, range), bytes)
  // The loop below throws the same error.
  reading.catch(() => {})
  try {
    for await (const chunk of bytes) yield chunk as Buffer
  } catch (error) {
    throw new DamagedBackup((error as Error).message, { cause: error })
  }
}

/** Returns the size of a file that begins and ends as a backup does. */
async function requireBackup(file: string): Promise<number> {
  const input = await open(file).catch((error: Error) => {
    throw new StartProblem(`${file} cannot be read (${error.message}).`, { cause: error })
  })
  try {
    const holds = async (expected: Buffer, at: number) => {
      const { buffer, bytesRead } = await input.read(Buffer.alloc(expected.length), 0, expected.length, at)
      return buffer.subarray(0, bytesRead).equals(expected)
    }
    if (!(await holds(MAGIC, 0)))
      throw new StartProblem(`${file} is not a backup of Laurel; \`laurel backup\` makes them.`)
    const { size } = await input.stat()
    if (size <= MAGIC.length + END.length || !(await holds(END, size - END.length)))
      throw new DamagedBackup('its end is missing')
    return size
  } finally {
    await input.close()
  }
}
