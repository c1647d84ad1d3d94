import { timingSafeEqual } from 'node:crypto'
import type { Encryption } from '../../runtime/crypto/encryption.ts'

const PURPOSE = 'csrf token'

/** Every change carries it. The holder is a session, or a browser in which nobody is signed in. */
export const csrfTokenOf = (encryption: Encryption, holder: string): string =>
  sign(encryption, PURPOSE, holder)

export const isCsrfTokenOf = (encryption: Encryption, holder: string, token: string): boolean =>
  isSignature(encryption, PURPOSE, holder, token)

/** Proof that a value comes from this service. */
export const sign = (encryption: Encryption, purpose: string, value: string): string =>
  encryption.keyedHash(purpose, value).toString('base64url')

export function isSignature(
  encryption: Encryption,
  purpose: string,
  value: string,
  signature: string,
): boolean {
  const [right, bytes] = [encryption.keyedHash(purpose, value), Buffer.from(signature, 'base64url')]
  return bytes.length === right.length && timingSafeEqual(bytes, right)
}
