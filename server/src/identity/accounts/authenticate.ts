import { setTimeout as delay } from 'node:timers/promises'
import { addressKey } from '../../http/limits/request-limits.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import type { Config } from '../../runtime/settings/config.ts'
import type { Database } from '../../storage/database/database.ts'
import { emailKey } from '../../storage/database/email-key.ts'
import type { Source } from '../audit-log/audit-event.ts'
import { recordAuditEvent } from '../audit-log/audit-event-store.ts'
import { type Account, type AccountKind, findPasswordHash } from './account-store.ts'
import { passwordQueue, verifyPassword } from './passwords.ts'
import { countAttempt, limitAttempts, resetAttempts } from './rate-counter-store.ts'

/** What work on accounts needs, of a partner's team and of users alike. */
export type AccountServices = {
  config: Config
  database: Database
  encryption: Encryption
  now: () => Date
}

const PER_ADDRESS = { max: 10, windowSeconds: 15 * 60 }
/**
 * Counts tries from all addresses. Beyond it responses get slower: a refusal would let others lock the owner
 * out.
 */
const NAME_WIDE = { max: 30, windowSeconds: 3600 }
const NAME_WIDE_DELAY_MS = 1500
const OWN_PASSWORD = { max: 10, windowSeconds: 15 * 60 }

type Candidate = { id: string; partnerId?: string; passwordHash: string | null }

/**
 * Anyone can register a partner with a foreign address, so several accounts of teams can wait under one name.
 */
const ACCOUNTS_PER_NAME: Record<AccountKind, number> = { team: 2, user: 1 }

/**
 * Finds the account that a name and a password open: the first that `find` returns and the password fits. An
 * unknown account takes the same work as a wrong password. Call `succeeded` once the sign-in is complete;
 * until then it counts as failed.
 *
 * A user signs in by tag or e-mail address. The response depends on the tries of the given name alone: a
 * limit that both names share would tell which address belongs to a tag. Beyond the limit of the account, the
 * password is therefore not checked, and the response is that to a wrong one.
 */
export async function authenticate<Found extends Candidate>(
  { database, encryption, now }: AccountServices,
  kind: AccountKind,
  { name, password, from }: { name: string; password: string; from: Source },
  find: () => Promise<Found[]>,
): Promise<{ account: Found; succeeded(): Promise<void> } | undefined> {
  const purpose = `${kind} sign-in`
  const address = addressKey(from.address)
  const byName = encryption.keyedHash(purpose, `${emailKey(name)} ${address}`)
  const byAccount = (id: string) => encryption.keyedHash(`${purpose} to account`, `${id} ${address}`)
  const nameWide = encryption.keyedHash(purpose, emailKey(name))
  // A try that is refused for lack of room is not counted, and nothing is read for it.
  const found: Found[] = []
  let account: Found | undefined
  for (let index = 0; index < ACCOUNTS_PER_NAME[kind] && !account; index += 1) {
    // Queued one by one, so that nobody else waits for several checks of one try.
    await passwordQueue.run(address, async () => {
      if (index === 0) {
        await limitAttempts(database, byName, PER_ADDRESS, now(), { tooManyOf: 'Too many failed logins' })
        found.push(...(await find()))
      }
      const key = byAccount(found[index]?.id ?? `${emailKey(name)} ${index}`)
      const { allowed } = await countAttempt(database, key, PER_ADDRESS, now())
      if (await verifyPassword(password, allowed ? found[index]?.passwordHash : undefined))
        account = found[index]
    })
  }
  if (account) {
    const { id } = account
    // Signing in to a registration of one's own must not give more tries at another one of the address.
    const isOnly = found.length === 1
    return {
      account,
      async succeeded() {
        for (const key of [byName, byAccount(id), ...(isOnly ? [nameWide] : [])])
          await resetAttempts(database, key)
      },
    }
  }
  await database.transaction((tx) =>
    recordAuditEvent(tx, {
      subject: found[0]?.id,
      partnerId: found[0]?.partnerId,
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
  { database, encryption, now }: AccountServices,
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
