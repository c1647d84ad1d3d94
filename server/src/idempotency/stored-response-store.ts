import { type ByPartner, findByKeys, rowsOf } from '../database/by-partner.ts'
import { type Db, replanned, type Sql, sql, type Tx } from '../database/database.ts'
import type { KeyedRequest } from './idempotency-key.ts'

export type UsedKey = {
  key: string
  hash: Buffer
  kind: 'award' | 'transaction' | 'reversal' | 'return' | 'response'
  /** The award, coin transaction, reversal or return; null for a stored response. */
  recordId: string | null
  /** Whether the key is reserved for a response that is not stored yet. */
  isReserved: boolean
}

/** Returns which of these keys were used before in a scope, and for what. */
export async function findUsedKeys(db: Db, scopeId: string, keys: string[]): Promise<UsedKey[]> {
  return [...rowsOf(await findUsedKeysByPartner(db, new Map([[scopeId, keys]])), scopeId)]
}

export function findUsedKeysByPartner(db: Db, keys: ByPartner<string>): Promise<ByPartner<UsedKey>> {
  const usedBy = (kind: Sql, table: Sql, partnerId: Sql, isKey: Sql) => sql`
    select idempotency_key as key, request_hash as hash, ${kind} as kind, id as record_id, false as is_reserved
    from ${table}
    where partner_id = ${partnerId} and idempotency_key is not null and idempotency_key ${isKey}`
  return findByKeys(
    { ...db, many: (statement) => db.many(replanned(statement)) },
    keys,
    'uuid',
    (scopeId, isKey) => sql`
      ${usedBy(sql`'award'`, sql`awards`, scopeId, isKey)}
      union all
      ${usedBy(sql`'transaction'`, sql`coin_transactions`, scopeId, isKey)}
      union all
      ${usedBy(sql`'return'`, sql`returns`, scopeId, isKey)}
      union all
      ${usedBy(sql`'reversal'`, sql`reversals`, scopeId, isKey)}
      union all
      select idempotency_key, request_hash, 'response', null, body is null
      from stored_responses
      where scope_id = ${scopeId} and idempotency_key ${isKey}`,
  )
}

/** `body` is JSON text. */
export type StoredResponse = { status: number; body: string }

export async function findResponse(
  db: Db,
  scopeId: string,
  key: string,
): Promise<StoredResponse | undefined> {
  return db.first<StoredResponse>(sql`
    select status, body::text as body
    from stored_responses
    where scope_id = ${scopeId} and idempotency_key = ${key} and body is not null`)
}

/** Stores the first response, or reserves the key for it (`response` null). */
export function insertStoredResponse(
  tx: Tx,
  scopeId: string,
  keyed: KeyedRequest,
  response: StoredResponse | null,
  now: Date,
): void {
  tx.send(sql`
    insert into stored_responses (scope_id, idempotency_key, request_hash, status, body, created_at)
    values (${scopeId}, ${keyed.key}, ${keyed.hash}, ${response?.status ?? null},
      ${response?.body ?? null}, ${now})`)
}

/** Stores the response of a reserved key; false when a concurrent retry has stored one. */
export async function completeStoredResponse(
  db: Db,
  scopeId: string,
  key: string,
  response: StoredResponse,
): Promise<boolean> {
  const stored = await db.first(sql`
    update stored_responses
    set status = ${response.status}, body = ${response.body}
    where scope_id = ${scopeId} and idempotency_key = ${key} and body is null
    returning idempotency_key`)
  return stored !== undefined
}

/** Makes concurrent requests of one scope wait for each other, where there is no ledger to lock. */
export async function lockScope(tx: Tx, scopeId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${scopeId}, 0))`)
}
