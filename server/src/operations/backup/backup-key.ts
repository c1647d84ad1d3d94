import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createEncryption } from '../../runtime/crypto/encryption.ts'
import { StartProblem } from '../../runtime/process/start-problem.ts'
import type { Config } from '../../runtime/settings/config.ts'
import type { Header } from './backup-format.ts'
import { requireKeyOf } from './restore.ts'

/** Checks SECRET_KEY, or puts the key that the backup carries into the data folder. */
export async function restoreKey(header: Header, config: Config, dataDir: string): Promise<void> {
  if (config.secretKey) return requireKeyOf(header, createEncryption(config.secretKey), 'SECRET_KEY')
  const file = join(dataDir, 'secret.key')
  const existing = await readFile(file, 'utf8').catch(() => undefined)
  if (existing !== undefined) {
    return requireKeyOf(header, createEncryption(Buffer.from(existing, 'base64')), file)
  }
  if (header.secretKey === undefined)
    throw new StartProblem(
      'The backup was made with a SECRET_KEY, which it does not hold. Set SECRET_KEY to it.',
    )
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, header.secretKey, { mode: 0o600, flag: 'wx' })
}
