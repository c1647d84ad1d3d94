import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Mail, postMail } from '../../messages/mail/post-mail.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { tooMany } from '../../runtime/failure.ts'
import type { Config } from '../../runtime/settings/config.ts'
import type { Tx } from '../../storage/database/database.ts'
import { emailKey } from '../../storage/database/email-key.ts'
import { findPartnerEmail } from './account-store.ts'
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
  /**
   * Limits mails to an account that has verified the address. The window is short, so that others cannot
   * block them.
   */
  verified: { max: 20, windowSeconds: 3600 },
} satisfies Record<string, AttemptLimit>

/** Few, because each is a row, and enough that concurrent requests seldom wait for the same one. */
const COUNTERS_WITHOUT_RECIPIENT = 1024

/** Mails that a partner causes with its token. Beyond its limit nothing is mailed. */
export type PartnerCause = { partnerId: string; mailsPerHour: number }

/**
 * Names the cause of a mail that its recipient did not request: a partner, an operator, or anyone who entered
 * the address. The type makes each caller say it, so that no mail escapes the limit of its partner.
 */
export type MailCause = PartnerCause | 'operator' | 'anyone'

/** Why a mail is posted. */
export type MailReason =
  | { reason: 'unrequested'; by: MailCause }
  | { reason: Exclude<keyof typeof LIMITS, 'unrequested'> }

export type LimitedMail = Mail & MailReason

type Posted = { isPosted: boolean; retryAfterSeconds: number; limit: 'recipient' | 'partner' }

const HOUR_SECONDS = 3600

export const byPartner = (
  { partnerMailsPerHour }: Pick<Config, 'partnerMailsPerHour'>,
  partnerId: string,
): PartnerCause => ({ partnerId, mailsPerHour: partnerMailsPerHour })

/**
 * Posts a mail unless its recipient had too many, or the partner that caused it is unverified or caused too
 * many. Callers that keep accounts secret ignore the result.
 */
export async function postLimitedMail(
  tx: Tx,
  encryption: Encryption,
  { to, subject, text, ...why }: LimitedMail,
  now: Date,
): Promise<Posted> {
  const mail = { subject, text }
  if (why.reason === 'unrequested' && typeof why.by === 'object' && to !== undefined) {
    const { allowed, retryAfterSeconds } = await countPartnerMail(tx, encryption, why.by, to, now)
    if (!allowed) return { isPosted: false, retryAfterSeconds, limit: 'partner' }
  }
  // Without a recipient the same statements run, on a counter whose limit does not matter.
  const key = encryption.keyedHash(
    `${why.reason} mail`,
    to === undefined ? `${randomInt(COUNTERS_WITHOUT_RECIPIENT)}` : mailboxKey(to),
  )
  const { allowed, retryAfterSeconds } = await countAttempt(tx, key, LIMITS[why.reason], now)
  await postMail(tx, encryption, { to: allowed ? to : undefined, ...mail }, now)
  return { isPosted: allowed && to !== undefined, retryAfterSeconds, limit: 'recipient' }
}

/** An unverified partner may be anyone, so it has nothing mailed but to its own address. */
async function countPartnerMail(
  tx: Tx,
  encryption: Encryption,
  { partnerId, mailsPerHour }: PartnerCause,
  to: string,
  now: Date,
): Promise<{ allowed: boolean; retryAfterSeconds: number }> {
  const partner = await findPartnerEmail(tx, partnerId)
  const isOwn = partner !== undefined && emailKey(partner.email) === emailKey(to)
  if (!partner?.isVerified && !isOwn) return { allowed: false, retryAfterSeconds: HOUR_SECONDS }
  const key = encryption.keyedHash('mails of partner', partnerId)
  return countAttempt(tx, key, { max: mailsPerHour, windowSeconds: HOUR_SECONDS }, now)
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
  const { isPosted, retryAfterSeconds, limit } = await postLimitedMail(tx, encryption, mail, now)
  if (isPosted) return
  const sent =
    limit === 'partner' ? 'Too many mails were sent for you' : `Too many mails were sent to ${mail.to}`
  throw tooMany(`${sent}; try again in ${retryAfterSeconds} s.`, retryAfterSeconds)
}

const EQUAL_TIME_MS = 300

/** Hides how long work takes, because its duration would tell whether an account exists. */
export async function withMinimumDuration<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, delay(EQUAL_TIME_MS)])
  return result
}
