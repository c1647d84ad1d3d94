import { limitAttempts } from '../accounts/attempt-store.ts'
import { emailKey } from '../accounts/email-key.ts'
import { hashPassword } from '../accounts/passwords.ts'
import type { RecordAuditEvent, Source } from '../audit-log/audit-event.ts'
import type { Encryption } from '../crypto/encryption.ts'
import { hashToken, newSecretToken } from '../crypto/secret-token.ts'
import type { Database, Tx } from '../database/database.ts'
import { postMail } from '../mail/post-mail.ts'
import { findAccount, findAccountByEmail, holdPassword, updatePassword } from '../users/account-store.ts'
import { markEmailVerified } from '../users/email-code-store.ts'
import {
  deletePasswordLinks,
  insertPasswordLink,
  isPasswordLinkGood,
  takePasswordLink,
} from './password-link-store.ts'
import { endUserSessions } from './user-session-store.ts'

/** Ends what partners' apps hold in the name of a user: of one partner, or of all. */
export type RevokeGrants = (tx: Tx, of: { userId: string; partnerId?: string }) => Promise<void>

export type PasswordServices = {
  database: Database
  encryption: Encryption
  revokeGrants: RevokeGrants
  recordAuditEvent: RecordAuditEvent
  now: () => Date
}

const LINK_LIFETIME_MS = 3_600_000
const LINKS = { max: 5, windowSeconds: 3600 }

/** Mails the owner of an address a link to set the password of its account, and tells nobody whether there is one. */
export async function mailPasswordLink(
  { database, encryption, recordAuditEvent, now }: PasswordServices,
  { email, origin, from }: { email: string; origin: string; from: Source },
): Promise<void> {
  const at = now()
  const key = encryption.keyedHash('password link', emailKey(email))
  await limitAttempts(database, key, LINKS, at, { tooManyOf: 'Too many links were asked for' })
  const account = await findAccountByEmail(database, email)
  const to = account?.email
  if (!to) return
  const { token, hash } = newSecretToken()
  const text = `Somebody, most likely you, asked to set the password of your account @${account.tag}. This link does it, once, within an hour:

${origin}/account/reset-password?token=${token}

If it was not you, you can ignore this mail: nothing has changed.
`
  await database.transaction(async (tx) => {
    const expiresAt = new Date(at.getTime() + LINK_LIFETIME_MS)
    await insertPasswordLink(tx, { tokenHash: hash, userId: account.id, expiresAt }, at)
    await postMail(tx, encryption, { to, subject: 'Set your password', text }, at)
    await recordAuditEvent(tx, { subject: account.id, act: 'password_reset_asked', from, at })
  })
}

/** Whether the link was good; then the password is set, and the address is verified because the link came from its mailbox. */
export async function resetPassword(
  services: PasswordServices,
  { token, password, from }: { token: string; password: string; from: Source },
): Promise<boolean> {
  const at = services.now()
  const tokenHash = hashToken(token)
  if (!(await isPasswordLinkGood(services.database, tokenHash, at))) return false
  const passwordHash = await hashPassword(password)
  return services.database.transaction(async (tx) => {
    const userId = await takePasswordLink(tx, tokenHash, at)
    if (!userId) return false
    await markEmailVerified(tx, userId, at)
    await setPassword(services, tx, { userId, passwordHash, keptSessionId: null }, at)
    await services.recordAuditEvent(tx, { subject: userId, act: 'password_reset', from, at })
    return true
  })
}

/** Sets another password for a user who is signed in; this browser stays so, all others are out. Answers false when the one before, which was checked, is no longer the password. */
export async function changePassword(
  services: PasswordServices,
  {
    userId,
    sessionId,
    current,
    password,
    from,
  }: { userId: string; sessionId: string; current: string; password: string; from: Source },
): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  const at = services.now()
  return services.database.transaction(async (tx) => {
    if (!(await holdPassword(tx, userId, current))) return false
    await setPassword(services, tx, { userId, passwordHash, keptSessionId: sessionId }, at)
    await services.recordAuditEvent(tx, { subject: userId, act: 'password_changed', from, at })
    return true
  })
}

/** Whoever got in with the password before is out: other browsers, apps, and links that are under way. */
async function setPassword(
  { encryption, revokeGrants }: PasswordServices,
  tx: Tx,
  {
    userId,
    passwordHash,
    keptSessionId,
  }: { userId: string; passwordHash: string; keptSessionId: string | null },
  now: Date,
): Promise<void> {
  await updatePassword(tx, userId, passwordHash, now)
  await deletePasswordLinks(tx, userId)
  await endUserSessions(tx, userId, now, keptSessionId)
  await revokeGrants(tx, { userId })
  const account = await findAccount(tx, userId)
  if (!account?.email) return
  const text = `The password of your account @${account.tag} was just set. Other browsers and apps were signed out.\n\nIf it was not you, set another one at once: use "Forgot your password" on the sign-in page.\n`
  await postMail(tx, encryption, { to: account.email, subject: 'Your password was set', text }, now)
}
