import { type Db, replanned, sql, type Tx } from '../database/database.ts'
import type { KeyedRequest } from './idempotency-key.ts'

export type UsedKey = {
  key: string
  hash: Buffer
  kind: 'award' | 'transfer' | 'reversal' | 'reply'
  factId: string | null
  /** Whether it was taken for an answer that is still to come. */
  isOpen: boolean
}

/** Which of these keys a partner has used before, and for what. */
export async function findUsedKeys(db: Db, partnerId: string, keys: string[]): Promise<UsedKey[]> {
  const used = sql`
    select idempotency_key as key, request_hash as hash, 'award' as kind, id as "factId", false as "isOpen"
    from awards
    where partner_id = ${partnerId} and idempotency_key is not null and idempotency_key = any(${keys}::text[])
    union all
    select idempotency_key, request_hash, 'transfer', id, false
    from transfers
    where partner_id = ${partnerId} and idempotency_key is not null and idempotency_key = any(${keys}::text[])
    union all
    select idempotency_key, request_hash, 'reversal', id, false
    from reversals
    where partner_id = ${partnerId} and idempotency_key is not null and idempotency_key = any(${keys}::text[])
    union all
    select idempotency_key, request_hash, 'reply', null, answer is null
    from replies
    where partner_id = ${partnerId} and idempotency_key = any(${keys}::text[])`
  return db.many<UsedKey>(replanned(used))
}

export type Reply = { status: number; answer: unknown }

export async function findResponse(db: Db, partnerId: string, key: string): Promise<Reply | undefined> {
  return db.first<Reply>(sql`
    select status, answer
    from replies
    where partner_id = ${partnerId} and idempotency_key = ${key} and answer is not null`)
}

/** Keeps a first answer, or takes the key for one that is still to come (`reply` null). */
export function insertStoredResponse(
  tx: Tx,
  partnerId: string,
  keyed: KeyedRequest,
  reply: Reply | null,
  now: Date,
): void {
  tx.send(sql`
    insert into replies (partner_id, idempotency_key, request_hash, status, answer, created_at)
    values (${partnerId}, ${keyed.key}, ${keyed.hash}, ${reply?.status ?? null}, ${reply && JSON.stringify(reply.answer)}, ${now})`)
}

/** Keeps the answer of a key that was taken before; false when a twin has kept one in the meantime. */
export async function completeStoredResponse(db: Db, partnerId: string, key: string, reply: Reply): Promise<boolean> {
  const kept = await db.first(sql`
    update replies
    set status = ${reply.status}, answer = ${JSON.stringify(reply.answer)}
    where partner_id = ${partnerId} and idempotency_key = ${key} and answer is null
    returning idempotency_key`)
  return kept !== undefined
}
