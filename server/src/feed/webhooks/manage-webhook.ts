import { requireVerifiedPartner } from '../../programme/partners/partner-store.ts'
import type { Encryption } from '../../runtime/crypto/encryption.ts'
import { invalidFields, notFound, refused, wrong } from '../../runtime/failure.ts'
import type { Db, Tx } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import type { EventType } from '../events/event.ts'
import { findLastSeq } from '../events/event-queries.ts'
import { ENDPOINTS_MAX, type Endpoint, type EndpointKey, newWebhookSecret, OVERLAP_HOURS } from './webhook.ts'
import {
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  replaceSecret,
  retryEndpoint,
  setCursor,
  updateEndpoint,
} from './webhook-store.ts'

type NewWebhook = {
  partnerId: string
  url: string
  description?: string
  types?: EventType[] | null
  enabled?: boolean
  after?: number
}

type WebhookChange = Partial<Pick<Endpoint, 'url' | 'description' | 'types' | 'enabled'>>

const HOUR_MS = 3_600_000

export const tooManyWebhooks = () =>
  refused(
    'too_many_webhooks',
    `There are ${ENDPOINTS_MAX} webhooks already; delete one that is no longer used.`,
  )

export async function ownWebhook(db: Db, key: EndpointKey): Promise<Endpoint> {
  const endpoint = await findEndpoint(db, key)
  if (!endpoint) throw notFound('Webhook')
  return endpoint
}

/** The secret is returned only here. */
export async function createWebhook(
  tx: Tx,
  encryption: Encryption,
  { partnerId, url, description = '', types = null, enabled = true, after }: NewWebhook,
  now: Date,
): Promise<{ endpoint: Endpoint; secret: string; lastSeq: bigint }> {
  await requireVerifiedPartner(tx, partnerId)
  if ((await listEndpoints(tx, partnerId)).length >= ENDPOINTS_MAX) throw tooManyWebhooks()
  const lastSeq = await findLastSeq(tx, partnerId)
  const cursor = after === undefined ? lastSeq : BigInt(after)
  checkCursor(cursor, lastSeq)
  const id = newId()
  const secret = newWebhookSecret()
  const encryptedSecret = encryption.encrypt(secret)
  await insertEndpoint(tx, { partnerId, id, url, description, types, enabled, encryptedSecret, cursor }, now)
  tx.announce(partnerId)
  return { endpoint: await ownWebhook(tx, { partnerId, id }), secret, lastSeq }
}

export async function changeWebhook(
  tx: Tx,
  key: EndpointKey,
  change: WebhookChange,
  now: Date,
): Promise<Endpoint> {
  const before = await ownWebhook(tx, key)
  const changed = { ...before, ...change }
  const retryNow = changed.url !== before.url || (changed.enabled && !before.enabled)
  await updateEndpoint(tx, key, { ...changed, retryNow }, now)
  tx.announce(key.partnerId)
  return ownWebhook(tx, key)
}

export async function deleteWebhook(tx: Tx, key: EndpointKey): Promise<Endpoint> {
  const endpoint = await ownWebhook(tx, key)
  await deleteEndpoint(tx, key)
  return endpoint
}

export async function deleteWebhooks(tx: Tx, partnerId: string): Promise<void> {
  for (const endpoint of await listEndpoints(tx, partnerId)) await deleteEndpoint(tx, endpoint)
}

/** Replaces the secret; the old one also signs until the overlap ends. */
export async function rotateSecret(
  tx: Tx,
  encryption: Encryption,
  key: EndpointKey,
  now: Date,
): Promise<{ endpoint: Endpoint; secret: string }> {
  await ownWebhook(tx, key)
  const secret = newWebhookSecret()
  const previousUntil = new Date(now.getTime() + OVERLAP_HOURS * HOUR_MS)
  await replaceSecret(tx, key, { encryptedSecret: encryption.encrypt(secret), previousUntil }, now)
  return { endpoint: await ownWebhook(tx, key), secret }
}

export async function replayWebhook(
  tx: Tx,
  key: EndpointKey,
  after: bigint,
  now: Date,
): Promise<{ endpoint: Endpoint; lastSeq: bigint }> {
  await ownWebhook(tx, key)
  const lastSeq = await findLastSeq(tx, key.partnerId)
  checkCursor(after, lastSeq)
  await setCursor(tx, key, after, now)
  tx.announce(key.partnerId)
  return { endpoint: await ownWebhook(tx, key), lastSeq }
}

export const WEBHOOK_DISABLED = refused(
  'webhook_disabled',
  'The webhook is disabled, so nothing is sent to it; set enabled to true first.',
)

/** Tries the next delivery now, also of an endpoint that was switched off. One that the partner disabled stays so. */
export async function retryWebhook(
  tx: Tx,
  key: EndpointKey,
  now: Date,
): Promise<{ endpoint: Endpoint; lastSeq: bigint }> {
  const { enabled, switchedOffAt } = await ownWebhook(tx, key)
  if (!enabled && !switchedOffAt) throw WEBHOOK_DISABLED
  await retryEndpoint(tx, key, now)
  tx.announce(key.partnerId)
  return { endpoint: await ownWebhook(tx, key), lastSeq: await findLastSeq(tx, key.partnerId) }
}

function checkCursor(after: bigint, lastSeq: bigint): void {
  if (after > lastSeq)
    throw invalidFields([wrong('after', `must be at most ${lastSeq}, the number of your last event`)])
}
