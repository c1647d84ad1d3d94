import type { RecordAct } from '../platform/account-act.ts'
import { newId } from '../platform/ids.ts'
import { insertAct } from './account-act-store.ts'

/** Writes down who did what to an account, when and from where; nothing of it can be changed later. */
export const recordAct: RecordAct = (tx, { subject, actor, partnerId, act, from, at, detail = {} }) =>
  insertAct(tx, {
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
