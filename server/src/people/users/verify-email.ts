import {
  limitCodeRequests,
  limitCodeTries,
  sendEmailCode,
  tryEmailCode,
} from '../../identity/accounts/email-code.ts'
import type { MailReason } from '../../identity/accounts/limited-mail.ts'
import type { Source } from '../../identity/audit-log/audit-event.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { mailable } from '../../messages/mail/mailable.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import type { Database, Tx } from '../../storage/database/database.ts'
import { violatedConstraint } from '../../storage/database/database-error.ts'
import {
  applySignUpTag,
  clearSignUp,
  isUnverifiedSignUp,
  lockUserAccountByEmail,
  lockUserByEmail,
  markEmailVerified,
  type UserAccount,
} from './user-account-store.ts'

type Recipient = Pick<UserAccount, 'id' | 'tag' | 'email' | 'passwordHash'>

/** Mails a new one-time code, which replaces the earlier one. Does the same work for an unknown user. */
export function sendUserCode(
  tx: Tx,
  encryption: Encryption,
  user: Recipient | undefined,
  why: MailReason,
  now: Date,
): Promise<void> {
  const { id, email = null } = user ?? {}
  return sendEmailCode(tx, encryption, { kind: 'user', id }, { email, about: aboutAccount(user), why }, now)
}

/** Anyone can sign up with a foreign address, so the mail says whose account it is and what the code does. */
function aboutAccount({ tag = '', passwordHash = '' }: Partial<Recipient> = {}): string {
  const account = `It is for the account @${mailable(tag)}`
  return passwordHash === null
    ? `${account}.`
    : `${account}, for which someone has chosen a password. If it was you, enter the code in the browser in which you signed up. Entered anywhere else, it verifies the address and removes that password; then set one of your own with "Forgot your password" on the sign-in page.`
}

/**
 * The account that was made in the browser which enters the code, with the password that was chosen there.
 */
export type OwnSignUp = { id: string; passwordHash: string }

/**
 * Verifies an address by its code. A wrong code costs a try. An unknown address takes the same work. The code
 * proves the mailbox alone: a sign-up that was not made in the same browser loses what its person entered.
 */
export async function verifyEmail(
  { database, encryption }: { database: Database; encryption: Encryption },
  { email, code, from, made }: { email: string; code: string; from: Source; made?: OwnSignUp | undefined },
  now: Date,
): Promise<boolean> {
  const verify = async (tx: Tx) => {
    await limitCodeTries(tx, encryption, { kind: 'user', email }, now)
    const account = await lockUserByEmail(tx, email)
    const isRight = await tryEmailCode(tx, encryption, { accountId: account?.id, code }, now)
    if (!isRight || !account) return false
    const { id, passwordHash } = account
    const isOwn = made?.id === id && made.passwordHash === passwordHash
    if (isUnverifiedSignUp(account)) {
      if (isOwn) await applySignUpTag(tx, id)
      else await clearSignUp(tx, account.id, now)
    }
    await markEmailVerified(tx, id, now)
    await recordAuditEvent(tx, { subject: id, action: 'email_verified', from, at: now })
    return true
  }
  try {
    return await database.transaction(verify)
  } catch (error) {
    // The tag of the sign-up was taken meanwhile, so now the account keeps its own.
    if (violatedConstraint(error) === 'users_tag_key') return database.transaction(verify)
    throw error
  }
}

/** Sends another code if the address waits for one. */
export async function resendEmailCode(
  database: Database,
  encryption: Encryption,
  email: string,
  now: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    await limitCodeRequests(tx, encryption, { kind: 'user', name: email }, now)
    const account = await lockUserAccountByEmail(tx, email)
    const waiting = account?.emailVerifiedAt ? undefined : account
    await sendUserCode(tx, encryption, waiting, { reason: 'requested' }, now)
  })
}
