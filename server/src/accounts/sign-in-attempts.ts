import { setTimeout as delay } from 'node:timers/promises'
import type { Encryption } from '../crypto/encryption.ts'
import type { Database } from '../database/database.ts'
import { addressKey } from '../http/address-key.ts'
import { countAttempt, limitAttempts, resetAttempts } from './attempt-store.ts'
import { emailKey } from './email-key.ts'

const FROM_ONE_ADDRESS = { max: 10, windowSeconds: 15 * 60 }
/** From any address. Past it answers only get slower: a refusal would let others lock the owner out. */
const ACCOUNT_WIDE = { max: 30, windowSeconds: 3600 }
const ACCOUNT_WIDE_DELAY_MS = 1500

/** Counts a try to sign in and refuses one too many from this address; answers what to do when it failed or went well. */
export async function trySignIn(
  { database, encryption, now }: { database: Database; encryption: Encryption; now: () => Date },
  {
    purpose,
    name,
    address,
    tooManyOf,
  }: { purpose: string; name: string; address: string; tooManyOf: string },
): Promise<{ failed(): Promise<void>; succeeded(): Promise<void> }> {
  const account = emailKey(name)
  const fromHere = encryption.keyedHash(purpose, `${account} ${addressKey(address)}`)
  const accountWide = encryption.keyedHash(purpose, account)
  await limitAttempts(database, fromHere, FROM_ONE_ADDRESS, now(), { tooManyOf })
  return {
    async failed() {
      const { allowed } = await countAttempt(database, accountWide, ACCOUNT_WIDE, now())
      if (!allowed) await delay(ACCOUNT_WIDE_DELAY_MS)
    },
    async succeeded() {
      await resetAttempts(database, fromHere)
      await resetAttempts(database, accountWide)
    },
  }
}
