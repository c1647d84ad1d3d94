import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts values to be read back, and hashes values to be compared. */
export type Encryption = {
  encrypt(plain: string): Buffer
  decrypt(encrypted: Buffer): string
  /** A deterministic HMAC-SHA-256. Without the key, inputs cannot be guessed. */
  keyedHash(purpose: string, value: string): Buffer
}

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Of SHA-256. Keys are shorter. */
const BLOCK_BYTES = 64

/** Derives a separate key for each use from SECRET_KEY. */
export function createEncryption(secretKey: Buffer): Encryption {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `laurel ${use}`, 32))
  const encryptionKey = derive('encryption')
  const hmac = createHmacOf(derive('keyed hash'))
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
    keyedHash: (purpose, value) => hmac(`${purpose}\0${value}`),
  }
}

/** As RFC 2104 defines it. Node's own `createHmac` takes more than twice as long, in every call with a key. */
function createHmacOf(key: Buffer): (text: string) => Buffer {
  const padded = (byte: number) => Buffer.alloc(BLOCK_BYTES).map((_, index) => byte ^ (key[index] ?? 0))
  const [inner, outer] = [padded(0x36), padded(0x5c)]
  // Node returns hexadecimal text faster than bytes.
  const sha256 = (block: Uint8Array, data: Buffer) =>
    Buffer.from(hash('sha256', Buffer.concat([block, data]), 'hex'), 'hex')
  return (text) => sha256(outer, sha256(inner, Buffer.from(text)))
}
