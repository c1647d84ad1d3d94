import { type ByPartner, findByKeys, insertedRecords, isEmpty } from '../database/by-partner.ts'
import { type Db, sql, type Tx } from '../database/database.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { Transfer } from './transfer.ts'

export function insertTransfers(tx: Tx, transfers: ByPartner<Keyed<Transfer>>): void {
  if (isEmpty(transfers)) return
  const { table, all } = insertedRecords(transfers, {
    id: 'uuid',
    seq: 'bigint',
    user_id: 'uuid',
    coins: 'bigint',
    outcome: 'text',
    reason: 'text',
    narration: 'text',
    balance: 'bigint',
    parties: 'jsonb',
    idempotency_key: { type: 'uuid', of: ({ keyed }) => keyed?.key },
    request_hash: { type: 'bytea', of: ({ keyed }) => keyed?.hash },
    created_at: 'timestamptz',
  })
  tx.send(sql`
    insert into transfers (id, seq, user_id, coins, outcome, reason, narration, balance, parties,
      idempotency_key, request_hash, created_at, partner_id)
    select ${all}
    from ${table}`)
}

export function findTransfers(db: Db, ids: ByPartner<string>): Promise<ByPartner<Transfer>> {
  return findByKeys(
    db,
    ids,
    'uuid',
    (partnerId, isKey) => sql`
      select id, user_id, coins, narration, outcome, reason, balance, parties, seq, created_at
      from transfers
      where partner_id = ${partnerId} and id ${isKey}`,
  )
}
