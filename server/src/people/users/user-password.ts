import { FORMATS } from '../../http/input/fields.ts'
import { addressKey } from '../../http/limits/request-limits.ts'
import type { AccountServices } from '../../identity/accounts/authenticate.ts'
import type { RotateCookie } from '../../identity/accounts/browser-session.ts'
import { postLimitedMail } from '../../identity/accounts/limited-mail.ts'
import { consumePasswordLink, findPasswordLink } from '../../identity/accounts/password-link-store.ts'
import { hashPassword } from '../../identity/accounts/passwords.ts'
import { sendPasswordLink, setPassword } from '../../identity/accounts/set-password.ts'
import type { Source } from '../../identity/audit-log/audit-event.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import { mailable } from '../../messages/mail/mailable.ts'
import { hashToken } from '../../runtime/crypto/secret-token.ts'
import type { Tx } from '../../storage/database/database.ts'
import {
  clearSignUp,
  findUserAccount,
  isUnverifiedSignUp,
  lockUser,
  lockUserAccountByEmail,
  markEmailVerified,
  type UserAccount,
} from './user-account-store.ts'
import { updateFullname } from './user-store.ts'

/** Ends what applications hold in the name of a user: those of one partner, or all. */
export type RevokeGrants = (tx: Tx, of: { userId: string; partnerId?: string }) => Promise<void>

export type PasswordServices = AccountServices & { revokeGrants: RevokeGrants }

export function sendUserPasswordLink(
  services: PasswordServices,
  { email, ...input }: { email: string; authorizationId: string | undefined; from: Source },
): Promise<void> {
  return sendPasswordLink(
    services,
    'user',
    { name: email, ...input },
    {
      find: async (tx) => {
        const account = await lockUserAccountByEmail(tx, email)
        return account ? [account] : []
      },
      mail: ([{ token, account }]) => ({
        subject: 'Set your password',
        text: `Someone asked to set the password of your account @${mailable(account?.tag ?? '')}. This link does it, once, within an hour:

${services.config.origin}/account/reset-password?token=${token}

If it was not you, you can ignore this mail: nothing has changed.
`,
      }),
    },
  )
}

/**
 * Whether the owner of the mailbox has to enter a name with the password: a stranger or a partner may have
 * chosen the one there is.
 */
export const needsName = ({ fullname, emailVerifiedAt, passwordHash }: UserAccount): boolean =>
  fullname === '' || emailVerifiedAt === null || passwordHash === null

export const NAME_CHARACTERS_MAX = 200
export const isName = (value: string) => [...value].length <= NAME_CHARACTERS_MAX && FORMATS.line(value)

/**
 * Sets a password by a mailed link, and verifies the address. What a sign-up that was not verified said is
 * removed. A link stays valid if the account needs a name and none is given.
 */
export async function resetUserPassword(
  services: PasswordServices,
  { token, password, fullname, from }: { token: string; password: string; fullname: string; from: Source },
): Promise<'set' | 'spent' | 'needsName'> {
  const at = services.now()
  const tokenHash = hashToken(token)
  const userId = await findPasswordLink(services.database, 'user', tokenHash, at)
  if (!userId) return 'spent'
  const passwordHash = await hashPassword(password, addressKey(from.address))
  return services.database.transaction(async (tx) => {
    await lockUser(tx, userId)
    const account = await findUserAccount(tx, userId)
    const asksName = account !== undefined && needsName(account)
    if (asksName && !isName(fullname)) return 'needsName'
    if (!(await consumePasswordLink(tx, tokenHash, at)) || !account) return 'spent'
    if (isUnverifiedSignUp(account)) await clearSignUp(tx, userId, at)
    if (asksName) await updateFullname(tx, userId, fullname, at)
    await markEmailVerified(tx, userId, at)
    await setUserPassword(services, tx, userId, { passwordHash }, at)
    await recordAuditEvent(tx, { subject: userId, action: 'password_reset', from, at })
    return 'set'
  })
}

/**
 * Changes the password of a signed-in user, and the cookie of the session that is kept: an old copy of it no
 * longer works. Returns the cookie; undefined when `current` is no longer the password.
 */
export async function changeUserPassword(
  services: PasswordServices & { userSessions: { rotate: RotateCookie } },
  input: { userId: string; sessionId: string; current: string; password: string; from: Source },
): Promise<string | undefined> {
  const { userId, sessionId: keptSessionId, current, from } = input
  const passwordHash = await hashPassword(input.password, userId)
  const at = services.now()
  return services.database.transaction(async (tx) => {
    const change = { passwordHash, current, keptSessionId }
    if (!(await setUserPassword(services, tx, userId, change, at))) return undefined
    await recordAuditEvent(tx, { subject: userId, action: 'password_changed', from, at })
    return services.userSessions.rotate(tx, keptSessionId)
  })
}

/** Also ends the grants of applications, and tells the user by mail. */
async function setUserPassword(
  { encryption, revokeGrants }: PasswordServices,
  tx: Tx,
  userId: string,
  change: Parameters<typeof setPassword>[2],
  at: Date,
): Promise<boolean> {
  if (!(await setPassword(tx, { kind: 'user', id: userId }, change, at))) return false
  await revokeGrants(tx, { userId })
  const account = await findUserAccount(tx, userId)
  if (account?.email) {
    const text = `The password of your account @${mailable(account.tag)} was just set. Other browsers and apps were signed out.\n\nIf it was not you, set another one at once: use "Forgot your password" on the sign-in page.\n`
    const mail = { to: account.email, subject: 'Your password was set', text, reason: 'verified' } as const
    await postLimitedMail(tx, encryption, mail, at)
  }
  return true
}
