import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartProblem } from '../process/start-problem.ts'

/** Encrypts values to be read back, and hashes values to be compared. */
export type Encryption = {
  encrypt(plain: string): Buffer
  decrypt(encrypted: Buffer): string
  /** A deterministic HMAC-SHA-256. Without the key, inputs cannot be guessed. */
  keyedHash(purpose: string, value: string): Buffer
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Derives a separate key for each use from SECRET_KEY. */
export function createEncryption(secretKey: Buffer): Encryption {
  // Node makes a key of a buffer in every call, which takes five times as long as the hash.
  const derive = (use: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', `laurel ${use}`, 32)))
  const encryptionKey = derive('encryption')
  const hashingKey = derive('keyed hash')
  return {
    encrypt(plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    decrypt(encrypted) {
      const nonce = encrypted.subarray(0, NONCE_BYTES)
      const tag = encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, nonce).setAuthTag(tag)
      return (
        decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') +
        decipher.final('utf8')
      )
    },
    keyedHash: (purpose, value) => createHmac('sha256', hashingKey).update(`${purpose}\0${value}`).digest(),
  }
}

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
