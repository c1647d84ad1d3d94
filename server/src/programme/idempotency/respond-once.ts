import type { Actor } from '../../runtime/caller.ts'
import { conflict } from '../../runtime/failure.ts'
import type { Database, Db, Tx } from '../../storage/database/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { partnerTransaction } from '../ledger/partner-transaction.ts'
import type { KeyedRequest } from './idempotency-key.ts'
import { withoutPersonalData } from './redact-responses.ts'
import {
  completeStoredResponse,
  findErasedSince,
  findResponse,
  findUsedKeys,
  insertStoredResponse,
  lockScope,
  type StoredResponse,
} from './stored-response-store.ts'

/** `userIds` are the users about whom the data says something personal, which erasing them redacts. */
type NewResponse<T> = { status: number; data: T; userIds?: string[] }
export type OnceResponse<T> = { status: number; data: T; isReplay: boolean }

/** Does the work once per key of a partner and stores the response in the same transaction for retries. */
export async function respondOnce<T>(
  database: Database,
  actor: Actor,
  keyed: KeyedRequest | null,
  work: (tx: Tx, ledger: Ledger) => Promise<NewResponse<T>>,
): Promise<OnceResponse<T>> {
  return partnerTransaction(database, actor, (tx, ledger) =>
    respondInScope(tx, actor.partnerId, keyed, ledger.now, () => work(tx, ledger)),
  )
}

/**
 * Like `respondOnce`, for calls without a token; the scope is that of `scopeWithoutToken`. With `partnerId`,
 * the work may write what belongs to that partner.
 */
export async function respondOnceWithoutToken<T>(
  database: Database,
  { scopeId, partnerId }: { scopeId: string; partnerId?: string | undefined },
  keyed: KeyedRequest | null,
  now: Date,
  work: (tx: Tx) => Promise<NewResponse<T>>,
): Promise<OnceResponse<T>> {
  const respond = async (tx: Tx) => {
    if (keyed) await lockScope(tx, scopeId)
    return respondInScope(tx, scopeId, keyed, now, () => work(tx))
  }
  return partnerId === undefined
    ? database.transaction(respond)
    : partnerTransaction(database, { partnerId }, respond)
}

async function respondInScope<T>(
  tx: Tx,
  scopeId: string,
  keyed: KeyedRequest | null,
  now: Date,
  work: () => Promise<NewResponse<T>>,
): Promise<OnceResponse<T>> {
  const earlier = keyed && (await findStoredResponse<T>(tx, scopeId, keyed))
  if (earlier) return earlier
  const { status, data, userIds = [] } = await work()
  if (keyed) insertStoredResponse(tx, scopeId, keyed, { status, body: JSON.stringify(data), userIds }, now)
  return { status, data, isReplay: false }
}

/** The response to an earlier request with this key; a key of another request is a conflict. */
export async function findStoredResponse<T>(
  db: Db,
  scopeId: string,
  keyed: KeyedRequest,
): Promise<OnceResponse<T> | undefined> {
  const stored = await findStoredText(db, scopeId, keyed)
  return stored && { ...stored, data: JSON.parse(stored.data) as T }
}

async function findStoredText(
  db: Db,
  scopeId: string,
  keyed: KeyedRequest,
): Promise<OnceResponse<string> | undefined> {
  const [used] = await findUsedKeys(db, scopeId, [keyed.key])
  if (!used) return undefined
  if (used.kind !== 'response' || !used.hash.equals(keyed.hash)) throw conflict()
  const response = await findResponse(db, scopeId, keyed.key)
  return response && { status: response.status, data: response.body, isReplay: true }
}

/** `openKeys` are the keys of steps without a decision: a concurrent retry may have decided them since. */
type Steps = NewResponse<string> & { isFinal: boolean; openKeys: string[] }

/**
 * Like `respondOnce`, for work that spans several transactions. Reserves the key first and stores the
 * response once every step is final; until then, a retry resumes the remaining steps. The data is long, so it
 * is JSON text, which is made once and never parsed.
 */
export async function respondOnceInSteps(
  database: Database,
  actor: Actor,
  keyed: KeyedRequest | null,
  work: () => Promise<Steps>,
): Promise<OnceResponse<string>> {
  if (!keyed) {
    const { status, data } = await work()
    return { status, data, isReplay: false }
  }
  const { partnerId } = actor
  const earlier = await partnerTransaction(database, actor, async (tx, { now }) => {
    const [used] = await findUsedKeys(tx, partnerId, [keyed.key])
    if (used) return findStoredText(tx, partnerId, keyed)
    insertStoredResponse(tx, partnerId, keyed, null, now)
    return undefined
  })
  if (earlier) return earlier
  for (;;) {
    const { status, data, userIds = [], isFinal, openKeys } = await work()
    const response = { status, body: data, userIds }
    const stored = isFinal && (await storeResponse(database, partnerId, keyed.key, response, openKeys))
    if (stored === 'outdated') continue
    // A concurrent retry may have stored its response first; then that is the response.
    const earlierResponse = stored ? undefined : await findStoredText(database, partnerId, keyed)
    return earlierResponse ?? { status, data, isReplay: false }
  }
}

/**
 * Stores a response, unless a concurrent retry stored one or decided a step that is still open here. With no
 * open step and no personal data, one update decides that, without the ledger's lock: to store a long
 * response takes so long that the partner's next batch would wait.
 */
async function storeResponse(
  database: Database,
  partnerId: string,
  key: string,
  response: StoredResponse,
  openKeys: string[],
): Promise<boolean | 'outdated'> {
  if (openKeys.length === 0 && response.userIds.length === 0)
    return database.queuedTransaction(`${partnerId} responses`, (tx) =>
      completeStoredResponse(tx, partnerId, key, response),
    )
  return partnerTransaction(database, { partnerId }, async (tx) => {
    const decided = openKeys.length > 0 ? await findUsedKeys(tx, partnerId, openKeys) : []
    if (decided.length > 0) return 'outdated'
    const { userIds } = response
    const erased = userIds.length > 0 ? await findErasedSince(tx, partnerId, { key, userIds }) : []
    let { body } = response
    for (const each of erased) body = await withoutPersonalData(body, each)
    return completeStoredResponse(tx, partnerId, key, { ...response, body })
  })
}
