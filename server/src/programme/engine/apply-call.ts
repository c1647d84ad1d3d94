import type { CallResult, Undecided } from '../coin-calls/call-result.ts'
import { recordedActor } from '../ledger/actor.ts'
import { CALL_KINDS, type Call, type CallRecord, type Kind, type PartnerBatch } from './batch.ts'
import { refusalOfCaller } from './callers.ts'

/** Decides a call, or replays the record of an earlier call with the same key. */
export function applyCall(batch: PartnerBatch, call: Call): CallResult<CallRecord> | Undecided {
  const failure = refusalOfCaller(batch, call)
  if (failure) return { kind: 'denied', failure }
  const { keyed } = call
  if (!keyed) return applyNewCall(batch, call)
  const earlier = batch.usedKeys.get(keyed.key)
  if (earlier) {
    return earlier.record && earlier.hash.equals(keyed.hash)
      ? { kind: 'decided', record: { ...earlier.record, parts: undefined }, isReplay: true }
      : { kind: 'conflict' }
  }
  if (keyed.within && batch.respondedKeys.has(keyed.within)) return { kind: 'conflict' }
  const result = applyNewCall(batch, call)
  if (result.kind === 'decided') batch.usedKeys.set(keyed.key, { hash: keyed.hash, record: result.record })
  return result
}

function applyNewCall<K extends Kind>(
  batch: PartnerBatch,
  call: Call<K>,
): CallResult<CallRecord> | Undecided {
  const actor = recordedActor(call)
  const result = CALL_KINDS[call.kind].apply(batch, call, actor)
  if (result.kind === 'decided') batch.actors.add(actor)
  return result
}
