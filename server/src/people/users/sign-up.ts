import type { Static } from 'typebox'
import { addressKey } from '../../http/limits/request-limits.ts'
import { hashPassword } from '../../identity/accounts/passwords.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { Failure } from '../../runtime/failure.ts'
import type { Database, Tx } from '../../storage/database/database.ts'
import { violatedConstraint } from '../../storage/database/database-error.ts'
import { emailKey } from '../../storage/database/email-key.ts'
import { createUser, findReferrer, refuseTaken, USER_KEYS } from './create-user.ts'
import { newUser, type SignUpBody } from './new-user-body.ts'
import type { NewUser } from './user.ts'
import { lockUserByEmail } from './user-account-store.ts'
import { hasJoined, setTagHidden, updateSignUp } from './user-store.ts'
import { sendUserCode } from './verify-email.ts'

/** A body that has passed its checks, with the tags to try in order. */
type Input = Omit<Static<ReturnType<typeof SignUpBody>>, 'tag'> & { tags: [string, ...string[]] }

type SignUp = { input: NewUser & { email: string }; passwordHash: string; referralCode: string | undefined }

/** Others may take the tag or the address between the check and the write. */
const TRIES = 5

/**
 * Creates an account for the person who chose its password, and mails the code. Anyone can sign up with a
 * foreign address, so a sign-up whose address is not verified is replaced by the next one, and the caller
 * cannot tell.
 */
export async function signUp(
  { database, encryption }: { database: Database; encryption: Encryption },
  { password, referralCode, tags, ...body }: Input,
  address: string,
  now: Date,
): Promise<{ userId: string; passwordHash: string }> {
  const passwordHash = await hashPassword(password, addressKey(address))
  const [tag, ...others] = tags
  const remaining = [...others]
  let input = newUser({ ...body, tag }, false)
  for (let tries = 1; ; tries += 1) {
    try {
      const userId = await database.queuedTransaction(`sign-up ${emailKey(input.email)}`, (tx) =>
        saveSignUp(tx, encryption, { input, passwordHash, referralCode }, now),
      )
      return { userId, passwordHash }
    } catch (error) {
      const next = isTagRefused(error) ? remaining.shift() : undefined
      if (next !== undefined) input = newUser({ ...body, tag: next }, false)
      else if (tries >= TRIES || !USER_KEYS.includes(violatedConstraint(error) ?? '')) throw error
    }
  }
}

/** Whether the tag is the only problem. */
const isTagRefused = (error: unknown): boolean =>
  error instanceof Failure && error.fields.map(({ field }) => field).join() === 'tag'

/**
 * Replaces an unverified sign-up in place: the links and codes that were mailed stay valid, because the owner
 * of the mailbox may get no others. The account of a member keeps its tag until the address is verified.
 * Returns the id of the account.
 */
async function saveSignUp(
  tx: Tx,
  encryption: Encryption,
  { input, passwordHash, referralCode }: SignUp,
  now: Date,
): Promise<string> {
  const known = await lockUserByEmail(tx, input.email)
  if (known?.emailVerifiedAt) await refuseTaken(tx, input)
  const isMember = known !== undefined && (await hasJoined(tx, known.id))
  await refuseTaken(tx, input, { signUpOf: known ? { id: known.id, isMember } : null })
  if (!known) {
    const { id } = await createUser(tx, encryption, input, { passwordHash, referralCode, by: 'anyone' }, now)
    return id
  }
  const referrer = await findReferrer(tx, referralCode)
  await updateSignUp(tx, known.id, { ...input, referrer, passwordHash, isMember }, now)
  if (isMember) await setTagHidden(tx, known.id, known.isHidden, now)
  const { email, tag } = input
  const recipient = { id: known.id, email, tag: isMember ? known.tag : tag, passwordHash }
  await sendUserCode(tx, encryption, recipient, { reason: 'unrequested', by: 'anyone' }, now)
  return known.id
}
