import { type Db, list, sql, type Tx } from '../database/database.ts'
import type { Attempt, Endpoint, EndpointKey } from './webhook.ts'

export type DueEndpoint = EndpointKey & { failures: number }

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

/** Endpoints with events to deliver that nobody is busy with: those that answered last time come first, and of them the one that was served the longest ago. */
export async function listDueEndpoints(db: Db, countMax: number): Promise<DueEndpoint[]> {
  return db.many<DueEndpoint>(sql`
    select e.partner_id as "partnerId", e.id, e.failures
    from webhook_endpoints e
    join ledgers l on l.partner_id = e.partner_id and l.last_seq > e.cursor
    where e.enabled and e.next_try_at <= now() and e.leased_until <= now()
    order by e.failures > 0, e.next_try_at
    limit ${countMax}`)
}

/** Takes endpoints for one process, by the one clock that all share. */
export async function leaseEndpoints(
  db: Db,
  due: EndpointKey[],
  { holder, leaseMs }: Lease,
): Promise<LeasedEndpoint[]> {
  return db.many<LeasedEndpoint>(sql`
    with due as (
      select e.partner_id, e.id
      from unnest(${list(due.map(({ partnerId }) => partnerId))}::uuid[], ${list(due.map(({ id }) => id))}::uuid[]) as wanted (partner_id, id)
      join webhook_endpoints e on e.partner_id = wanted.partner_id and e.id = wanted.id
      where e.enabled and e.next_try_at <= now() and e.leased_until <= now()
      for update of e skip locked
    )
    update webhook_endpoints e
    set leased_by = ${holder}, leased_until = now() + make_interval(secs => ${leaseMs / 1000})
    from due
    where e.partner_id = due.partner_id and e.id = due.id
    returning e.partner_id as "partnerId", e.id, e.url, e.types, e.cursor, e.failures, e.pending_to as "pendingTo",
      e.encrypted_secret as "encryptedSecret", e.encrypted_previous_secret as "encryptedPreviousSecret",
      e.previous_secret_until as "previousSecretUntil"`)
}

/** Keeps what a process is busy with, unless its lease ended before; answers what it still has. */
export async function renewLeases(
  db: Db,
  held: EndpointKey[],
  { holder, leaseMs }: Lease,
): Promise<{ id: string }[]> {
  return db.many<{ id: string }>(sql`
    update webhook_endpoints e
    set leased_until = now() + make_interval(secs => ${leaseMs / 1000})
    from unnest(${list(held.map(({ partnerId }) => partnerId))}::uuid[], ${list(held.map(({ id }) => id))}::uuid[]) as held (partner_id, id)
    where e.partner_id = held.partner_id and e.id = held.id and e.leased_by = ${holder} and e.leased_until > now()
    returning e.id`)
}

export async function releaseLease(db: Db, { partnerId, id }: EndpointKey, holder: string): Promise<void> {
  await db.run(sql`
    update webhook_endpoints
    set leased_until = '-infinity'
    where partner_id = ${partnerId} and id = ${id} and leased_by = ${holder}`)
}

/** Notes which events are about to be sent, if they are still to be sent by this process. Whoever takes over then repeats the same ones. */
export async function beginDelivery(
  db: Db,
  { partnerId, id, cursor, types }: LeasedEndpoint,
  { holder, leaseMs, to }: Lease & { to: bigint },
): Promise<boolean> {
  const begun = await db.run(sql`
    update webhook_endpoints
    set pending_to = ${to}, leased_until = now() + make_interval(secs => ${leaseMs / 1000})
    where partner_id = ${partnerId} and id = ${id} and cursor = ${cursor} and leased_by = ${holder} and leased_until > now()
      and enabled and types is not distinct from ${types && list(types)}::text[]`)
  return begun === 1
}

/** Passes over events that the endpoint did not ask for; what failed before was not one of them. */
export async function skipEvents(
  db: Db,
  { partnerId, id, cursor }: LeasedEndpoint,
  { holder, to }: { holder: string; to: bigint },
): Promise<boolean> {
  const moved = await db.run(sql`
    update webhook_endpoints
    set cursor = ${to}, pending_to = null, failures = 0, failing_since = null, next_try_at = now()
    where partner_id = ${partnerId} and id = ${id} and cursor = ${cursor} and leased_by = ${holder}`)
  return moved === 1
}

type Delivered = Omit<Attempt, 'createdAt' | 'kind' | 'types' | 'firstSeq' | 'lastSeq'> & {
  firstSeq: bigint
  lastSeq: bigint
}

/** Writes a delivery that succeeded and moves the cursor past it, unless somebody moved it meanwhile; answers whether it moved. */
export async function recordDelivery(
  db: Db,
  { partnerId, id, cursor, types }: LeasedEndpoint,
  attempt: Delivered,
  { holder, to }: { holder: string; to: bigint },
): Promise<boolean> {
  const row = await db.first<{ moved: boolean }>(sql`
    with moved as (
      update webhook_endpoints
      set cursor = ${to}, pending_to = null, failures = 0, failing_since = null, next_try_at = now()
      where partner_id = ${partnerId} and id = ${id} and cursor = ${cursor} and leased_by = ${holder}
      returning id
    ), written as (
      insert into webhook_attempts (partner_id, endpoint_id, id, kind, first_seq, last_seq, events, types, status, error, took_ms, answer, created_at)
      select partner_id, id, ${attempt.id}, 'delivery', ${attempt.firstSeq}, ${attempt.lastSeq}, ${attempt.events},
        ${types && list(types)}, ${attempt.status}, null, ${attempt.tookMs}, ${attempt.answer}, now()
      from webhook_endpoints
      where partner_id = ${partnerId} and id = ${id}
    )
    select exists (select from moved) as moved`)
  return row?.moved ?? false
}

/** Writes a delivery that failed; the endpoint waits, or is switched off when it has failed for too long. Answers whether it was. */
export async function recordFailedDelivery(
  tx: Tx,
  { partnerId, id, cursor, types }: LeasedEndpoint,
  attempt: Delivered,
  {
    holder,
    retryMs,
    giveUpDays,
    reason,
  }: { holder: string; retryMs: number; giveUpDays: number; reason: string },
): Promise<{ isSwitchedOff: boolean }> {
  const row = await tx.first<{ isSwitchedOff: boolean }>(sql`
    with failed as (
      update webhook_endpoints
      set failures = failures + 1, failing_since = coalesce(failing_since, now()),
        next_try_at = now() + make_interval(secs => ${retryMs / 1000}), leased_until = '-infinity',
        enabled = not (failing_since is not null and failing_since <= now() - make_interval(days => ${giveUpDays})),
        switched_off_at = case when failing_since <= now() - make_interval(days => ${giveUpDays}) then now() end,
        switched_off_reason = case when failing_since <= now() - make_interval(days => ${giveUpDays}) then ${reason}::text end
      where partner_id = ${partnerId} and id = ${id} and cursor = ${cursor} and leased_by = ${holder} and enabled
      returning enabled
    ), written as (
      insert into webhook_attempts (partner_id, endpoint_id, id, kind, first_seq, last_seq, events, types, status, error, took_ms, answer, created_at)
      select partner_id, id, ${attempt.id}, 'delivery', ${attempt.firstSeq}, ${attempt.lastSeq}, ${attempt.events},
        ${types && list(types)}, ${attempt.status}, ${attempt.error}, ${attempt.tookMs}, ${attempt.answer}, now()
      from webhook_endpoints
      where partner_id = ${partnerId} and id = ${id}
    )
    select exists (select from failed where not enabled) as "isSwitchedOff"`)
  return row ?? { isSwitchedOff: false }
}

/** Who is told when an endpoint is switched off. */
export async function listOwnerEmails(db: Db, partnerId: string): Promise<string[]> {
  const owners = await db.many<{ email: string }>(sql`
    select email
    from team_members
    where partner_id = ${partnerId} and role = 'owner'
    order by id`)
  return owners.map(({ email }) => email)
}
