import {
  type ByPartner,
  findByKey,
  findForEachRow,
  insertRows,
  isEmpty,
} from '../../storage/database/by-partner.ts'
import { type Db, sql, type Tx } from '../../storage/database/database.ts'
import type { Share } from '../coins/share.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import { actorNumber } from '../ledger/actor.ts'
import { ACTOR } from '../ledger/record-store.ts'
import type { Return, ReturnDecision } from './return.ts'

export function insertReturns(tx: Tx, returns: ByPartner<Keyed<Return>>): void {
  if (isEmpty(returns)) return
  tx.send(
    insertRows('returns', returns, {
      id: 'uuid',
      seq: 'bigint',
      actor_id: { type: 'bigint', of: ({ actor }) => actorNumber(actor) },
      reference: 'text',
      share: 'integer',
      share_total: 'integer',
      shortfall: 'text',
      outcome: 'text',
      reason: 'text',
      detail: 'text',
      idempotency_key: { type: 'uuid', of: ({ keyed }) => keyed?.key },
      request_hash: { type: 'bytea', of: ({ keyed }) => keyed?.hash },
      created_at: 'timestamptz',
    }),
  )
}

/** How much of each order is returned already. */
export function findReturnedShares(
  db: Db,
  references: ByPartner<{ reference: string }>,
): Promise<ByPartner<{ reference: string; shareTotal: Share }>> {
  return findForEachRow(
    db,
    references,
    { reference: 'text' },
    (partnerId) => sql`
      select r.reference, r.share_total
      from returns r
      where r.partner_id = ${partnerId} and r.reference = given.reference and r.outcome = 'returned'
      order by r.share_total desc`,
  )
}

/** Selects from a table `returns r`; the condition follows. */
export const SELECT_RETURNS = sql`
  select r.id, r.seq, r.reference, r.share, r.share_total, r.shortfall, r.outcome, r.reason, r.detail, r.created_at,
    ${ACTOR} as actor
  from returns r
  left join actors x on x.partner_id = r.partner_id and x.id = r.actor_id`

export function findReturns(db: Db, ids: ByPartner<string>): Promise<ByPartner<ReturnDecision>> {
  return findByKey(
    db,
    ids,
    'uuid',
    (partnerId, isKey) => sql`
      ${SELECT_RETURNS}
      where r.partner_id = ${partnerId} and r.id ${isKey}`,
  )
}
