import { FORMATS } from '../../http/input/fields.ts'
import { lockPassword } from '../../identity/accounts/account-store.ts'
import { type AccountServices, authenticate } from '../../identity/accounts/authenticate.ts'
import type { Source } from '../../identity/audit-log/audit-event.ts'
import { recordAuditEvent } from '../../identity/audit-log/audit-event-store.ts'
import type { Db } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import {
  findUserAccountByEmail,
  findUserAccountByTag,
  type UserAccount,
} from '../users/user-account-store.ts'
import type { UserSessions } from './user-session.ts'

const TAG = /^[a-z0-9_.]{3,30}$/i

export type SignInServices = AccountServices & { userSessions: UserSessions }

/**
 * Signs a user in and returns the value for the cookie. Returns undefined alike for an unknown account, a
 * wrong password and an account whose address is not verified.
 */
export async function signInUser(
  services: SignInServices,
  { login, password, from }: { login: string; password: string; from: Source },
): Promise<string | undefined> {
  const { database } = services
  const authenticated = await authenticate(services, 'user', { name: login, password, from }, async () => {
    const account = await findByLogin(database, login)
    return account ? [{ ...account, passwordHash: account.emailVerifiedAt && account.passwordHash }] : []
  })
  if (!authenticated) return undefined
  const { id: userId, passwordHash } = authenticated.account
  if (!passwordHash) return undefined
  const cookie = await startSession(services, { userId, passwordHash, from })
  if (cookie) await authenticated.succeeded()
  return cookie
}

/** Starts a session of a user who proved to know this password; undefined when it is no longer the user's. */
export async function startSession(
  { database, userSessions, now }: SignInServices,
  { userId, passwordHash, from }: { userId: string; passwordHash: string; from: Source },
): Promise<string | undefined> {
  return database.transaction(async (tx) => {
    // A password that was set meanwhile has ended all sessions, so none may start with the old one.
    if (!(await lockPassword(tx, { kind: 'user', id: userId }, passwordHash))) return undefined
    await recordAuditEvent(tx, { subject: userId, action: 'signed_in', from, at: now() })
    return userSessions.start(tx, { id: newId(), accountId: userId, from }, now())
  })
}

async function findByLogin(db: Db, login: string): Promise<UserAccount | undefined> {
  if (FORMATS.email(login)) return findUserAccountByEmail(db, login)
  return TAG.test(login) ? findUserAccountByTag(db, login) : undefined
}
