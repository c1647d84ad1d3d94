import type { Tx } from '../database/database.ts'
import { applyCall } from './apply-call.ts'
import type { Batch, PartnerBatch } from './batch.ts'
import type { Call } from './call.ts'
import { loadPartnerBatch } from './load-batch.ts'
import { savePartnerBatch } from './save-batch.ts'

/**
 * Runs calls in one transaction: locks the ledgers of their partners, loads what they touch, decides the
 * calls in order, each after the changes of the earlier ones, and writes everything once.
 */
export async function runBatch(tx: Tx, calls: Call[], now: Date): Promise<Batch> {
  // Locks ledgers in the order of partner ids, so that two transactions cannot deadlock.
  const callsByPartner = [...Map.groupBy(calls, (call) => call.partnerId)].sort(([left], [right]) =>
    left < right ? -1 : 1,
  )
  const partners = await Promise.all(
    callsByPartner.map(([partnerId, own]) => loadPartnerBatch(tx, partnerId, own, now)),
  )
  const batchOf = new Map(partners.map((batch) => [batch.ledger.partnerId, batch]))
  const results = calls.map((call) => applyCall(batchOf.get(call.partnerId) as PartnerBatch, call))
  for (const batch of partners) await savePartnerBatch(tx, batch)
  return { partners, results }
}
