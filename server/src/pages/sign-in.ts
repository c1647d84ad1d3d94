import { setTimeout as delay } from 'node:timers/promises'
import type { RecordAct, Source } from '../platform/account-act.ts'
import { type AttemptLimit, countAttempt, forgetAttempts } from '../platform/attempts.ts'
import type { Database, Db } from '../platform/database.ts'
import { tooMany } from '../platform/failure.ts'
import { FORMATS } from '../platform/fields.ts'
import { verifyPassword } from '../platform/passwords.ts'
import type { Seal } from '../platform/seal.ts'
import { type Account, findAccountByEmail, findAccountByTag } from '../users/account-store.ts'

const TRIES_FROM_ONE_ADDRESS: AttemptLimit = { max: 10, windowSeconds: 15 * 60 }
/** From any address. Past it answers only get slower: a refusal would let others lock the owner out. */
const TRIES_ACCOUNT_WIDE: AttemptLimit = { max: 30, windowSeconds: 3600 }
const ACCOUNT_WIDE_DELAY_MS = 1500
const TAG = /^[a-z0-9_.]{3,30}$/i

export type OpeningServices = { database: Database; seal: Seal; recordAct: RecordAct; now: () => Date }

/** The account that a name and a password open. That there is none, that the password is wrong or that the account is not yet its owner's cannot be told apart. */
export async function openAccount(
  { database, seal, recordAct, now }: OpeningServices,
  { login, password, from }: { login: string; password: string; from: Source },
): Promise<Account | undefined> {
  const name = login.toLowerCase()
  const fromHere = seal.fingerprint('user login', `${name} ${from.address}`)
  const accountWide = seal.fingerprint('user login', name)

  const here = await countAttempt(database, fromHere, TRIES_FROM_ONE_ADDRESS, now())
  if (!here.allowed)
    throw tooMany(
      `Too many failed sign-ins; try again in ${here.retryAfterSeconds} s.`,
      here.retryAfterSeconds,
    )
  const account = await findByLogin(database, login)
  const passwordRight = await verifyPassword(password, account?.passwordHash)
  if (!account?.emailVerifiedAt || !passwordRight) {
    const all = await countAttempt(database, accountWide, TRIES_ACCOUNT_WIDE, now())
    await database.transaction((tx) =>
      recordAct(tx, { subject: account?.id, act: 'sign_in_failed', from, at: now() }),
    )
    if (!all.allowed) await delay(ACCOUNT_WIDE_DELAY_MS)
    return undefined
  }
  await forgetAttempts(database, fromHere)
  await forgetAttempts(database, accountWide)
  return account
}

async function findByLogin(db: Db, login: string): Promise<Account | undefined> {
  if (FORMATS.email(login)) return findAccountByEmail(db, login)
  return TAG.test(login) ? findAccountByTag(db, login) : undefined
}
