import { type Db, sql, type Tx } from '../database/database.ts'
import type { AuditAction } from './audit-event.ts'

export type StoredAuditEvent = {
  id: string
  subject: string
  actor: string
  act: AuditAction
  address: string
  agent: string | null
  detail: Record<string, unknown>
  createdAt: Date
}

/** An act on no account is no row. */
export async function insertAuditEvent(
  tx: Tx,
  act: Omit<StoredAuditEvent, 'subject' | 'actor'> & {
    partnerId: string | null
    subject: string | null
    actor: string | null
  },
): Promise<void> {
  await tx.run(sql`
    insert into audit_log (id, partner_id, subject, actor, action, address, agent, detail, created_at)
    select ${act.id}::uuid, ${act.partnerId}::uuid, subject, ${act.actor}::uuid, ${act.act}, ${act.address},
      ${act.agent}, ${JSON.stringify(act.detail)}::jsonb, ${act.createdAt}
    from (select ${act.subject}::uuid as subject) account
    where subject is not null`)
}

export async function countAuditEvents(db: Db, partnerId: string): Promise<number> {
  const row = await db.first<{ count: number }>(sql`
    select count(*)::integer as count
    from audit_log
    where partner_id = ${partnerId}`)
  return row?.count ?? 0
}

/** The newest first. */
export async function listAuditEvents(
  db: Db,
  partnerId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredAuditEvent[]> {
  return db.many<StoredAuditEvent>(sql`
    select id, subject, actor, action as act, address, agent, detail, created_at as "createdAt"
    from audit_log
    where partner_id = ${partnerId}
    order by id desc
    limit ${limit}
    offset ${offset}`)
}
