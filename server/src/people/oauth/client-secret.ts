import { revokeTokens } from '../../identity/accounts/revocation-store.ts'
import { requireVerifiedPartner } from '../../programme/partners/partner-store.ts'
import { hashToken, newSecretToken } from '../../runtime/crypto/secret-token.ts'
import { refused } from '../../runtime/failure.ts'
import type { Database, Tx } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import {
  type ClientSecret,
  endSecret,
  findValidSecret,
  insertSecret,
  listSecrets,
  touchSecret,
} from './client-secret-store.ts'

export const SECRETS_MAX = 10
const TOUCH_INTERVAL_MS = 60_000

/** Creates a secret in a partner transaction. Only its hash is stored, so it is shown once. */
export async function createSecret(
  tx: Tx,
  partnerId: string,
  input: Pick<ClientSecret, 'name' | 'scopes' | 'expiresAt'>,
  now: Date,
): Promise<ClientSecret & { secret: string }> {
  await requireVerifiedPartner(tx, partnerId)
  if ((await listSecrets(tx, partnerId, now)).length >= SECRETS_MAX) {
    throw refused(
      'too_many_secrets',
      `There are ${SECRETS_MAX} secrets already; revoke one that is no longer used.`,
    )
  }
  const { token, hash } = newSecretToken()
  const secret = { ...input, id: newId(), createdAt: now, lastUsedAt: null }
  await insertSecret(tx, { ...secret, partnerId, hash })
  return { ...secret, secret: token }
}

/** Ends a secret, and within two seconds its tokens. */
export async function revokeSecret(
  tx: Tx,
  secret: { id: string; partnerId: string },
  now: Date,
): Promise<ClientSecret | undefined> {
  const revoked = await endSecret(tx, secret, now)
  if (revoked) revokeTokens(tx, [revoked.id])
  return revoked
}

/** Ends all secrets of a partner. */
export async function revokeSecrets(tx: Tx, partnerId: string, now: Date): Promise<void> {
  for (const { id } of await listSecrets(tx, partnerId, now)) await revokeSecret(tx, { id, partnerId }, now)
}

/** The partner's valid secret; undefined when the given one is wrong. */
export async function checkSecret(
  database: Database,
  partnerId: string,
  clientSecret: string,
  now: Date,
): Promise<ClientSecret | undefined> {
  const secret = await findValidSecret(database, partnerId, hashToken(clientSecret), now)
  if (!secret) return undefined
  const isFresh = secret.lastUsedAt && now.getTime() - secret.lastUsedAt.getTime() < TOUCH_INTERVAL_MS
  if (!isFresh) await touchSecret(database, secret.id, now)
  return secret
}
