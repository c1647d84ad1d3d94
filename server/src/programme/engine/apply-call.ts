import { refusalOf } from '../../http/edge/caller-refusal.ts'
import type { Failure } from '../../runtime/failure.ts'
import { applyAward } from '../awards/apply-award.ts'
import { applyReversal } from '../awards/apply-reversal.ts'
import { applyAdjustment } from '../coins/apply-adjustment.ts'
import { applyRefund } from '../coins/apply-refund.ts'
import { applyTransfer } from '../coins/apply-transfer.ts'
import type { CallResult } from '../idempotency/idempotency-key.ts'
import { type RecordedActor, recordedActor } from '../ledger/actor.ts'
import { applyReturn } from '../returns/apply-return.ts'
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
  const actor = recordedActor(call)
  const result = applyContent(batch, call, actor)
  if (result.kind === 'decided') batch.actors.add(actor)
  return result
}

function applyContent(batch: PartnerBatch, call: Call, actor: RecordedActor): CallResult<CallRecord> {
  switch (call.kind) {
    case 'award':
      return applyAward(batch, call, actor)
    case 'reversal':
      return applyReversal(batch, call, actor)
    case 'transfer':
      return applyTransfer(batch, call, actor)
    case 'refund':
      return applyRefund(batch, call, actor)
    case 'adjustment':
      return applyAdjustment(batch, call, actor)
    case 'return':
      return applyReturn(batch, call, actor)
  }
}
