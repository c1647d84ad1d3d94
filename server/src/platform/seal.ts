import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

/** Keeps values that must be read back out of the database's sight, and fingerprints those that need not be. */
export type Seal = {
  seal(plain: string): Buffer
  open(sealed: Buffer): string
  /** A keyed hash: equal inputs give equal outputs, and nobody without the key can try inputs out. */
  fingerprint(purpose: string, value: string): Buffer
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Makes a seal from the service's SECRET_KEY; each use has a key of its own. */
export function createSeal(secretKey: Buffer): Seal {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `laurel ${use}`, 32))
  const sealingKey = derive('seal')
  // A key object: a plain buffer would be made into one for every hash, which takes longer than the hash.
  const fingerprintKey = createSecretKey(derive('fingerprint'))
  return {
    seal(plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed) {
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, nonce).setAuthTag(tag)
      return (
        decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      )
    },
    fingerprint: (purpose, value) =>
      createHmac('sha256', fingerprintKey).update(`${purpose}\0${value}`).digest(),
  }
}
