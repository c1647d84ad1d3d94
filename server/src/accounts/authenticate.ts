import { setTimeout as delay } from 'node:timers/promises'
import type { Source } from '../audit-log/audit-event.ts'
import { recordAuditEvent } from '../audit-log/audit-event-store.ts'
import type { Encryption } from '../crypto/encryption.ts'
import type { Database } from '../database/database.ts'
import { addressKey } from '../http/address-key.ts'
import type { Account, AccountKind } from './account.ts'
import { findPasswordHash } from './account-store.ts'
import { emailKey } from './email-key.ts'
import { verifyPassword } from './passwords.ts'
import { countAttempt, limitAttempts, resetAttempts, uncountIfFailed } from './rate-counter-store.ts'

type Services = { database: Database; encryption: Encryption; now: () => Date }

const PER_ADDRESS = { max: 10, windowSeconds: 15 * 60 }
/** From all addresses. Beyond it responses get slower: a refusal would let others lock the owner out. */
const ACCOUNT_WIDE = { max: 30, windowSeconds: 3600 }
const ACCOUNT_WIDE_DELAY_MS = 1500
const OWN_PASSWORD = { max: 10, windowSeconds: 15 * 60 }

type Candidate = { id: string; partnerId?: string; passwordHash: string | null }

/**
 * Finds the account that a name and a password open. An unknown account takes the same work as a wrong
 * password. Call `succeeded` once the sign-in is complete; until then it counts as failed.
 */
export async function authenticate<Found extends Candidate>(
  { database, encryption, now }: Services,
  kind: AccountKind,
  { name, password, from }: { name: string; password: string; from: Source },
  find: () => Promise<Found | undefined>,
): Promise<{ account: Found; succeeded(): Promise<void> } | undefined> {
  const purpose = `${kind} sign-in`
  const account = await find()
  // A user signs in by tag or e-mail address, and the tries of both count together.
  const counted = kind === 'user' && account ? account.id : emailKey(name)
  const address = addressKey(from.address)
  const perAddress = encryption.keyedHash(purpose, `${counted} ${address}`)
  const accountWide = encryption.keyedHash(purpose, counted)
  await limitAttempts(database, perAddress, PER_ADDRESS, now(), { tooManyOf: 'Too many failed logins' })
  const isRight = await uncountIfFailed(database, perAddress, () =>
    verifyPassword(password, account?.passwordHash, address),
  )
  if (account && isRight) {
    return {
      account,
      async succeeded() {
        await resetAttempts(database, perAddress)
        await resetAttempts(database, accountWide)
      },
    }
  }
  await database.transaction((tx) =>
    recordAuditEvent(tx, {
      subject: account?.id,
      partnerId: account?.partnerId,
      action: 'sign_in_failed',
      from,
      at: now(),
      detail: { wrong: 'password' },
    }),
  )
  const { allowed } = await countAttempt(database, accountWide, ACCOUNT_WIDE, now())
  if (!allowed) await delay(ACCOUNT_WIDE_DELAY_MS)
  return undefined
}

/** Checks the password of a signed-in account, whose session may be stolen. Returns its hash if right. */
export async function verifyOwnPassword(
  { database, encryption, now }: Services,
  account: Account,
  password: string,
): Promise<string | undefined> {
  const key = encryption.keyedHash('own password', account.id)
  await limitAttempts(database, key, OWN_PASSWORD, now(), { tooManyOf: 'Too many wrong passwords' })
  const passwordHash = await findPasswordHash(database, account)
  const isRight = await uncountIfFailed(database, key, () =>
    verifyPassword(password, passwordHash, account.id),
  )
  if (!isRight) return undefined
  await resetAttempts(database, key)
  return passwordHash
}
