import { createHash, randomBytes } from 'node:crypto'

/** A secret that is shown once. Store only its hash. */
export function newSecretToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** A fast hash is enough for random tokens, which cannot be guessed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
