import { joinPartner } from '../members/join-partner.ts'
import { type Database, type Tx, violatedConstraint } from '../platform/database.ts'
import { taken } from '../platform/failure.ts'
import { newId } from '../platform/ids.ts'
import { hashPassword } from '../platform/passwords.ts'
import type { Seal } from '../platform/seal.ts'
import type { NewUser, User } from './user.ts'
import { findTaken, insertUser } from './user-store.ts'
import { sendEmailCode } from './verify-email.ts'

export const USER_KEYS = ['users_tag_key', 'users_email_key']

/** Creates an account and mails its one-time code. With `partnerId` the partner made it, and the user joins that partner at once. */
export async function createUser(
  database: Database,
  seal: Seal,
  given: NewUser & { email: string },
  { password, partnerId }: { password: string; partnerId: string | undefined },
  now: Date,
): Promise<User> {
  await refuseTaken(database, given)
  // The partner knows this password, so it must never open the account: the mailbox's owner sets another.
  const passwordHash = partnerId ? null : await hashPassword(password)
  try {
    return await database.transaction(async (tx) => {
      const user = await addUser(tx, given, passwordHash, now)
      await sendEmailCode(tx, seal, { id: user.id, email: given.email }, now)
      if (partnerId) await joinPartner(tx, partnerId, user.id, given, now)
      return user
    })
  } catch (error) {
    if (USER_KEYS.includes(violatedConstraint(error) ?? '')) await refuseTaken(database, given)
    throw error
  }
}

export async function addUser(tx: Tx, given: NewUser, passwordHash: string | null, now: Date): Promise<User> {
  const user: User = { ...given, id: newId(), createdAt: now }
  await insertUser(tx, user, passwordHash)
  return user
}

async function refuseTaken(database: Database, given: { tag: string; email: string }): Promise<void> {
  const inUse = await findTaken(database, given)
  const problems: string[] = []
  if (inUse.tag) problems.push(`The tag ${given.tag} is already taken`)
  if (inUse.email) problems.push(`${inUse.tag ? 'the' : 'The'} email ${given.email} is already taken`)
  if (problems.length > 0) throw taken(`${problems.join('; ')}.`)
}
