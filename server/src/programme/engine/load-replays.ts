import { type ByPartner, isEmpty, rowsOf } from '../../storage/database/by-partner.ts'
import type { Db } from '../../storage/database/database.ts'
import type { Award, Reversal } from '../awards/award.ts'
import { findAwardsByPartner } from '../awards/award-store.ts'
import { type FoundReversal, findReversals, findReversalsOfReturns } from '../awards/reversal-store.ts'
import { findRefundsOfReturns, findTransactions } from '../coins/coin-transaction-store.ts'
import type { UsedKey } from '../idempotency/stored-response-store.ts'
import { findReturns } from '../returns/return-store.ts'
import type { PartnerBatch } from './batch.ts'
import type { CallRecord } from './call.ts'

/** The records to replay to retries, by partner and key. */
export async function loadReplays(
  db: Db,
  keys: ByPartner<UsedKey>,
): Promise<Map<string, PartnerBatch['usedKeys']>> {
  if (isEmpty(keys)) return new Map()
  const each = (make: (partnerId: string) => string[]) =>
    new Map(Array.from(keys.keys(), (partnerId) => [partnerId, make(partnerId)]))
  const idsOf = (kind: UsedKey['kind']) =>
    each((partnerId) =>
      rowsOf(keys, partnerId).flatMap((key) => (key.kind === kind ? [key.recordId as string] : [])),
    )
  const returnIds = idsOf('return')
  const [transactions, ownReversals, returns, refunds, reversalsOfReturns] = await Promise.all([
    findTransactions(db, idsOf('transaction')),
    findReversals(db, idsOf('reversal')),
    findReturns(db, returnIds),
    findRefundsOfReturns(db, returnIds),
    findReversalsOfReturns(db, returnIds),
  ])
  const reversals = (partnerId: string) => [
    ...rowsOf(ownReversals, partnerId),
    ...rowsOf(reversalsOfReturns, partnerId),
  ]
  const awardIds = idsOf('award')
  const awards = await findAwardsByPartner(
    db,
    each((partnerId) => [
      ...rowsOf(awardIds, partnerId),
      ...reversals(partnerId).map(({ awardId }) => awardId),
    ]),
  )

  return new Map(
    Array.from(keys, ([partnerId, own]) => {
      const awardById = new Map(
        rowsOf(awards, partnerId).map(({ remaining: _, hasWriteOff: __, ...award }) => [award.id, award]),
      )
      const records = new Map<string, CallRecord>(awardById)
      for (const { refundable: _, ...transaction } of rowsOf(transactions, partnerId))
        records.set(transaction.id, transaction)
      const withAwards = reversals(partnerId).map((reversal) => withAward(reversal, awardById))
      for (const reversal of withAwards) records.set(reversal.id, reversal)
      for (const found of rowsOf(returns, partnerId))
        records.set(found.id, {
          ...found,
          refunds: rowsOf(refunds, partnerId).filter(({ returnId }) => returnId === found.id),
          reversals: withAwards.filter(({ returnId }) => returnId === found.id),
        })
      const usedKeys = own.map(
        ({ key, hash, recordId }) =>
          [key, { hash, record: (recordId && records.get(recordId)) || null }] as const,
      )
      return [partnerId, new Map(usedKeys)]
    }),
  )
}

const withAward = ({ awardId, ...reversal }: FoundReversal, awards: Map<string, Award>): Reversal => ({
  ...reversal,
  award: awards.get(awardId) as Award,
})
