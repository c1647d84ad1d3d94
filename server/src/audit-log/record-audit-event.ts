import { newId } from '../database/ids.ts'
import type { RecordAuditEvent } from './audit-event.ts'
import { insertAuditEvent } from './audit-event-store.ts'

/** Writes down who did what to an account, when and from where; nothing of it can be changed later. */
export const recordAuditEvent: RecordAuditEvent = (
  tx,
  { subject, actor, partnerId, act, from, at, detail = {} },
) =>
  insertAuditEvent(tx, {
    id: newId(),
    partnerId: partnerId ?? null,
    subject: subject ?? null,
    actor: actor ?? subject ?? null,
    act,
    address: from.address,
    agent: from.agent,
    detail,
    createdAt: at,
  })
