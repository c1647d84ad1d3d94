import { type ByPartner, findByKeys, findEach, insertedRecords, isEmpty } from '../database/by-partner.ts'
import { type Db, sql, type Tx } from '../database/database.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import { actorNumber } from '../ledger/actor.ts'
import type { CoinTransaction, FoundTransaction } from './coin-transaction.ts'

export function insertTransactions(tx: Tx, transactions: ByPartner<Keyed<CoinTransaction>>): void {
  if (isEmpty(transactions)) return
  const { table, all } = insertedRecords(transactions, {
    id: 'uuid',
    seq: 'bigint',
    actor_id: { type: 'bigint', of: ({ actor }) => actorNumber(actor) },
    kind: 'text',
    user_id: 'uuid',
    coins: 'bigint',
    is_credit: 'boolean',
    outcome: 'text',
    reason: 'text',
    narration: 'text',
    reference: 'text',
    metadata: 'jsonb',
    balance: 'bigint',
    points: 'bigint',
    original_id: 'uuid',
    remaining: 'bigint',
    return_id: 'uuid',
    parties: 'jsonb',
    idempotency_key: { type: 'uuid', of: ({ keyed }) => keyed?.key },
    request_hash: { type: 'bytea', of: ({ keyed }) => keyed?.hash },
    created_at: 'timestamptz',
  })
  tx.send(sql`
    insert into coin_transactions (id, seq, actor_id, kind, user_id, coins, is_credit, outcome, reason, narration,
      reference, metadata, balance, points, original_id, remaining, return_id, parties, idempotency_key,
      request_hash, created_at, partner_id)
    select ${all}
    from ${table}`)
}

/** Of a table `coin_transactions t`; the condition follows. */
export const SELECT_TRANSACTIONS = sql`
  select t.id, t.seq, t.kind, t.user_id, t.coins, t.is_credit, t.outcome, t.reason, t.narration, t.reference,
    t.metadata, t.balance, t.points, t.original_id, t.remaining, t.return_id, t.parties, t.created_at,
    json_build_object('kind', x.kind, 'id', x.subject, 'name', x.name) as actor, f.remaining as refundable
  from coin_transactions t
  left join actors x on x.partner_id = t.partner_id and x.id = t.actor_id
  left join lateral (
    select r.remaining
    from coin_transactions r
    where r.partner_id = t.partner_id and r.original_id = t.id and r.remaining is not null
    order by r.remaining
    limit 1
  ) f on true`

export function findTransactions(db: Db, ids: ByPartner<string>): Promise<ByPartner<FoundTransaction>> {
  return findByKeys(
    db,
    ids,
    'uuid',
    (partnerId, isKey) => sql`
      ${SELECT_TRANSACTIONS}
      where t.partner_id = ${partnerId} and t.id ${isKey}`,
  )
}

/** The users of awards and reversals with these ids, which are no transfers. */
export function findUnrefundable(
  db: Db,
  ids: ByPartner<string>,
): Promise<ByPartner<{ id: string; userId: string }>> {
  return findByKeys(
    db,
    ids,
    'uuid',
    (partnerId, isKey) => sql`
      select a.id, a.user_id
      from awards a
      where a.partner_id = ${partnerId} and a.id ${isKey}
      union all
      select r.id, r.user_id
      from reversals r
      where r.partner_id = ${partnerId} and r.id ${isKey}`,
  )
}

/** Transfers with these references, up to `limit` of each. */
export function findTransfersByReference(
  db: Db,
  references: ByPartner<{ reference: string }>,
  limit: number,
): Promise<ByPartner<FoundTransaction>> {
  return findEach(
    db,
    references,
    { reference: 'text' },
    (partnerId) => sql`
      ${SELECT_TRANSACTIONS}
      where t.partner_id = ${partnerId} and t.reference = given.reference and t.kind = 'transfer'
        and t.outcome = 'moved'
      order by t.seq`,
    limit,
  )
}

export function findRefundsOfReturns(
  db: Db,
  returnIds: ByPartner<string>,
): Promise<ByPartner<CoinTransaction & { returnId: string }>> {
  return findByKeys(
    db,
    returnIds,
    'uuid',
    (partnerId, isKey) => sql`
      ${SELECT_TRANSACTIONS}
      where t.partner_id = ${partnerId} and t.return_id ${isKey}
      order by t.seq`,
  )
}
