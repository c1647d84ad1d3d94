import { byteaList, type Db, list, sql, type Tx } from '../database/database.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { Transfer } from './transfer.ts'

export function insertTransfers(tx: Tx, partnerId: string, transfers: Keyed<Transfer>[]): void {
  if (transfers.length === 0) return
  tx.send(sql`
    insert into transfers (partner_id, id, event_no, user_id, coins, outcome, reason, narration, balance, parties,
      idempotency_key, request_hash, created_at)
    select ${partnerId}, *
    from unnest(
      ${list(transfers.map((transfer) => transfer.id))}::uuid[],
      ${list(transfers.map((transfer) => transfer.eventNo))}::bigint[],
      ${list(transfers.map((transfer) => transfer.userId))}::uuid[],
      ${list(transfers.map((transfer) => transfer.coins))}::bigint[],
      ${list(transfers.map((transfer) => transfer.outcome))}::text[],
      ${list(transfers.map((transfer) => transfer.reason))}::text[],
      ${transfers.map((transfer) => transfer.narration)}::text[],
      ${list(transfers.map((transfer) => transfer.balance))}::bigint[],
      ${transfers.map((transfer) => JSON.stringify(transfer.parties))}::jsonb[],
      ${transfers.map((transfer) => transfer.keyed?.key ?? null)}::text[],
      ${byteaList(transfers.map((transfer) => transfer.keyed?.hash ?? null))}::bytea[],
      ${transfers.map((transfer) => transfer.createdAt)}::timestamptz[])`)
}

export async function findTransfers(db: Db, partnerId: string, ids: string[]): Promise<Transfer[]> {
  return db.many<Transfer>(sql`
    select id, user_id as "userId", coins, narration, outcome, reason, balance, parties, event_no as "eventNo",
      created_at as "createdAt"
    from transfers
    where partner_id = ${partnerId} and id = any(${list(ids)}::uuid[])`)
}
