import { limitCodeRequests, limitCodeTries, sendEmailCode, tryEmailCode } from '../accounts/email-code.ts'
import type { LimitedMail } from '../accounts/limited-mail.ts'
import type { Source } from '../audit-log/audit-event.ts'
import { recordAuditEvent } from '../audit-log/audit-event-store.ts'
import type { Encryption } from '../crypto/encryption.ts'
import type { Database, Tx } from '../database/database.ts'
import { mailable } from '../mail/mailable.ts'
import {
  holdUserAccountByEmail,
  lockUserByEmail,
  markEmailVerified,
  type UserAccount,
} from './account-store.ts'

type Recipient = Pick<UserAccount, 'id' | 'tag' | 'email' | 'passwordHash'>

/** Mails a new one-time code, which replaces the earlier one. Does the same work for an unknown user. */
export function sendUserCode(
  tx: Tx,
  encryption: Encryption,
  user: Recipient | undefined,
  reason: LimitedMail['reason'],
  now: Date,
): Promise<void> {
  const { id, email = null } = user ?? {}
  return sendEmailCode(
    tx,
    encryption,
    { kind: 'user', id },
    { email, about: aboutAccount(user), reason },
    now,
  )
}

/** Anyone can sign up with a foreign address, so the mail says whose account the code opens. */
function aboutAccount({ tag = '', passwordHash = '' }: Partial<Recipient> = {}): string {
  const account = `It is for the account @${mailable(tag)}`
  return passwordHash === null
    ? `${account}.`
    : `${account}, for which someone has chosen a password. If it was not you, the person who chose it can sign in once the code is entered: set a password of your own with "Forgot your password" on the sign-in page, which also signs out everyone else.`
}

/** Verifies an address by its code. A wrong code costs a try. An unknown address takes the same work. */
export async function verifyEmail(
  { database, encryption }: { database: Database; encryption: Encryption },
  { email, code, from }: { email: string; code: string; from: Source },
  now: Date,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await limitCodeTries(tx, encryption, { kind: 'user', email }, now)
    const accountId = await lockUserByEmail(tx, email)
    const isRight = await tryEmailCode(tx, encryption, { accountId, code }, now)
    if (!isRight || !accountId) return false
    await markEmailVerified(tx, accountId, now)
    await recordAuditEvent(tx, { subject: accountId, action: 'email_verified', from, at: now })
    return true
  })
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
    const account = await holdUserAccountByEmail(tx, email)
    await sendUserCode(tx, encryption, account?.emailVerifiedAt ? undefined : account, 'requested', now)
  })
}
