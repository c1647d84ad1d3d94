import { applyAward } from '../awards/apply-award.ts'
import { applyReversal } from '../awards/apply-reversal.ts'
import { applyTransfer } from '../coins/apply-transfer.ts'
import type { PartnerBatch } from './batch.ts'
import type { Call, CallOutcome } from './call.ts'

/** Decides a call, or replays the earlier decision with the same key. */
export function applyCall(batch: PartnerBatch, call: Call): CallOutcome {
  const { keyed } = call
  if (!keyed) return decide(batch, call)
  const earlier = batch.usedKeys.get(keyed.key)
  if (earlier) {
    return earlier.decision && earlier.hash.equals(keyed.hash)
      ? { kind: 'decided', decision: earlier.decision, isReplay: true }
      : { kind: 'conflict' }
  }
  if (keyed.within && batch.respondedKeys.has(keyed.within)) return { kind: 'conflict' }
  const outcome = decide(batch, call)
  if (outcome.kind === 'decided')
    batch.usedKeys.set(keyed.key, { hash: keyed.hash, decision: outcome.decision })
  return outcome
}

function decide(batch: PartnerBatch, call: Call): CallOutcome {
  switch (call.kind) {
    case 'award':
      return applyAward(batch, call)
    case 'transfer':
      return applyTransfer(batch, call)
    case 'reversal':
      return applyReversal(batch, call)
  }
}
