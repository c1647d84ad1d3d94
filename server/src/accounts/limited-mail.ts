import { randomInt } from 'node:crypto'
import type { Encryption } from '../crypto/encryption.ts'
import type { Tx } from '../database/database.ts'
import { emailKey } from '../database/email-key.ts'
import { tooMany } from '../http/failure.ts'
import { type Mail, postMail } from '../mail/post-mail.ts'
import { type AttemptLimit, countAttempt } from './rate-counter-store.ts'

/**
 * How many mails one address gets, from all partners and of all kinds. Each reason has a counter of its own:
 * what strangers send leaves room for what the recipient asks for, and refusing an invitation does not tell
 * whether the address has an account.
 */
const LIMITS = {
  /** Someone else entered the address: an invitation, a registration, a change of address. */
  unrequested: { max: 10, windowSeconds: 24 * 3600 },
  /** Codes, asked for in the name of an unverified address. */
  requested: { max: 20, windowSeconds: 24 * 3600 },
  /**
   * Password links of an unverified address: with one, the owner of the mailbox takes a registration back.
   * They work whoever asked for them, and the window is short, so that others cannot keep them away.
   */
  passwordLink: { max: 20, windowSeconds: 3600 },
  /** To an account that has verified the address. Short, so that others cannot keep its owner's mails away. */
  verified: { max: 20, windowSeconds: 3600 },
} satisfies Record<string, AttemptLimit>

/** Few, because each is a row, and enough that concurrent requests seldom wait for the same one. */
const COUNTERS_WITHOUT_RECIPIENT = 1024

export type LimitedMail = Mail & { reason: keyof typeof LIMITS }

/** Posts a mail unless its recipient had too many. Callers that keep accounts secret ignore the result. */
export async function postLimitedMail(
  tx: Tx,
  encryption: Encryption,
  { reason, to, ...mail }: LimitedMail,
  now: Date,
): Promise<{ isPosted: boolean; retryAfterSeconds: number }> {
  // Without a recipient the same statements run, on a counter whose limit does not matter.
  const key = encryption.keyedHash(
    `${reason} mail`,
    to === undefined ? `${randomInt(COUNTERS_WITHOUT_RECIPIENT)}` : mailboxKey(to),
  )
  const { allowed, retryAfterSeconds } = await countAttempt(tx, key, LIMITS[reason], now)
  await postMail(tx, encryption, { to: allowed ? to : undefined, ...mail }, now)
  return { isPosted: allowed && to !== undefined, retryAfterSeconds }
}

/** Most providers deliver `ada+anything@mail.example` to `ada@mail.example`. */
const mailboxKey = (email: string) => emailKey(email).replace(/(?<=.)\+[^@]*(?=@[^@]*$)/, '')

/** Posts a mail to an address that the caller has given, or refuses the request. */
export async function postMailOrRefuse(
  tx: Tx,
  encryption: Encryption,
  mail: LimitedMail & { to: string },
  now: Date,
): Promise<void> {
  const { isPosted, retryAfterSeconds } = await postLimitedMail(tx, encryption, mail, now)
  if (!isPosted)
    throw tooMany(
      `Too many mails were sent to ${mail.to}; try again in ${retryAfterSeconds} s.`,
      retryAfterSeconds,
    )
}
