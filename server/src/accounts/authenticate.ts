import { setTimeout as delay } from 'node:timers/promises'
import type { Source } from '../audit-log/audit-event.ts'
import { recordAuditEvent } from '../audit-log/audit-event-store.ts'
import type { Encryption } from '../crypto/encryption.ts'
import type { Database } from '../database/database.ts'
import { emailKey } from '../database/email-key.ts'
import { addressKey } from '../http/address-key.ts'
import type { Account, AccountKind } from './account.ts'
import { findPasswordHash } from './account-store.ts'
import { passwordQueue, verifyPassword } from './passwords.ts'
import { countAttempt, limitAttempts, resetAttempts } from './rate-counter-store.ts'

type Services = { database: Database; encryption: Encryption; now: () => Date }

const PER_ADDRESS = { max: 10, windowSeconds: 15 * 60 }
/** From all addresses. Beyond it responses get slower: a refusal would let others lock the owner out. */
const NAME_WIDE = { max: 30, windowSeconds: 3600 }
const NAME_WIDE_DELAY_MS = 1500
const OWN_PASSWORD = { max: 10, windowSeconds: 15 * 60 }

type Candidate = { id: string; partnerId?: string; passwordHash: string | null }

/**
 * Finds the account that a name and a password open. An unknown account takes the same work as a wrong
 * password. Call `succeeded` once the sign-in is complete; until then it counts as failed.
 *
 * A user signs in by tag or e-mail address. The response depends on the tries of the given name alone: a
 * limit that both names share would tell which address belongs to a tag. Beyond the limit of the account, the
 * password is therefore not checked, and the response is that to a wrong one.
 */
export async function authenticate<Found extends Candidate>(
  { database, encryption, now }: Services,
  kind: AccountKind,
  { name, password, from }: { name: string; password: string; from: Source },
  find: () => Promise<Found | undefined>,
): Promise<{ account: Found; succeeded(): Promise<void> } | undefined> {
  const purpose = `${kind} sign-in`
  const address = addressKey(from.address)
  const byName = encryption.keyedHash(purpose, `${emailKey(name)} ${address}`)
  const byAccount = (id: string | undefined) =>
    encryption.keyedHash(`${purpose} to account`, `${id ?? emailKey(name)} ${address}`)
  const nameWide = encryption.keyedHash(purpose, emailKey(name))
  // A try that is refused for lack of room is not counted, and nothing is read for it.
  const { account, isRight } = await passwordQueue.run(address, async () => {
    await limitAttempts(database, byName, PER_ADDRESS, now(), { tooManyOf: 'Too many failed logins' })
    const account = await find()
    const { allowed } = await countAttempt(database, byAccount(account?.id), PER_ADDRESS, now())
    const isRight = await verifyPassword(password, allowed ? account?.passwordHash : undefined)
    return { account, isRight }
  })
  if (account && isRight) {
    return {
      account,
      async succeeded() {
        for (const key of [byName, byAccount(account.id), nameWide]) await resetAttempts(database, key)
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
  const { allowed } = await countAttempt(database, nameWide, NAME_WIDE, now())
  if (!allowed) await delay(NAME_WIDE_DELAY_MS)
  return undefined
}

/** Checks the password of a signed-in account, whose session may be stolen. Returns its hash if right. */
export async function verifyOwnPassword(
  { database, encryption, now }: Services,
  account: Account,
  password: string,
): Promise<string | undefined> {
  const key = encryption.keyedHash('own password', account.id)
  const { passwordHash, isRight } = await passwordQueue.run(account.id, async () => {
    await limitAttempts(database, key, OWN_PASSWORD, now(), { tooManyOf: 'Too many wrong passwords' })
    const passwordHash = await findPasswordHash(database, account)
    return { passwordHash, isRight: await verifyPassword(password, passwordHash) }
  })
  if (!isRight) return undefined
  await resetAttempts(database, key)
  return passwordHash
}
