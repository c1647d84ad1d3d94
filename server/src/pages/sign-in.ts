import { verifyPassword } from '../accounts/passwords.ts'
import { trySignIn } from '../accounts/sign-in-attempts.ts'
import type { RecordAuditEvent, Source } from '../audit-log/audit-event.ts'
import type { Encryption } from '../crypto/encryption.ts'
import type { Database, Db } from '../database/database.ts'
import { FORMATS } from '../http/fields.ts'
import { type Account, findAccountByEmail, findAccountByTag } from '../users/account-store.ts'

const TAG = /^[a-z0-9_.]{3,30}$/i

export type OpeningServices = {
  database: Database
  encryption: Encryption
  recordAuditEvent: RecordAuditEvent
  now: () => Date
}

/** The account that a name and a password open. That there is none, that the password is wrong or that the account is not yet its owner's cannot be told apart. */
export async function openAccount(
  { database, encryption, recordAuditEvent, now }: OpeningServices,
  { login, password, from }: { login: string; password: string; from: Source },
): Promise<Account | undefined> {
  const attempt = await trySignIn(
    { database, encryption, now },
    { purpose: 'user login', name: login, address: from.address, tooManyOf: 'Too many failed sign-ins' },
  )
  const account = await findByLogin(database, login)
  const passwordRight = await verifyPassword(password, account?.passwordHash)
  if (!account?.emailVerifiedAt || !passwordRight) {
    await database.transaction((tx) =>
      recordAuditEvent(tx, { subject: account?.id, act: 'sign_in_failed', from, at: now() }),
    )
    await attempt.failed()
    return undefined
  }
  await attempt.succeeded()
  return account
}

async function findByLogin(db: Db, login: string): Promise<Account | undefined> {
  if (FORMATS.email(login)) return findAccountByEmail(db, login)
  return TAG.test(login) ? findAccountByTag(db, login) : undefined
}
