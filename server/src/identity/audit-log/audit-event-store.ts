import { allOf, type Db, sql, type Tx } from '../../storage/database/database.ts'
import { newId } from '../../storage/database/ids.ts'
import { purgeByFunction } from '../../storage/database/purge.ts'
import type { AuditAction, AuditEvent } from './audit-event.ts'

/** Writes an audit event in the transaction of what it records. No row of the log is ever changed. */
export async function recordAuditEvent(tx: Tx, event: AuditEvent): Promise<void> {
  const { subject = null, partnerId = null, action, from, at, detail = {} } = event
  const actor = event.actor ?? subject
  await tx.run(sql`
    insert into audit_log (id, partner_id, subject, actor, action, address, agent, detail, created_at)
    select ${newId()}::uuid, ${partnerId}::uuid, subject, ${actor}::uuid, ${action}, ${from.address}, ${from.agent},
      ${detail}::jsonb, ${at}
    from (select ${subject}::uuid as subject) account
    where subject is not null`)
}

export async function countAuditEvents(db: Db, partnerId: string): Promise<number> {
  const row = await db.first<{ count: number }>(sql`
    select count(*)::integer as count
    from audit_log
    where partner_id = ${partnerId}`)
  return row?.count ?? 0
}

type StoredAuditEvent = {
  id: string
  subject: string
  actor: string
  action: AuditAction
  address: string
  agent: string | null
  detail: Record<string, unknown>
  createdAt: Date
}

/** Lists events newest first, after the one with an id or after a number of them. */
export async function listAuditEvents(
  db: Db,
  partnerId: string,
  { limit, offset, after }: { limit: number; offset: number; after: string | null },
): Promise<StoredAuditEvent[]> {
  return db.many<StoredAuditEvent>(sql`
    select id, subject, actor, action, address, agent, detail, created_at
    from audit_log
    where ${allOf(sql`partner_id = ${partnerId}`, after === null ? null : sql`id < ${after}`)}
    order by id desc
    limit ${limit}
    offset ${after === null ? offset : 0}`)
}

/** Deletes audit events past their retention, which the service may do only through this function. */
export function purgeAuditEvents(db: Db, end: Date): Promise<void> {
  return purgeByFunction(db, sql`purge_audit_log`, end)
}

export type OwnAuditEvent = {
  action: AuditAction
  /** The partner that it was about, if any. */
  partnerName: string | null
  address: string
  agent: string | null
  createdAt: Date
}

/** The audit events of a user's account, newest first. */
export async function listOwnAuditEvents(db: Db, userId: string, limit: number): Promise<OwnAuditEvent[]> {
  return db.many<OwnAuditEvent>(sql`
    select a.action, p.name as partner_name, a.address, a.agent, a.created_at
    from audit_log a
    left join partners p on p.id = (a.detail ->> 'partnerId')::uuid
    where a.subject = ${userId}
    order by a.id desc
    limit ${limit}`)
}
