import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartProblem } from '../process/start-problem.ts'

/** The key of development mode: created once in the data folder, readable by its owner only. */
export async function developmentSecretKey(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, 'secret.key')
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new StartProblem(
        `The data folder ${dataDir} cannot be written to: ${(error as Error).message}. Set DATA_DIR to another folder.`,
      )
    }
  }
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64')
  if (key.length !== 32)
    throw new StartProblem(
      `${file} does not hold a key of 32 bytes. Restore it from a copy; without it, encrypted data cannot be read.`,
    )
  return key
}
