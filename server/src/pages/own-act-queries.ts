import type { AuditAction } from '../audit-log/audit-event.ts'
import { type Db, sql } from '../database/database.ts'

export type OwnAuditEvent = {
  act: AuditAction
  /** With whom, when it was about a partner. */
  partnerName: string | null
  address: string
  agent: string | null
  createdAt: Date
}

/** What was done to a user's account, the newest first. */
export async function listOwnAuditEvents(db: Db, userId: string, limit: number): Promise<OwnAuditEvent[]> {
  return db.many<OwnAuditEvent>(sql`
    select a.action as act, p.name as "partnerName", a.address, a.agent, a.created_at as "createdAt"
    from audit_log a
    left join partners p on p.id = (a.detail ->> 'partnerId')::uuid
    where a.subject = ${userId}
    order by a.id desc
    limit ${limit}`)
}
