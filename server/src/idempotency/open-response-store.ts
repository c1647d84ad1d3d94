import { type Database, sql, type Tx } from '../database/database.ts'
import { conflict } from '../http/failure.ts'
import type { KeyedRequest } from './idempotency-key.ts'

type Answer<T> = { status: number; data: T }

/** Does the work once for each key of a caller without a token; `scope` stands for the endpoint and the e-mail. */
export async function answerOpenlyOnce<T>(
  database: Database,
  scope: Buffer,
  keyed: KeyedRequest | null,
  now: Date,
  work: (tx: Tx) => Promise<Answer<T>>,
): Promise<Answer<T> & { isReplay: boolean }> {
  return database.transaction(async (tx) => {
    if (!keyed) return { ...(await work(tx)), isReplay: false }
    await tx.run(sql`select pg_advisory_xact_lock(${scope.readBigInt64BE()})`)
    const reply = await tx.first<{ hash: Buffer; status: number; answer: T }>(sql`
      select request_hash as hash, status, answer
      from open_replies
      where scope_hash = ${scope} and idempotency_key = ${keyed.key}`)
    if (reply && !reply.hash.equals(keyed.hash)) throw conflict()
    if (reply) return { status: reply.status, data: reply.answer, isReplay: true }
    const { status, data } = await work(tx)
    tx.send(sql`
      insert into open_replies (scope_hash, idempotency_key, request_hash, status, answer, created_at)
      values (${scope}, ${keyed.key}, ${keyed.hash}, ${status}, ${JSON.stringify(data)}, ${now})`)
    return { status, data, isReplay: false }
  })
}
