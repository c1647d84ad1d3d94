import type { Credential } from '../../runtime/caller.ts'
import { insertRows } from '../../storage/database/by-partner.ts'
import { allOf, type Db, rowsTable, sql, type Tx } from '../../storage/database/database.ts'
import { isUuid } from '../input/fields.ts'

const HOUR_MS = 3_600_000

export type LoggedRequest = {
  partnerId: string
  id: string
  /** The X-Request-Id that a proxy gave, instead of our id. */
  givenId: string | null
  method: string
  /** The query is left out. */
  path: string
  operation: string | null
  status: number
  durationMs: number
  errorType: string | null
  appErrorCode: string | null
  error: string | null
  caller: Credential['kind']
  teamMemberId: string | null
  address: string | null
  createdAt: Date
}

export function insertRequests(tx: Tx, requests: LoggedRequest[]): void {
  const insert = insertRows('request_log', requests, {
    partner_id: 'uuid',
    id: 'uuid',
    given_id: 'text',
    method: 'text',
    path: 'text',
    operation: 'text',
    status: 'integer',
    duration_ms: 'integer',
    error_type: 'text',
    app_error_code: 'text',
    error: 'text',
    caller: 'text',
    team_member_id: 'uuid',
    address: 'text',
    created_at: 'timestamptz',
  })
  tx.send(sql`
    ${insert}
    on conflict do nothing`)
}

/** Counts dropped requests, sorted by partner, so that two processes cannot deadlock. */
export function addDropped(tx: Tx, dropped: ReadonlyMap<string, number>, now: Date): void {
  const counts = [...dropped]
    .map(([partnerId, requests]) => ({ partnerId, requests }))
    .sort((left, right) => (left.partnerId < right.partnerId ? -1 : 1))
  tx.send(sql`
    insert into request_log_dropped as l (partner_id, minute, requests)
    select partner_id, date_trunc('minute', ${now}::timestamptz), requests
    from ${rowsTable('counts', counts, { partner_id: 'uuid', requests: 'bigint' })}
    on conflict (partner_id, minute) do update
    set requests = l.requests + excluded.requests`)
}

export type RequestFilter = {
  /** The X-Request-Id of the response. */
  requestId: string | null
  outcome: 'ok' | 'failed' | null
  before: string | null
  limit: number
}

export type ListedRequest = LoggedRequest & { by: string | null }

/** Lists requests newest first. */
export async function listRequests(
  db: Db,
  partnerId: string,
  { requestId, ...filter }: RequestFilter,
): Promise<ListedRequest[]> {
  const ids =
    requestId === null
      ? await findIds(db, partnerId, filter)
      : await findGiven(db, partnerId, requestId, filter.limit)
  return db.many<ListedRequest>(sql`
    select r.partner_id, r.id, r.given_id, r.method, r.path, r.operation, r.status, r.duration_ms, r.error_type,
      r.app_error_code, r.error, r.caller, r.team_member_id, r.address, r.created_at, t.email as by
    from request_log r
    left join team_members t on t.id = r.team_member_id
    where r.partner_id = ${partnerId} and r.id = any(${ids}::uuid[])
    order by r.id desc`)
}

async function findIds(
  db: Db,
  partnerId: string,
  { outcome, before, limit }: Omit<RequestFilter, 'requestId'>,
): Promise<string[]> {
  const conditions = allOf(
    sql`partner_id = ${partnerId}`,
    outcome === null ? null : sql`has_failed = ${outcome === 'failed'}`,
    before === null ? null : sql`id < ${before}`,
  )
  const rows = await db.many<{ id: string }>(sql`
    select id
    from request_log
    where ${conditions}
    order by id desc
    limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** A proxy can give several requests the same id. */
async function findGiven(db: Db, partnerId: string, requestId: string, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id
    from request_log
    where partner_id = ${partnerId} and given_id = ${requestId}
    order by id desc
    limit ${limit}`)
  const ids = rows.map(({ id }) => id)
  return isUuid(requestId) ? [requestId, ...ids] : ids
}

/** Dropped requests of the last hour. */
export async function countDropped(db: Db, partnerId: string, now: Date): Promise<number> {
  const row = await db.first<{ requests: string | null }>(sql`
    select sum(requests) as requests
    from request_log_dropped
    where partner_id = ${partnerId} and minute > ${new Date(now.getTime() - HOUR_MS)}`)
  return Number(row?.requests ?? 0)
}
