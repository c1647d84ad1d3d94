import { createHash, randomBytes } from 'node:crypto'

/** A secret that is handed out once; only its hash is kept. */
export function newSecretToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** For what nobody can guess; it needs no slow hash. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
