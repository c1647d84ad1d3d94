import type { RecordAct, Source } from '../platform/account-act.ts'
import type { Database, Db } from '../platform/database.ts'
import { FORMATS } from '../platform/fields.ts'
import { verifyPassword } from '../platform/passwords.ts'
import type { Seal } from '../platform/seal.ts'
import { trySignIn } from '../platform/sign-in-tries.ts'
import { type Account, findAccountByEmail, findAccountByTag } from '../users/account-store.ts'

const TAG = /^[a-z0-9_.]{3,30}$/i

export type OpeningServices = { database: Database; seal: Seal; recordAct: RecordAct; now: () => Date }

/** The account that a name and a password open. That there is none, that the password is wrong or that the account is not yet its owner's cannot be told apart. */
export async function openAccount(
  { database, seal, recordAct, now }: OpeningServices,
  { login, password, from }: { login: string; password: string; from: Source },
): Promise<Account | undefined> {
  const attempt = await trySignIn(
    { database, seal, now },
    { purpose: 'user login', name: login, address: from.address, tooManyOf: 'Too many failed sign-ins' },
  )
  const account = await findByLogin(database, login)
  const passwordRight = await verifyPassword(password, account?.passwordHash)
  if (!account?.emailVerifiedAt || !passwordRight) {
    await database.transaction((tx) =>
      recordAct(tx, { subject: account?.id, act: 'sign_in_failed', from, at: now() }),
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
