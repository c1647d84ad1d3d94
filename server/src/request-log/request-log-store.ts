import { type Db, list, sql, type Tx } from '../database/database.ts'
import { type LoggedRequest, REQUESTS_KEPT_DAYS } from './logged-request.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const SWEPT_AT_ONCE = 5_000

export function insertRequests(tx: Tx, requests: LoggedRequest[]): void {
  const all = <Value>(partOf: (request: LoggedRequest) => Value) => requests.map(partOf)
  tx.send(sql`
    insert into request_log (partner_id, id, method, path, operation, status, duration_ms, error_type, app_error_code, error,
      caller, team_member_id, address, created_at)
    select *
    from unnest(
      ${list(all(({ partnerId }) => partnerId))}::uuid[], ${list(all(({ id }) => id))}::uuid[],
      ${all(({ method }) => method)}::text[], ${all(({ path }) => path)}::text[],
      ${all(({ operation }) => operation)}::text[], ${list(all(({ status }) => status))}::integer[],
      ${list(all(({ durationMs }) => durationMs))}::integer[], ${all(({ errorType }) => errorType)}::text[],
      ${all(({ appErrorCode }) => appErrorCode)}::text[], ${all(({ error }) => error)}::text[],
      ${list(all(({ caller }) => caller))}::text[], ${list(all(({ teamMemberId }) => teamMemberId))}::uuid[],
      ${all(({ address }) => address)}::text[], ${all(({ createdAt }) => createdAt)}::timestamptz[]
    )
    on conflict do nothing`)
}

/** Adds to how many requests of these partners were not kept; in the order of partners, so that no two processes wait for each other. */
export function addLeftOut(tx: Tx, leftOut: ReadonlyMap<string, number>, now: Date): void {
  const partnerIds = [...leftOut.keys()].sort((left, right) => (left < right ? -1 : 1))
  tx.send(sql`
    insert into request_log_dropped as l (partner_id, minute, requests)
    select partner_id, date_trunc('minute', ${now}::timestamptz), requests
    from unnest(${list(partnerIds)}::uuid[], ${list(partnerIds.map((id) => leftOut.get(id) ?? 0))}::bigint[])
      as missed (partner_id, requests)
    on conflict (partner_id, minute) do update
    set requests = l.requests + excluded.requests`)
}

export type RequestFilter = {
  id: string | null
  outcome: 'ok' | 'failed' | null
  before: string | null
  limit: number
}

export type ListedRequest = LoggedRequest & { by: string | null }

/** The newest first. */
export async function listRequests(
  db: Db,
  partnerId: string,
  { id, outcome, before, limit }: RequestFilter,
): Promise<ListedRequest[]> {
  const ids = id === null ? await findIds(db, partnerId, { outcome, before, limit }) : [id]
  return db.many<ListedRequest>(sql`
    select r.partner_id as "partnerId", r.id, r.method, r.path, r.operation, r.status, r.duration_ms as "durationMs",
      r.error_type as "errorType", r.app_error_code as "appErrorCode", r.error, r.caller,
      r.team_member_id as "teamMemberId", r.address, r.created_at as "createdAt", t.email as by
    from request_log r
    left join team_members t on t.id = r.team_member_id
    where r.partner_id = ${partnerId} and r.id = any(${list(ids)}::uuid[])
    order by r.id desc`)
}

/** Two statements, because one with an optional outcome would be planned without its index. */
async function findIds(
  db: Db,
  partnerId: string,
  { outcome, before, limit }: Omit<RequestFilter, 'id'>,
): Promise<string[]> {
  const rows = await db.many<{ id: string }>(
    outcome === null
      ? sql`
        select id
        from request_log
        where partner_id = ${partnerId} and id < ${before ?? LAST_ID}
        order by id desc
        limit ${limit}`
      : sql`
        select id
        from request_log
        where partner_id = ${partnerId} and has_failed = ${outcome === 'failed'} and id < ${before ?? LAST_ID}
        order by id desc
        limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** How many requests of the last hour were not kept. */
export async function countLeftOut(db: Db, partnerId: string, now: Date): Promise<number> {
  const row = await db.first<{ requests: string | null }>(sql`
    select sum(requests) as requests
    from request_log_dropped
    where partner_id = ${partnerId} and minute > ${new Date(now.getTime() - HOUR_MS)}`)
  return Number(row?.requests ?? 0)
}

/** Removes what is older than requests are kept, in small steps, so that it holds nobody up. */
export async function purgeRequests(db: Db, now: Date): Promise<void> {
  const end = new Date(now.getTime() - REQUESTS_KEPT_DAYS * DAY_MS)
  await db.run(sql`
    delete from request_log_dropped
    where minute < ${end}`)
  for (let swept = SWEPT_AT_ONCE; swept === SWEPT_AT_ONCE; ) {
    swept = await db.run(sql`
      delete from request_log
      where ctid = any(array(
        select ctid
        from request_log
        where created_at < ${end}
        order by created_at
        limit ${SWEPT_AT_ONCE}
      ))`)
  }
}
