import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import type { Db, Tx } from '../../storage/database/database.ts'
import { emailKey } from '../../storage/database/email-key.ts'
import type { AccountKind } from './account-store.ts'
import { saveEmailCode, takeCodeTry } from './email-code-store.ts'
import { type MailReason, postLimitedMail } from './limited-mail.ts'
import { type AttemptLimit, limitAttempts } from './rate-counter-store.ts'

const CODE_LIFETIME_MINUTES = 10
const CODE_TRIES = 5
const RESENDS = { max: 5, windowSeconds: 3600 }
/** The tries of all codes of one hour. Anyone can try a partner's code; a user's has tries of its own too. */
const VERIFICATIONS: Record<AccountKind, AttemptLimit> = {
  user: { max: CODE_TRIES * (RESENDS.max + 1), windowSeconds: 3600 },
  team: { max: CODE_TRIES, windowSeconds: 3600 },
}

/** Anyone can register with a foreign address, so `about` says whose account the code opens. */
type CodeMail = { email: string | null; about: string; why: MailReason }

/** Mails a new one-time code, which replaces the earlier one. Does the same work for an unknown account. */
export async function sendEmailCode(
  tx: Tx,
  encryption: Encryption,
  account: { kind: AccountKind; id: string | undefined },
  { email, about, why }: CodeMail,
  now: Date,
): Promise<void> {
  const { kind, id } = account
  const code = randomInt(0, 1_000_000).toString().padStart(6, '0')
  const text = `Your code is ${code}. It is valid for ${CODE_LIFETIME_MINUTES} minutes.\n\n${about}\n\nIf you did not ask for the code, you can ignore this mail.\n`
  const to = id === undefined ? undefined : (email ?? undefined)
  const mail = { to, subject: 'Verify your e-mail address', text, ...why }
  const { isPosted } = await postLimitedMail(tx, encryption, mail, now)
  // Codes that reach no mailbox would be free tries for guessing.
  await saveEmailCode(tx, {
    kind,
    accountId: isPosted ? id : undefined,
    hash: codeHash(encryption, id ?? '', code),
    tries: CODE_TRIES,
    expiresAt: new Date(now.getTime() + CODE_LIFETIME_MINUTES * 60_000),
  })
}

/** `name` is the address, or the account that asks for its own code. */
export function limitCodeRequests(
  tx: Tx,
  encryption: Encryption,
  { kind, name }: { kind: AccountKind; name: string },
  now: Date,
): Promise<void> {
  const key = encryption.keyedHash(`${kind} code requests`, emailKey(name))
  return limitAttempts(tx, key, RESENDS, now, { tooManyOf: 'Too many codes were asked for' })
}

/** Counts per address and not per account, because one address can have several registrations. */
export function limitCodeTries(
  db: Db,
  encryption: Encryption,
  { kind, email }: { kind: AccountKind; email: string },
  now: Date,
): Promise<void> {
  const key = encryption.keyedHash(`${kind} code tries`, emailKey(email))
  return limitAttempts(db, key, VERIFICATIONS[kind], now, { tooManyOf: 'Too many codes were tried' })
}

/**
 * Whether a code is the account's. A wrong code costs a try, unless the caller limits tries in another way.
 * An unknown account takes the same work.
 */
export async function tryEmailCode(
  tx: Tx,
  encryption: Encryption,
  { accountId, code, isFree = false }: { accountId: string | undefined; code: string; isFree?: boolean },
  now: Date,
): Promise<boolean> {
  const expected = await takeCodeTry(tx, { accountId, isFree }, now)
  const actual = codeHash(encryption, accountId ?? '', code)
  return expected !== undefined && timingSafeEqual(expected, actual)
}

const codeHash = (encryption: Encryption, accountId: string, code: string) =>
  encryption.keyedHash('email code', `${accountId} ${code}`)
