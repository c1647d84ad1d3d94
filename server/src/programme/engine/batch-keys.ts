import { type BatchKeys, type BatchRows, CALL_KINDS, type Call, type Kind, PARTS } from './batch.ts'

const newKeys = (): BatchKeys => Object.assign({}, ...PARTS.map((part) => part.newKeys()))

/** What the calls of a partner name. */
export function keysOf(calls: readonly Call[]): BatchKeys {
  const keys = newKeys()
  for (const call of calls) addKeys(keys, call)
  return keys
}

function addKeys<K extends Kind>(keys: BatchKeys, call: Call<K>): void {
  CALL_KINDS[call.kind].addKeys(call.request, keys)
  if (!call.keyed) return
  keys.idempotencyKeys.add(call.keyed.key)
  if (call.keyed.within) keys.idempotencyKeys.add(call.keyed.within)
}

/** What the rows of a partner name. */
export function keysIn(rows: BatchRows): BatchKeys {
  const keys = newKeys()
  for (const part of PARTS) if ('follow' in part) part.follow(rows, keys)
  return keys
}
