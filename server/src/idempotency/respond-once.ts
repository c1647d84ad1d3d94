import type { Database, Tx } from '../database/database.ts'
import { conflict } from '../http/failure.ts'
import { lockLedger } from '../ledger/ledger.ts'
import type { KeyedRequest } from './idempotency-key.ts'
import {
  completeStoredResponse,
  findResponse,
  findUsedKeys,
  insertStoredResponse,
  lockScope,
  type StoredResponse,
} from './stored-response-store.ts'

export type Answer<T> = { status: number; data: T }
export type OnceResponse<T> = Answer<T> & { isReplay: boolean }

/** Does the work once for each key of a partner: what it did and its answer are written together, and a twin gets that answer. */
export async function respondOnce<T>(
  database: Database,
  partnerId: string,
  keyed: KeyedRequest | null,
  now: Date,
  work: (tx: Tx) => Promise<Answer<T>>,
): Promise<OnceResponse<T>> {
  return database.transaction(async (tx) => {
    // Also without a key: whatever the work locks besides is then locked in the same order by all.
    await lockLedger(tx, partnerId)
    return respondInScope(tx, partnerId, keyed, now, work)
  })
}

/** Like `respondOnce`, for calls without a token; the scope is that of `scopeWithoutToken`. */
export async function respondOnceWithoutToken<T>(
  database: Database,
  scopeId: string,
  keyed: KeyedRequest | null,
  now: Date,
  work: (tx: Tx) => Promise<Answer<T>>,
): Promise<OnceResponse<T>> {
  return database.transaction(async (tx) => {
    if (keyed) await lockScope(tx, scopeId)
    return respondInScope(tx, scopeId, keyed, now, work)
  })
}

async function respondInScope<T>(
  tx: Tx,
  scopeId: string,
  keyed: KeyedRequest | null,
  now: Date,
  work: (tx: Tx) => Promise<Answer<T>>,
): Promise<OnceResponse<T>> {
  if (!keyed) return { ...(await work(tx)), isReplay: false }
  const earlier = await findStoredResponse<T>(tx, scopeId, keyed)
  if (earlier) return earlier
  const { status, data } = await work(tx)
  insertStoredResponse(tx, scopeId, keyed, { status, body: data }, now)
  return { status, data, isReplay: false }
}

/** The answer that a twin of this request got before; a key of another request is a conflict. */
export async function findStoredResponse<T>(
  db: Parameters<typeof findUsedKeys>[0],
  scopeId: string,
  keyed: KeyedRequest,
): Promise<OnceResponse<T> | undefined> {
  const [used] = await findUsedKeys(db, scopeId, [keyed.key])
  if (!used) return undefined
  if (used.kind !== 'response' || !used.hash.equals(keyed.hash)) throw conflict()
  const response = await findResponse(db, scopeId, keyed.key)
  return response && { status: response.status, data: response.body as T, isReplay: true }
}

/** What was done in steps: whether nothing is left to do, and the keys of the steps that were no decision, which a twin may have decided since. */
type Steps<T> = Answer<T> & { isFinal: boolean; openKeys: string[] }

/** The same for work of many transactions, each of which is safe to repeat: the key is taken first, and the answer kept when all is done. One that is not final is given, and the next twin does what is left. */
export async function respondOnceInSteps<T>(
  database: Database,
  partnerId: string,
  keyed: KeyedRequest | null,
  now: Date,
  work: () => Promise<Steps<T>>,
): Promise<OnceResponse<T>> {
  if (!keyed) return { ...(await work()), isReplay: false }
  const earlier = await database.transaction(async (tx) => {
    await lockLedger(tx, partnerId)
    const [used] = await findUsedKeys(tx, partnerId, [keyed.key])
    if (used) return findStoredResponse<T>(tx, partnerId, keyed)
    insertStoredResponse(tx, partnerId, keyed, null, now)
    return undefined
  })
  if (earlier) return earlier
  for (;;) {
    const { status, data, isFinal, openKeys } = await work()
    const kept =
      isFinal && (await keepAnswer(database, partnerId, keyed.key, { status, body: data }, openKeys))
    if (kept === 'outdated') continue
    // A twin that ran beside this one may have been the first to be done; then its answer is the first answer.
    const earlierTwins = kept ? undefined : await findStoredResponse<T>(database, partnerId, keyed)
    return earlierTwins ?? { status, data, isReplay: false }
  }
}

/** Keeps an answer unless a twin kept one before, or has decided meanwhile what this answer says was not decided. */
async function keepAnswer(
  database: Database,
  partnerId: string,
  key: string,
  response: StoredResponse,
  openKeys: string[],
): Promise<boolean | 'outdated'> {
  return database.transaction(async (tx) => {
    await lockLedger(tx, partnerId)
    const decided = openKeys.length > 0 ? await findUsedKeys(tx, partnerId, openKeys) : []
    return decided.length > 0 ? 'outdated' : completeStoredResponse(tx, partnerId, key, response)
  })
}
