import {
  type ByPartner,
  findByKey,
  findForEachRow,
  insertRows,
  isEmpty,
  mapRows,
} from '../../storage/database/by-partner.ts'
import { type Db, type Sql, sql, type Tx } from '../../storage/database/database.ts'
import type { Share } from '../coins/share.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import { actorNumber } from '../ledger/actor.ts'
import { ACTOR, insertPersonalData, joinPersonalData } from '../ledger/record-store.ts'
import type { NewReturn, ReturnDecision } from './return.ts'

export function insertReturns(tx: Tx, returns: ByPartner<Keyed<NewReturn>>): void {
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
  insertPersonalData(
    tx,
    mapRows(returns, (rows) => rows.flatMap(personalData)),
  )
}

const personalData = ({ seq, narration, notedUserId }: NewReturn) =>
  notedUserId === null || narration === null
    ? []
    : [{ seq, userId: notedUserId, note: narration, metadata: null, shown: null }]

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

/** Returns of a partner; further conditions on `returns r` follow. A cluster needs the partner in each table. */
export const selectReturns = (partnerId: Sql): Sql => sql`
  select r.id, r.seq, r.reference, r.share, r.share_total, r.shortfall, r.outcome, r.reason, r.detail,
    d.note as narration, r.created_at, ${ACTOR} as actor
  from returns r
  left join actors x on x.partner_id = r.partner_id and x.id = r.actor_id
  ${joinPersonalData(partnerId, sql`r.seq`)}
  where r.partner_id = ${partnerId}`

/** Why orders were returned, by the ids of the returns that say so. */
export async function findReturnNotes(
  db: Db,
  partnerId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.many<{ id: string; note: string }>(sql`
    select r.id, d.note
    from returns r
    ${joinPersonalData(sql`${partnerId}::uuid`, sql`r.seq`)}
    where r.partner_id = ${partnerId} and r.id = any(${ids}::uuid[]) and d.note is not null`)
  return new Map(rows.map(({ id, note }) => [id, note]))
}

export function findReturns(db: Db, ids: ByPartner<string>): Promise<ByPartner<ReturnDecision>> {
  return findByKey(
    db,
    ids,
    'uuid',
    (partnerId, isKey) => sql`
      ${selectReturns(partnerId)} and r.id ${isKey}`,
  )
}
