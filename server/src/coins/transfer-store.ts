import { type Db, records, sql, type Tx } from '../database/database.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { Transfer } from './transfer.ts'

export function insertTransfers(tx: Tx, partnerId: string, transfers: Keyed<Transfer>[]): void {
  if (transfers.length === 0) return
  tx.send(sql`
    insert into transfers (partner_id, id, seq, user_id, coins, outcome, reason, narration, balance, parties,
      idempotency_key, request_hash, created_at)
    select ${partnerId}, *
    from ${records('t', transfers, {
      id: 'uuid',
      seq: 'bigint',
      user_id: 'uuid',
      coins: 'bigint',
      outcome: 'text',
      reason: 'text',
      narration: 'text',
      balance: 'bigint',
      parties: 'jsonb',
      idempotency_key: { type: 'text', of: ({ keyed }) => keyed?.key },
      request_hash: { type: 'bytea', of: ({ keyed }) => keyed?.hash },
      created_at: 'timestamptz',
    })}`)
}

export async function findTransfers(db: Db, partnerId: string, ids: string[]): Promise<Transfer[]> {
  return db.many<Transfer>(sql`
    select id, user_id, coins, narration, outcome, reason, balance, parties, seq, created_at
    from transfers
    where partner_id = ${partnerId} and id = any(${ids}::uuid[])`)
}
