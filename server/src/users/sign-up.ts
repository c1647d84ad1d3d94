import type { Static } from 'typebox'
import { hashPassword } from '../accounts/passwords.ts'
import type { Encryption } from '../crypto/encryption.ts'
import type { Database } from '../database/database.ts'
import { violatedConstraint } from '../database/database-error.ts'
import { addressKey } from '../http/address-key.ts'
import { createUser, refuseTaken, USER_KEYS } from './create-user.ts'
import { type NewUserBody, newUser } from './new-user-body.ts'
import type { User } from './user.ts'

/** A body that has passed its checks. */
type Given = Omit<Static<ReturnType<typeof NewUserBody>>, 'externalId'>

/** Creates an account for the person who chose its password, and mails the code. */
export async function signUp(
  { database, encryption }: { database: Database; encryption: Encryption },
  { password, confirmPassword: _, referralCode, ...body }: Given,
  address: string,
  now: Date,
): Promise<{ user: User; passwordHash: string }> {
  const given = newUser(body, false)
  const passwordHash = await hashPassword(password, addressKey(address))
  try {
    const user = await database.transaction((tx) =>
      createUser(tx, encryption, given, { passwordHash, referralCode }, now),
    )
    return { user, passwordHash }
  } catch (error) {
    if (USER_KEYS.includes(violatedConstraint(error) ?? '')) await refuseTaken(database, given)
    throw error
  }
}
