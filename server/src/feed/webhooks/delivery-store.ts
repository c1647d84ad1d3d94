import assert from 'node:assert/strict'
import { type Db, rowsTable, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import { emailKeyOf } from '../../storage/database/email-key.ts'
import { attemptInsert } from './attempt-store.ts'
import type { Attempt, Endpoint, EndpointKey } from './webhook.ts'
import { movedTo } from './webhook-store.ts'

/** An endpoint while one process delivers to it. */
export type LeasedEndpoint = EndpointKey &
  Pick<
    Endpoint,
    | 'url'
    | 'types'
    | 'cursor'
    | 'failures'
    | 'encryptedSecret'
    | 'encryptedPreviousSecret'
    | 'previousSecretUntil'
  > & { pendingTo: bigint | null }

type Lease = { holder: string; leaseMs: number }

const IS_DUE = sql`e.enabled and e.next_try_at <= now() and e.leased_until <= now()`

const after = (ms: number): Sql => sql`now() + make_interval(secs => ${ms / 1000})`

/** The endpoint, if this process has leased it and its cursor has not moved. */
const isLeased = ({ partnerId, id, cursor }: LeasedEndpoint, holder: string): Sql =>
  sql`partner_id = ${partnerId} and id = ${id} and cursor = ${cursor} and leased_by = ${holder}`

/** An enabled endpoint, and how long it waits for its next try or the end of a lease. */
export type EnabledEndpoint = EndpointKey & { cursor: bigint; waitMs: number }

/** The enabled endpoints of some partners: those without failures first, then the longest due. */
export async function listEnabledEndpoints(db: Db, partnerIds: string[]): Promise<EnabledEndpoint[]> {
  return db.many<EnabledEndpoint>(sql`
    select e.partner_id, e.id, e.cursor,
      1000 * extract(epoch from greatest(e.next_try_at, e.leased_until) - now())::float8 as wait_ms
    from unnest(${partnerIds}::uuid[]) as ids (partner_id)
    join webhook_endpoints e on e.partner_id = ids.partner_id and e.enabled
    order by e.failures > 0, e.next_try_at`)
}

/** A page of the enabled endpoints of all partners. */
export async function listEndpointPage(
  db: Db,
  { after, countMax }: { after: EndpointKey | null; countMax: number },
): Promise<(EndpointKey & { cursor: bigint })[]> {
  return db.many<EndpointKey & { cursor: bigint }>(sql`
    select partner_id, id, cursor
    from webhook_endpoints
    where enabled ${after ? sql`and (partner_id, id) > (${after.partnerId}, ${after.id})` : sql``}
    order by partner_id, id
    limit ${countMax}`)
}

/** Leases endpoints to one process. Uses the clock of the database, which all processes share. */
export async function leaseEndpoints(
  db: Db,
  due: EndpointKey[],
  { holder, leaseMs }: Lease,
): Promise<LeasedEndpoint[]> {
  return db.many<LeasedEndpoint>(sql`
    with due as (
      select e.partner_id, e.id
      from ${rowsTable('wanted', due, { partner_id: 'uuid', id: 'uuid' })}
      join webhook_endpoints e on e.partner_id = wanted.partner_id and e.id = wanted.id
      where ${IS_DUE}
      for update of e skip locked
    )
    update webhook_endpoints e
    set leased_by = ${holder}, leased_until = ${after(leaseMs)}
    from due
    where e.partner_id = due.partner_id and e.id = due.id
    returning e.partner_id, e.id, e.url, e.types, e.cursor, e.failures, e.pending_to,
      e.encrypted_secret, e.encrypted_previous_secret, e.previous_secret_until`)
}

/** Renews the leases that have not ended yet, and returns those. */
export async function renewLeases(
  db: Db,
  leased: EndpointKey[],
  { holder, leaseMs }: Lease,
): Promise<{ id: string }[]> {
  return db.many<{ id: string }>(sql`
    update webhook_endpoints e
    set leased_until = ${after(leaseMs)}
    from ${rowsTable('leased', leased, { partner_id: 'uuid', id: 'uuid' })}
    where e.partner_id = leased.partner_id and e.id = leased.id
      and e.leased_by = ${holder} and e.leased_until > now()
    returning e.id`)
}

export async function releaseLease(db: Db, { partnerId, id }: EndpointKey, holder: string): Promise<void> {
  await db.run(sql`
    update webhook_endpoints
    set leased_until = '-infinity'
    where partner_id = ${partnerId} and id = ${id} and leased_by = ${holder}`)
}

/**
 * Records which events are sent next, so that a process that takes over repeats the same ones. Returns false
 * while sending is paused, and when the endpoint was changed or taken over.
 */
export async function beginDelivery(
  db: Db,
  endpoint: LeasedEndpoint,
  { holder, leaseMs, to }: Lease & { to: bigint },
): Promise<boolean> {
  const begun = await db.run(sql`
    update webhook_endpoints
    set pending_to = ${to}, leased_until = ${after(leaseMs)}
    where ${isLeased(endpoint, holder)} and leased_until > now() and ${mayBegin(endpoint)}`)
  return begun === 1
}

const mayBegin = ({ types }: LeasedEndpoint): Sql =>
  sql`enabled and types is not distinct from ${types}::text[] and not exists (select from sending_pause)`

type Move = { holder: string; to: bigint }

/** Moves the cursor past events that the endpoint does not subscribe to. */
export async function skipEvents(db: Db, endpoint: LeasedEndpoint, move: Move): Promise<boolean> {
  return (await db.run(cursorUpdate(endpoint, move))) === 1
}

const cursorUpdate = (endpoint: LeasedEndpoint, { holder, to }: Move, alsoSet = sql``): Sql => sql`
  update webhook_endpoints
  set ${movedTo(to)} ${alsoSet}
  where ${isLeased(endpoint, holder)}`

type Delivered = Omit<Attempt, 'createdAt' | 'kind' | 'types' | 'firstSeq' | 'lastSeq'> & {
  firstSeq: bigint
  lastSeq: bigint
}

const deliveryInsert = (endpoint: LeasedEndpoint, attempt: Delivered): Sql =>
  attemptInsert(endpoint, { ...attempt, kind: 'delivery', types: endpoint.types }, sql`now()`)

/**
 * Records a delivery and moves the cursor past it. The last one also releases the lease; with `nextTo` the next one
 * begins, under a lease from now on. Nothing is moved if another process had taken the endpoint.
 */
export async function recordDelivery(
  db: Db,
  endpoint: LeasedEndpoint,
  attempt: Delivered,
  { isLast, nextTo, leaseMs, ...move }: Move & Lease & { isLast: boolean; nextTo: bigint | null },
): Promise<{ isMoved: boolean; hasBegun: boolean }> {
  const leasedUntil = isLast ? sql`, leased_until = '-infinity'` : sql``
  const update =
    nextTo === null
      ? cursorUpdate(endpoint, move, leasedUntil)
      : sql`
        update webhook_endpoints
        set ${movedTo(move.to, sql`case when ${mayBegin(endpoint)} then ${nextTo}::bigint end`)},
          leased_until = ${after(leaseMs)}
        where ${isLeased(endpoint, move.holder)}`
  const row = await db.first<{ isMoved: boolean; hasBegun: boolean }>(sql`
    with moved as (
      ${update}
      returning pending_to
    ),
    written as (
      ${deliveryInsert(endpoint, attempt)}
    )
    select exists (select from moved) as is_moved,
      exists (select from moved where pending_to is not null) as has_begun`)
  assert(row)
  return row
}

/** Records a failed delivery. The endpoint waits for a retry, or is switched off after too many days. */
export async function recordFailedDelivery(
  tx: Tx,
  endpoint: LeasedEndpoint,
  attempt: Delivered,
  {
    holder,
    retryMs,
    giveUpDays,
    reason,
  }: { holder: string; retryMs: number; giveUpDays: number; reason: string },
): Promise<{ isSwitchedOff: boolean }> {
  tx.send(sql`
    update webhook_endpoints
    set failures = failures + 1,
      failing_since = least(failing_since, now()),
      next_try_at = ${after(retryMs)},
      leased_until = '-infinity'
    where ${isLeased(endpoint, holder)} and enabled`)
  tx.send(deliveryInsert(endpoint, attempt))
  const switchedOff = await tx.run(sql`
    update webhook_endpoints
    set enabled = false, switched_off_at = now(), switched_off_reason = ${reason}
    where ${isLeased(endpoint, holder)} and enabled
      and failing_since <= now() - make_interval(days => ${giveUpDays})`)
  return { isSwitchedOff: switchedOff === 1 }
}

/**
 * The verified addresses of owners, which get a mail when an endpoint is switched off, in the order that
 * locks their counters.
 */
export async function listOwnerEmails(db: Db, partnerId: string): Promise<string[]> {
  const owners = await db.many<{ email: string }>(sql`
    select email
    from team_members
    where partner_id = ${partnerId} and role = 'owner' and email_verified_at is not null
    order by ${emailKeyOf(sql`email`)}`)
  return owners.map(({ email }) => email)
}

/** Moves every endpoint past the events that wait for it. Returns how many endpoints were behind. */
export async function skipWaitingEvents(db: Db): Promise<number> {
  return db.run(sql`
    update webhook_endpoints e
    set cursor = l.last_seq, pending_to = null, failures = 0, failing_since = null, next_try_at = now()
    from ledgers l
    where l.partner_id = e.partner_id and l.last_seq > e.cursor`)
}
