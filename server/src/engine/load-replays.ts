import type { Award } from '../awards/award.ts'
import { findAwardsByPartner, findReversals } from '../awards/award-store.ts'
import { findTransfers } from '../coins/transfer-store.ts'
import { type ByPartner, rowsOf } from '../database/by-partner.ts'
import type { Tx } from '../database/database.ts'
import type { UsedKey } from '../idempotency/stored-response-store.ts'
import type { PartnerBatch } from './batch.ts'
import type { CallRecord } from './call.ts'

/** The records to replay to retries, by partner and key. */
export async function loadReplays(
  tx: Tx,
  keys: ByPartner<UsedKey>,
): Promise<Map<string, PartnerBatch['usedKeys']>> {
  const idsOf = (kind: UsedKey['kind'], partnerId: string) =>
    rowsOf(keys, partnerId).flatMap((key) => (key.kind === kind ? [key.recordId as string] : []))
  const each = (make: (partnerId: string) => string[]) =>
    new Map(Array.from(keys.keys(), (partnerId) => [partnerId, make(partnerId)]))
  const [transfers, reversals] = await Promise.all([
    findTransfers(
      tx,
      each((partnerId) => idsOf('transfer', partnerId)),
    ),
    findReversals(
      tx,
      each((partnerId) => idsOf('reversal', partnerId)),
    ),
  ])
  const awards = await findAwardsByPartner(
    tx,
    each((partnerId) => [
      ...idsOf('award', partnerId),
      ...rowsOf(reversals, partnerId).map(({ awardId }) => awardId),
    ]),
  )

  return new Map(
    Array.from(keys, ([partnerId, own]) => {
      const awardById = new Map(
        rowsOf(awards, partnerId).map(({ isReversed: _, ...award }) => [award.id, award]),
      )
      const records = new Map<string, CallRecord>(awardById)
      for (const transfer of rowsOf(transfers, partnerId)) records.set(transfer.id, transfer)
      for (const { awardId, ...reversal } of rowsOf(reversals, partnerId))
        records.set(reversal.id, { ...reversal, award: awardById.get(awardId) as Award })
      const usedKeys = own.map(
        ({ key, hash, recordId }) =>
          [key, { hash, record: (recordId && records.get(recordId)) || null }] as const,
      )
      return [partnerId, new Map(usedKeys)]
    }),
  )
}
