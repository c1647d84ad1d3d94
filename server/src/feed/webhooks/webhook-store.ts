import { type Db, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import type { EventType } from '../events/event.ts'
import type { Endpoint, EndpointKey } from './webhook.ts'

export async function listEndpoints(db: Db, partnerId: string): Promise<Endpoint[]> {
  return db.many<Endpoint>(sql`
    select partner_id, id, url, description, types, enabled, encrypted_secret, encrypted_previous_secret,
      previous_secret_until, cursor, failures, failing_since, next_try_at, switched_off_at,
      switched_off_reason, created_at, updated_at
    from webhook_endpoints
    where partner_id = ${partnerId}
    order by id`)
}

export async function findEndpoint(db: Db, { partnerId, id }: EndpointKey): Promise<Endpoint | undefined> {
  return (await listEndpoints(db, partnerId)).find((endpoint) => endpoint.id === id.toLowerCase())
}

export async function insertEndpoint(
  tx: Tx,
  endpoint: EndpointKey & {
    url: string
    description: string
    types: EventType[] | null
    enabled: boolean
    encryptedSecret: Buffer
    cursor: bigint
  },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into webhook_endpoints (partner_id, id, url, description, types, enabled, encrypted_secret, cursor,
      next_try_at, created_at, updated_at)
    values (${endpoint.partnerId}, ${endpoint.id}, ${endpoint.url}, ${endpoint.description},
      ${endpoint.types}, ${endpoint.enabled}, ${endpoint.encryptedSecret}, ${endpoint.cursor},
      now(), ${now}, ${now})`)
}

const RETRIED_NOW = sql`failures = 0, failing_since = null, next_try_at = now()`

/** Moves the cursor and resets failures and pending events, unless the next delivery begins. */
export const movedTo = (cursor: bigint, pendingTo = sql`null`): Sql =>
  sql`cursor = ${cursor}, pending_to = ${pendingTo}, ${RETRIED_NOW}`

/** New types select the pending events again. */
export async function updateEndpoint(
  tx: Tx,
  { partnerId, id }: EndpointKey,
  change: Pick<Endpoint, 'url' | 'description' | 'types' | 'enabled'> & { retryNow: boolean },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints
    set url = ${change.url}, description = ${change.description}, types = ${change.types},
      enabled = ${change.enabled}, updated_at = ${now},
      pending_to = case when types is not distinct from ${change.types}::text[] then pending_to end
      ${change.retryNow ? sql`, ${RETRIED_NOW}` : sql``}
      ${change.enabled ? sql`, switched_off_at = null, switched_off_reason = null` : sql``}
    where partner_id = ${partnerId} and id = ${id}`)
}

/** The current secret becomes the previous one; an earlier previous secret ends at once. */
export async function replaceSecret(
  tx: Tx,
  { partnerId, id }: EndpointKey,
  { encryptedSecret, previousUntil }: { encryptedSecret: Buffer; previousUntil: Date },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints
    set encrypted_previous_secret = encrypted_secret, previous_secret_until = ${previousUntil},
      encrypted_secret = ${encryptedSecret}, updated_at = ${now}
    where partner_id = ${partnerId} and id = ${id}`)
}

/** Tries a failing endpoint now. It fails on until a delivery arrives. One that was switched off starts again. */
export async function retryEndpoint(tx: Tx, { partnerId, id }: EndpointKey, now: Date): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints
    set failures = case when switched_off_at is null then failures else 0 end,
      failing_since = case when switched_off_at is null then failing_since end,
      next_try_at = now(), enabled = true, switched_off_at = null, switched_off_reason = null, updated_at = ${now}
    where partner_id = ${partnerId} and id = ${id}`)
}

export async function setCursor(
  tx: Tx,
  { partnerId, id }: EndpointKey,
  cursor: bigint,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints
    set ${movedTo(cursor)}, updated_at = ${now}
    where partner_id = ${partnerId} and id = ${id}`)
}

export async function deleteEndpoint(tx: Tx, { partnerId, id }: EndpointKey): Promise<void> {
  await tx.run(sql`
    delete from webhook_attempts
    where partner_id = ${partnerId} and endpoint_id = ${id}`)
  await tx.run(sql`
    delete from webhook_endpoints
    where partner_id = ${partnerId} and id = ${id}`)
}
