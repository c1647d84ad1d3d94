import { decisions } from '../../runtime/metrics/metrics.ts'
import type { CallResult } from '../coin-calls/call-result.ts'
import type { Batch, CallRecord } from './batch.ts'
import type { PartnerCalls } from './queued-call.ts'

/** Counts what a committed batch decided. */
export function countDecisions(partners: PartnerCalls[], { results }: Batch): void {
  for (const { partnerId, calls } of partners)
    for (const [index, result] of results.get(partnerId)?.entries() ?? []) {
      const kind = calls[index]?.call.kind
      if (kind) decisions.inc({ kind, outcome: outcomeOf(result) })
    }
}

function outcomeOf(result: CallResult<CallRecord>): string {
  if (result.kind !== 'decided') return result.kind
  return result.isReplay ? 'replayed' : result.record.outcome
}
