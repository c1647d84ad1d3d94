import { type ByPartner, findByKey, rowsOf } from '../../storage/database/by-partner.ts'
import { allOf, type Db, fixedText, sql, type Tx, unionAll } from '../../storage/database/database.ts'
import type { KeyedRequest } from './idempotency-key.ts'

export type UsedKey = {
  key: string
  hash: Buffer
  kind: 'award' | 'transaction' | 'reversal' | 'return' | 'activity' | 'response'
  /** The award, coin transaction, reversal, return or activity; null for a stored response. */
  recordId: string | null
  /** Whether the key is reserved for a response that is not stored yet. */
  isReserved: boolean
}

/** Returns which of these keys were used before in a scope, and for what. */
export async function findUsedKeys(db: Db, scopeId: string, keys: string[]): Promise<UsedKey[]> {
  return [...rowsOf(await findUsedKeysByPartner(db, new Map([[scopeId, keys]])), scopeId)]
}

export function findUsedKeysByPartner(db: Db, keys: ByPartner<string>): Promise<ByPartner<UsedKey>> {
  return findByKey(
    db,
    keys,
    'uuid',
    (scopeId, isKey) => {
      const used = KEYED_TABLES.map(
        ([table, kind]) => sql`
          select idempotency_key as key, request_hash as hash, ${kind} as kind, id as record_id,
            false as is_reserved
          from ${table}
          where partner_id = ${scopeId} and idempotency_key is not null and idempotency_key ${isKey}`,
      )
      return sql`
        ${unionAll(used)}
        union all
        select idempotency_key, request_hash, 'response', null, body is null
        from stored_responses
        where scope_id = ${scopeId} and idempotency_key ${isKey}`
    },
    { growing: Object.keys(KINDS_BY_TABLE) },
  )
}

/** The view of all decisions has so many columns that planning it takes several times as long. */
const KINDS_BY_TABLE = {
  awards: 'award',
  reversals: 'reversal',
  coin_transactions: 'transaction',
  returns: 'return',
  activities: 'activity',
}
const KEYED_TABLES = Object.entries(KINDS_BY_TABLE).map(
  ([table, kind]) => [fixedText(table), fixedText(`'${kind}'`)] as const,
)

/** `body` is JSON text. `userIds` are the users about whom it says something personal. */
export type StoredResponse = { status: number; body: string; userIds: string[] }

export async function findResponse(
  db: Db,
  scopeId: string,
  key: string,
): Promise<Omit<StoredResponse, 'userIds'> | undefined> {
  return db.first<Omit<StoredResponse, 'userIds'>>(sql`
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
    insert into stored_responses (scope_id, idempotency_key, request_hash, status, body, user_ids, created_at)
    values (${scopeId}, ${keyed.key}, ${keyed.hash}, ${response?.status ?? null},
      ${response?.body ?? null}, ${response?.userIds ?? []}::uuid[], ${now})`)
}

/** Replaces what retries get, for work that was given up and may begin again. */
export function replaceStoredBody(tx: Tx, scopeId: string, key: string, body: string): void {
  tx.send(sql`
    update stored_responses
    set body = ${body}
    where scope_id = ${scopeId} and idempotency_key = ${key}`)
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
    set status = ${response.status}, body = ${response.body}, user_ids = ${response.userIds}::uuid[]
    where scope_id = ${scopeId} and idempotency_key = ${key} and body is null
    returning idempotency_key`)
  return stored !== undefined
}

/** Users who were erased after this key was reserved. */
export async function findErasedSince(
  db: Db,
  partnerId: string,
  { key, userIds }: { key: string; userIds: string[] },
): Promise<string[]> {
  const rows = await db.many<{ userId: string }>(sql`
    select m.user_id
    from memberships m
    join stored_responses s on s.scope_id = m.partner_id and s.idempotency_key = ${key}
    where m.partner_id = ${partnerId} and m.user_id = any(${userIds}::uuid[]) and m.erased_at >= s.created_at`)
  return rows.map(({ userId }) => userId)
}

type PersonalResponse = { scopeId: string; key: string; body: string }

/** Some of the stored responses that say something personal about a user; of one scope, or of all. */
export async function listResponsesAbout(
  db: Db,
  userId: string,
  { scopeId, limit }: { scopeId: string | null; limit: number },
): Promise<PersonalResponse[]> {
  return db.many<PersonalResponse>(sql`
    select scope_id, idempotency_key as key, body::text as body
    from stored_responses
    where ${allOf(
      sql`user_ids <> '{}' and user_ids @> ${[userId]}::uuid[]`,
      scopeId === null ? null : sql`scope_id = ${scopeId}`,
    )}
    limit ${limit}`)
}

export function replaceBody(
  tx: Tx,
  { scopeId, key, body }: PersonalResponse,
  { without }: { without: string },
): void {
  tx.send(sql`
    update stored_responses
    set body = ${body}, user_ids = array_remove(user_ids, ${without}::uuid)
    where scope_id = ${scopeId} and idempotency_key = ${key}`)
}

/** Makes concurrent requests of one scope wait for each other, where there is no ledger to lock. */
export async function lockScope(tx: Tx, scopeId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${scopeId}, 0))`)
}
