import type { Credential } from '../../runtime/caller.ts'
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
  /** Of a line of several requests: how many, and the ids of all. */
  count: number
  ids: string[] | null
  givenIds: string[] | null
}

/** What is known of a request without describing it. */
export type BriefRequest = Pick<
  LoggedRequest,
  | 'partnerId'
  | 'id'
  | 'givenId'
  | 'method'
  | 'operation'
  | 'status'
  | 'appErrorCode'
  | 'caller'
  | 'teamMemberId'
>

export function insertRequests(tx: Tx, requests: LoggedRequest[]): void {
  const given = rowsTable('given', requests, {
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
    count: 'integer',
    ids: { type: 'text', of: ({ ids }) => ids?.join(',') },
    given_ids: { type: 'text', of: ({ givenIds }) => givenIds?.join(',') },
  })
  tx.send(sql`
    insert into request_log (partner_id, id, given_id, method, path, operation, status, duration_ms, error_type,
      app_error_code, error, caller, team_member_id, address, created_at, count, ids, given_ids)
    select partner_id, id, given_id, method, path, operation, status, duration_ms, error_type, app_error_code, error,
      caller, team_member_id, address, created_at, count, string_to_array(ids, ',')::uuid[],
      string_to_array(given_ids, ',')
    from ${given}
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

export type ListedRequest = Omit<LoggedRequest, 'ids' | 'givenIds'> & { by: string | null }

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
  const found = await db.many<ListedRequest>(sql`
    select r.partner_id, r.id, r.given_id, r.method, r.path, r.operation, r.status, r.duration_ms, r.error_type,
      r.app_error_code, r.error, r.caller, r.team_member_id, r.address, r.created_at, r.count, t.email as by
    from request_log r
    left join team_members t on t.id = r.team_member_id
    where r.partner_id = ${partnerId} and r.id = any(${ids}::uuid[])
    order by r.id desc`)
  if (requestId === null) return found
  return found.map((request) => (request.count === 1 ? request : { ...request, givenId: requestId }))
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
  const grouped = await db.many<{ id: string }>(
    isUuid(requestId)
      ? sql`
        select id
        from request_log
        where partner_id = ${partnerId} and ids is not null
          and id <= ${requestId} and id >= ${idBefore(requestId, GROUP_MS_MAX)} and ${requestId}::uuid = any(ids)
        limit ${limit}`
      : sql`
        select id
        from request_log
        where partner_id = ${partnerId} and given_ids @> array[${requestId}::text]
        limit ${limit}`,
  )
  const ids = [...rows, ...grouped].map(({ id }) => id)
  return isUuid(requestId) ? [requestId, ...ids] : ids
}

/** Requests of one line end within a second, and none takes longer than this. */
const GROUP_MS_MAX = 300_000

/** The lowest id of a time before that of another: the first twelve digits of an id are its milliseconds. */
function idBefore(id: string, ms: number): string {
  const time = Math.max(0, Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - ms)
  const digits = time.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`
}

/** Dropped requests of the last hour. */
export async function countDropped(db: Db, partnerId: string, now: Date): Promise<number> {
  const row = await db.first<{ requests: string | null }>(sql`
    select sum(requests) as requests
    from request_log_dropped
    where partner_id = ${partnerId} and minute > ${new Date(now.getTime() - HOUR_MS)}`)
  return Number(row?.requests ?? 0)
}
