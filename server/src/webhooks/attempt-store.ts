import { type Db, list, sql } from '../database/database.ts'
import { ATTEMPTS_KEPT_DAYS, type Attempt, type EndpointKey } from './webhook.ts'

const DAY_MS = 86_400_000
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export async function insertAttempt(db: Db, { partnerId, id }: EndpointKey, attempt: Attempt): Promise<void> {
  await db.run(sql`
    insert into webhook_attempts (partner_id, endpoint_id, id, kind, first_seq, last_seq, events, types, status, error, took_ms, answer, created_at)
    values (${partnerId}, ${id}, ${attempt.id}, ${attempt.kind}, ${attempt.firstSeq}, ${attempt.lastSeq}, ${attempt.events},
      ${attempt.types && list(attempt.types)}, ${attempt.status}, ${attempt.error}, ${attempt.tookMs}, ${attempt.answer}, ${attempt.createdAt})`)
}

/** The newest first, from before one of them on. */
export async function listAttempts(
  db: Db,
  { partnerId, id }: EndpointKey,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Attempt[]> {
  return db.many<Attempt>(sql`
    select id, kind, first_seq as "firstSeq", last_seq as "lastSeq", events, types, status, error, took_ms as "tookMs", answer,
      created_at as "createdAt"
    from webhook_attempts
    where partner_id = ${partnerId} and endpoint_id = ${id} and id < ${before ?? LAST_ID}
    order by id desc
    limit ${limit}`)
}

export async function findAttempt(
  db: Db,
  { partnerId, id }: EndpointKey,
  attemptId: string,
): Promise<Attempt | undefined> {
  return db.first<Attempt>(sql`
    select id, kind, first_seq as "firstSeq", last_seq as "lastSeq", events, types, status, error, took_ms as "tookMs", answer,
      created_at as "createdAt"
    from webhook_attempts
    where partner_id = ${partnerId} and endpoint_id = ${id} and id = ${attemptId}`)
}

/** The newest attempt to send exactly these events. */
export async function findAttemptOfRange(
  db: Db,
  { partnerId, id }: EndpointKey,
  { firstSeq, lastSeq }: { firstSeq: bigint; lastSeq: bigint },
): Promise<Attempt | undefined> {
  return db.first<Attempt>(sql`
    select id, kind, first_seq as "firstSeq", last_seq as "lastSeq", events, types, status, error, took_ms as "tookMs", answer,
      created_at as "createdAt"
    from webhook_attempts
    where partner_id = ${partnerId} and endpoint_id = ${id} and first_seq = ${firstSeq} and last_seq = ${lastSeq}
    order by id desc
    limit 1`)
}

/** Removes what is older than attempts are kept. */
export async function purgeWebhookAttempts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ATTEMPTS_KEPT_DAYS * DAY_MS)
  await db.run(sql`
    delete from webhook_attempts
    where created_at < ${before}`)
}
