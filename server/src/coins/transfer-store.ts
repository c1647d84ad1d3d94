import { sql, type Tx } from '../platform/database.ts'
import type { Transfer } from './transfer.ts'

export async function insertTransfers(tx: Tx, partnerId: string, transfers: Transfer[]): Promise<void> {
  await tx.run(sql`
    insert into transfers (partner_id, id, event_no, user_id, coins, outcome, reason, narration, balance, created_at)
    select ${partnerId}, *
    from unnest(
      ${transfers.map((transfer) => transfer.id)}::uuid[],
      ${transfers.map((transfer) => transfer.eventNo)}::bigint[],
      ${transfers.map((transfer) => transfer.userId)}::uuid[],
      ${transfers.map((transfer) => transfer.coins)}::bigint[],
      ${transfers.map((transfer) => transfer.outcome)}::text[],
      ${transfers.map((transfer) => transfer.reason)}::text[],
      ${transfers.map((transfer) => transfer.narration)}::text[],
      ${transfers.map((transfer) => transfer.balance)}::bigint[],
      ${transfers.map((transfer) => transfer.createdAt)}::timestamptz[])`)
}
