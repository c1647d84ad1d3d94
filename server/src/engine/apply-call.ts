import { applyAward } from '../awards/apply-award.ts'
import { applyReversal } from '../awards/apply-reversal.ts'
import { applyTransfer } from '../coins/apply-transfer.ts'
import { refusalOf } from '../http/caller-refusal.ts'
import type { Failure } from '../http/failure.ts'
import type { CallResult } from '../idempotency/idempotency-key.ts'
import type { PartnerBatch } from './batch.ts'
import type { Call, CallRecord } from './call.ts'

/** Decides a call, or replays the record of an earlier call with the same key. */
export function applyCall(batch: PartnerBatch, call: Call): CallResult<CallRecord> {
  const failure = refusalOfCaller(batch, call)
  if (failure) return { kind: 'denied', failure }
  const { keyed } = call
  if (!keyed) return applyNewCall(batch, call)
  const earlier = batch.usedKeys.get(keyed.key)
  if (earlier) {
    return earlier.record && earlier.hash.equals(keyed.hash)
      ? { kind: 'decided', record: earlier.record, isReplay: true }
      : { kind: 'conflict' }
  }
  if (keyed.within && batch.respondedKeys.has(keyed.within)) return { kind: 'conflict' }
  const result = applyNewCall(batch, call)
  if (result.kind === 'decided') batch.usedKeys.set(keyed.key, { hash: keyed.hash, record: result.record })
  return result
}

/** Checks team members only; for others the guard polls revocations. */
function refusalOfCaller({ roles }: PartnerBatch, { caller }: Call): Failure | undefined {
  if (caller?.credential.kind !== 'team') return undefined
  const role = roles.get(caller.credential.sessionId)
  return refusalOf(caller, { isOpen: role !== undefined, role })
}

function applyNewCall(batch: PartnerBatch, call: Call): CallResult<CallRecord> {
  switch (call.kind) {
    case 'award':
      return applyAward(batch, call)
    case 'transfer':
      return applyTransfer(batch, call)
    case 'reversal':
      return applyReversal(batch, call)
  }
}
