import type { MailCause } from '../../identity/accounts/limited-mail.ts'
import type { Ledger } from '../../programme/ledger/ledger.ts'
import { joinByPartner } from '../../programme/members/claim-membership.ts'
import { externalIdTaken, isExternalIdTaken } from '../../programme/members/external-id.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { invalidFields, taken, wrong } from '../../runtime/failure.ts'
import type { Db, Tx } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import type { NewUser, User } from './user.ts'
import { findTaken, insertUser, isSignUpTag, lockUserIdByTag } from './user-store.ts'
import { sendUserCode } from './verify-email.ts'

export const USER_KEYS = ['users_tag_key', 'users_email_key']

/**
 * Creates an account, whose tag and address are free, and mails its one-time code. With `ledger`, the user
 * joins its partner at once, which may give its own id of the user; the id of the result is then the
 * member's.
 */
export async function createUser(
  tx: Tx,
  encryption: Encryption,
  input: NewUser & { email: string },
  {
    passwordHash,
    ledger,
    externalId = null,
    referralCode,
    by,
  }: {
    passwordHash: string | null
    ledger?: Ledger
    externalId?: string | null
    referralCode?: string | undefined
    by: MailCause
  },
  now: Date,
): Promise<User> {
  if (ledger && externalId !== null && (await isExternalIdTaken(tx, ledger.partnerId, externalId)))
    throw externalIdTaken(externalId)
  const referrer = await findReferrer(tx, referralCode)
  const user = await addUser(tx, { ...input, referrer }, passwordHash, now)
  await sendUserCode(tx, encryption, { ...user, passwordHash }, { reason: 'unrequested', by }, now)
  if (!ledger) return user
  const account = { accountId: user.id, isNew: true }
  const { membership } = await joinByPartner(tx, ledger, account, { ...input, externalId }, encryption)
  return { ...user, id: membership.userId }
}

export async function findReferrer(tx: Tx, referralCode: string | undefined): Promise<User['referrer']> {
  if (referralCode === undefined) return null
  const tag = referralCode.toLowerCase()
  const id = await lockUserIdByTag(tx, tag)
  if (id === undefined) throw invalidFields([wrong('referralCode', 'must be the tag of a user')])
  return { id, tag }
}

export async function addUser(
  tx: Tx,
  input: NewUser & Partial<Pick<User, 'referrer'>>,
  passwordHash: string | null,
  now: Date,
): Promise<User> {
  const user: User = { referrer: null, ...input, id: newId(), createdAt: now }
  await insertUser(tx, user, passwordHash)
  return user
}

/**
 * If `signUpOf` is set, the address may be that of an unverified account, and the tag of its sign-up is free.
 * The tag that a member has already is taken, so that it does not tell whose it is.
 */
export async function refuseTaken(
  database: Db,
  input: { tag: string; email: string },
  { signUpOf }: { signUpOf?: { id: string; isMember: boolean } | null } = {},
): Promise<void> {
  const replacedId = signUpOf && !signUpOf.isMember ? signUpOf.id : null
  const inUse = await findTaken(database, input, replacedId)
  const isTaken = {
    tag: inUse.tag || (await isSignUpTag(database, input.tag, signUpOf?.id ?? null)),
    email: inUse.email && signUpOf === undefined,
  }
  const fields = (['tag', 'email'] as const).filter((field) => isTaken[field])
  if (fields.length === 0) return
  const problems = fields.map((field) => `the ${field} ${input[field]} is already taken`).join('; ')
  throw taken(`T${problems.slice(1)}; choose another one.`, ...fields)
}
