import { failpoint } from '../../runtime/process/failpoint.ts'
import { type ByPartner, rowsOf } from '../../storage/database/by-partner.ts'
import type { Tx } from '../../storage/database/database.ts'
import type { CallResult } from '../coin-calls/call-result.ts'
import { applyCall } from './apply-call.ts'
import type { Batch, Call, CallRecord, PartnerBatch } from './batch.ts'
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
      return [partnerId, applyCalls(batch, rowsOf(calls, partnerId))]
    }),
  )
  failpoint('before-writes')
  await saveBatch(tx, partners)
  return { partners, results }
}

/** Results of the calls that the batch has room for. */
function applyCalls(batch: PartnerBatch, calls: readonly Call[]): CallResult<CallRecord>[] {
  const results: CallResult<CallRecord>[] = []
  for (const call of calls) {
    const result = applyCall(batch, call)
    if (result.kind === 'undecided') break
    results.push(result)
  }
  return results
}
