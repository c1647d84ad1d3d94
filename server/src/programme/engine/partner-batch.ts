import type { Ledger } from '../ledger/ledger.ts'
import {
  type BatchKeys,
  type BatchRows,
  CALL_KINDS,
  type Call,
  type CallRecord,
  type Kind,
  PARTS,
  type PartnerBatch,
} from './batch.ts'
import { rolesIn, type Sessions } from './callers.ts'

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

/** What the rows of a partner name that were read for the keys `asked`; undefined for nothing. */
export function keysIn(rows: BatchRows, ledger: Ledger, asked: BatchKeys): BatchKeys | undefined {
  const context = { ledger, asked: asked as never }
  const following = PARTS.filter((part) => 'follow' in part && part.follows(rows, context))
  if (following.length === 0) return undefined
  const keys = newKeys()
  for (const part of following) if ('follow' in part) part.follow(rows, keys as never, context)
  return keys
}

/** The state of a partner's batch: that of all parts, with their changes in one object. */
export function newPartnerBatch(ledger: Ledger, rows: BatchRows, sessions: Sessions): PartnerBatch {
  const states = PARTS.map((part) => part.state(ledger, rows))
  const changes = states.map((state) => 'changes' in state && state.changes)
  return Object.assign({}, ...states, {
    changes: Object.assign({}, ...changes),
    actors: new Set(),
    roles: rolesIn(sessions, ledger.partnerId),
    usedKeys: usedKeysIn(rows),
  })
}

/** The records to replay to retries, by key. */
function usedKeysIn(rows: BatchRows): PartnerBatch['usedKeys'] {
  if (rows.usedKeys.length === 0) return new Map()
  const records = new Map<string, CallRecord>()
  for (const part of PARTS)
    if ('records' in part) for (const record of part.records(rows)) records.set(record.id, record)
  return new Map(
    rows.usedKeys.map(({ key, hash, recordId }) => [
      key,
      { hash, record: (recordId !== null && records.get(recordId)) || null },
    ]),
  )
}
