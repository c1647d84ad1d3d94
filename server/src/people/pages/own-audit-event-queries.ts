import type { AuditAction } from '../../identity/audit-log/audit-event.ts'
import { type Db, sql } from '../../storage/database/database.ts'

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
