import { type Db, list, sql, type Tx } from '../database/database.ts'
import type { EventType } from '../events/event.ts'
import type { Endpoint, EndpointKey } from './webhook.ts'

export async function findLastSeq(db: Db, partnerId: string): Promise<bigint> {
  const ledger = await db.first<{ last: bigint }>(sql`
    select last_seq as last
    from ledgers
    where partner_id = ${partnerId}`)
  return ledger?.last ?? 0n
}

export async function listEndpoints(db: Db, partnerId: string): Promise<Endpoint[]> {
  return db.many<Endpoint>(sql`
    select partner_id as "partnerId", id, url, description, types, enabled, encrypted_secret as "encryptedSecret",
      encrypted_previous_secret as "encryptedPreviousSecret", previous_secret_until as "previousSecretUntil", cursor, failures,
      failing_since as "failingSince", next_try_at as "nextTryAt", switched_off_at as "switchedOffAt",
      switched_off_reason as "switchedOffReason", created_at as "createdAt", updated_at as "updatedAt"
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
    insert into webhook_endpoints (partner_id, id, url, description, types, enabled, encrypted_secret, cursor, next_try_at, created_at, updated_at)
    values (${endpoint.partnerId}, ${endpoint.id}, ${endpoint.url}, ${endpoint.description}, ${typesList(endpoint.types)}, ${endpoint.enabled},
      ${endpoint.encryptedSecret}, ${endpoint.cursor}, now(), ${now}, ${now})`)
}

/** What may have been mended is tried at once. Another choice of events is no repeat of what failed. */
export async function updateEndpoint(
  tx: Tx,
  { partnerId, id }: EndpointKey,
  change: Pick<Endpoint, 'url' | 'description' | 'types' | 'enabled'> & { isMended: boolean },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints
    set url = ${change.url}, description = ${change.description}, types = ${typesList(change.types)}, enabled = ${change.enabled},
      pending_to = case when types is not distinct from ${typesList(change.types)}::text[] then pending_to end,
      failures = case when ${change.isMended} then 0 else failures end,
      failing_since = case when ${change.isMended} then null else failing_since end,
      next_try_at = case when ${change.isMended} then now() else next_try_at end,
      updated_at = ${now},
      switched_off_at = case when ${change.enabled} then null else switched_off_at end,
      switched_off_reason = case when ${change.enabled} then null else switched_off_reason end
    where partner_id = ${partnerId} and id = ${id}`)
}

/** The secret before the previous one ends at once. */
export async function replaceSecret(
  tx: Tx,
  { partnerId, id }: EndpointKey,
  { encryptedSecret, previousUntil }: { encryptedSecret: Buffer; previousUntil: Date },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints
    set encrypted_previous_secret = encrypted_secret, previous_secret_until = ${previousUntil}, encrypted_secret = ${encryptedSecret}, updated_at = ${now}
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
    set cursor = ${cursor}, pending_to = null, failures = 0, failing_since = null, next_try_at = now(), updated_at = ${now}
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

const typesList = (types: EventType[] | null) => types && list(types)
