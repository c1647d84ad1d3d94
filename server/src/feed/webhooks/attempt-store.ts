import { type Db, type Sql, sql } from '../../storage/database/database.ts'
import type { Attempt, EndpointKey } from './webhook.ts'

export async function insertAttempt(db: Db, endpoint: EndpointKey, attempt: Attempt): Promise<void> {
  await db.run(attemptInsert(endpoint, attempt, sql`${attempt.createdAt}::timestamptz`))
}

/** Inserts an attempt unless its endpoint was deleted in the meantime. */
export const attemptInsert = (
  { partnerId, id }: EndpointKey,
  attempt: Omit<Attempt, 'createdAt'>,
  createdAt: Sql,
): Sql => sql`
  insert into webhook_attempts (partner_id, endpoint_id, id, kind, first_seq, last_seq, events, types, status,
    error, took_ms, answer, created_at)
  select partner_id, id, ${attempt.id}, ${attempt.kind}, ${attempt.firstSeq}, ${attempt.lastSeq},
    ${attempt.events}, ${attempt.types}, ${attempt.status}, ${attempt.error}, ${attempt.tookMs},
    ${attempt.answer}, ${createdAt}
  from webhook_endpoints
  where partner_id = ${partnerId} and id = ${id}`

const selectAttempts = ({ partnerId, id }: EndpointKey): Sql => sql`
  select id, kind, first_seq, last_seq, events, types, status, error, took_ms, answer, created_at
  from webhook_attempts
  where partner_id = ${partnerId} and endpoint_id = ${id}`

/** Attempts before this one, newest first. */
export async function listAttempts(
  db: Db,
  endpoint: EndpointKey,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Attempt[]> {
  return db.many<Attempt>(sql`
    ${selectAttempts(endpoint)}
    ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc
    limit ${limit}`)
}

export async function findAttempt(
  db: Db,
  endpoint: EndpointKey,
  attemptId: string,
): Promise<Attempt | undefined> {
  return db.first<Attempt>(sql`${selectAttempts(endpoint)} and id = ${attemptId}`)
}

/** The newest attempt to send exactly these events. */
export async function findAttemptOfRange(
  db: Db,
  endpoint: EndpointKey,
  { firstSeq, lastSeq }: { firstSeq: bigint; lastSeq: bigint },
): Promise<Attempt | undefined> {
  return db.first<Attempt>(sql`
    ${selectAttempts(endpoint)} and first_seq = ${firstSeq} and last_seq = ${lastSeq}
    order by id desc
    limit 1`)
}
