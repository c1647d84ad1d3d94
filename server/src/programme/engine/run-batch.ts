import { failpoint } from '../../runtime/process/failpoint.ts'
import { type ByPartner, rowsOf } from '../../storage/database/by-partner.ts'
import type { Tx } from '../../storage/database/database.ts'
import { applyCall } from './apply-call.ts'
import type { Batch, Call } from './batch.ts'
import { type LoadOptions, loadBatch } from './load-batch.ts'
import { saveBatch } from './save-batch.ts'

/**
 * Runs calls in one transaction: locks the ledgers of their partners, loads what they touch, decides the
 * calls of each partner in order, each after the changes of the earlier ones, and writes everything once.
 */
export async function runBatch(tx: Tx, calls: ByPartner<Call>, options: LoadOptions): Promise<Batch> {
  const partners = await loadBatch(tx, calls, options)
  const results = new Map(
    partners.map((batch) => {
      const { partnerId } = batch.ledger
      return [partnerId, rowsOf(calls, partnerId).map((call) => applyCall(batch, call))]
    }),
  )
  failpoint('before-writes')
  await saveBatch(tx, partners)
  return { partners, results }
}
