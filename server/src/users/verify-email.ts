import { randomInt, timingSafeEqual } from 'node:crypto'
import { emailKey } from '../accounts/email-key.ts'
import { limitAttempts } from '../accounts/rate-counter-store.ts'
import type { Source } from '../audit-log/audit-event.ts'
import { recordAuditEvent } from '../audit-log/audit-event-store.ts'
import type { Encryption } from '../crypto/encryption.ts'
import type { Database, Tx } from '../database/database.ts'
import { postMail } from '../mail/post-mail.ts'
import { findUserAccountByEmail, lockUserByEmail, type UserAccount } from './account-store.ts'
import { markEmailVerified, saveEmailCode, takeCodeTry } from './email-code-store.ts'

const CODE_LIFETIME_MINUTES = 10
const CODE_TRIES = 5
const RESENDS = { max: 5, windowSeconds: 3600 }
/** The tries of all codes of one hour. */
const VERIFICATIONS = { max: CODE_TRIES * (RESENDS.max + 1), windowSeconds: 3600 }

type Recipient = Pick<UserAccount, 'id' | 'tag' | 'email' | 'passwordHash'>

/** Mails a new one-time code, which replaces the earlier one. Does the same work for an unknown user. */
export async function sendEmailCode(
  tx: Tx,
  encryption: Encryption,
  user: Recipient | undefined,
  now: Date,
): Promise<void> {
  const code = randomInt(0, 1_000_000).toString().padStart(6, '0')
  const expiresAt = new Date(now.getTime() + CODE_LIFETIME_MINUTES * 60_000)
  await saveEmailCode(tx, {
    userId: user?.id,
    hash: codeHash(encryption, user?.id ?? '', code),
    tries: CODE_TRIES,
    expiresAt,
  })
  const text = codeText(code, user)
  await postMail(
    tx,
    encryption,
    { to: user?.email ?? undefined, subject: 'Confirm your e-mail address', text },
    now,
  )
}

/** Anyone can sign up with a foreign address, so the mail says whose account the code opens. */
function codeText(code: string, { tag = '', passwordHash = '' }: Partial<Recipient> = {}): string {
  const account =
    passwordHash !== null
      ? `It is for the account @${tag}, for which someone has chosen a password. If it was not you, the person who chose it can sign in once the code is entered: set a password of your own with "Forgot your password" on the sign-in page, which also signs out everyone else.`
      : `It is for the account @${tag}.`
  return `Your code is ${code}. It is valid for ${CODE_LIFETIME_MINUTES} minutes.\n\n${account}\n\nIf you did not ask for the code, you can ignore this mail.\n`
}

/** Verifies an address by its code. A wrong code costs a try. An unknown address takes the same work. */
export async function verifyEmail(
  { database, encryption }: { database: Database; encryption: Encryption },
  { email, code, from }: { email: string; code: string; from: Source },
  now: Date,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const key = encryption.keyedHash('verification', emailKey(email))
    await limitAttempts(tx, key, VERIFICATIONS, now, { tooManyOf: 'Too many codes were tried' })
    await lockUserByEmail(tx, email)
    const expected = await takeCodeTry(tx, email, now)
    const given = codeHash(encryption, expected?.userId ?? '', code)
    if (!expected || !timingSafeEqual(expected.codeHash, given)) return false
    await markEmailVerified(tx, expected.userId, now)
    await recordAuditEvent(tx, { subject: expected.userId, action: 'email_verified', from, at: now })
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
  const key = encryption.keyedHash('resend', emailKey(email))
  await database.transaction(async (tx) => {
    await limitAttempts(tx, key, RESENDS, now, { tooManyOf: 'Too many codes were asked for' })
    const account = await findUserAccountByEmail(tx, email)
    await sendEmailCode(tx, encryption, account?.emailVerifiedAt ? undefined : account, now)
  })
}

const codeHash = (encryption: Encryption, userId: string, code: string) =>
  encryption.keyedHash('email code', `${userId} ${code}`)
