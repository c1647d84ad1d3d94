import type { Encryption } from '../crypto/encryption.ts'
import type { Db, Tx } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { taken } from '../http/failure.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { externalIdTaken, isExternalIdTaken } from '../members/external-id.ts'
import { joinPartner } from '../members/join-partner.ts'
import type { NewUser, User } from './user.ts'
import { findTaken, insertUser } from './user-store.ts'
import { sendUserCode } from './verify-email.ts'

export const USER_KEYS = ['users_tag_key', 'users_email_key']

/**
 * Creates an account and mails its one-time code. With `ledger`, the user joins its partner at once, which may give
 * its own id of the user.
 */
export async function createUser(
  tx: Tx,
  encryption: Encryption,
  given: NewUser & { email: string },
  {
    passwordHash,
    ledger,
    externalId = null,
  }: { passwordHash: string | null; ledger?: Ledger; externalId?: string | null },
  now: Date,
): Promise<User> {
  await refuseTaken(tx, given)
  if (ledger && externalId !== null && (await isExternalIdTaken(tx, ledger.partnerId, externalId)))
    throw externalIdTaken(externalId)
  const user = await addUser(tx, given, passwordHash, now)
  await sendUserCode(tx, encryption, { ...user, passwordHash }, 'unrequested', now)
  if (ledger) await joinPartner(tx, ledger, user.id, given, { externalId })
  return user
}

export async function addUser(tx: Tx, given: NewUser, passwordHash: string | null, now: Date): Promise<User> {
  const user: User = { ...given, id: newId(), createdAt: now }
  await insertUser(tx, user, passwordHash)
  return user
}

export async function refuseTaken(database: Db, given: { tag: string; email: string }): Promise<void> {
  const inUse = await findTaken(database, given)
  const fields = (['tag', 'email'] as const).filter((field) => inUse[field])
  if (fields.length === 0) return
  const problems = fields.map((field) => `the ${field} ${given[field]} is already taken`).join('; ')
  throw taken(`T${problems.slice(1)}; choose another one.`, ...fields)
}
