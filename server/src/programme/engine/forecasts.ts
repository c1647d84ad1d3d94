import assert from 'node:assert/strict'
import type { Actor } from '../../runtime/caller.ts'
import { tooManyWaiting } from '../../runtime/failure.ts'
import { mapInSlices } from '../../runtime/queues/in-slices.ts'
import { createKeyedQueue } from '../../runtime/queues/keyed-queue.ts'
import type { Database } from '../../storage/database/database.ts'
import type { CallResult, Undecided } from '../coin-calls/call-result.ts'
import type { Forecast } from '../coin-calls/coin-call.ts'
import { applyCall } from './apply-call.ts'
import { CALL_KINDS, type Call, type CallRecord } from './batch.ts'
import { loadForecast } from './load-batch.ts'

/** Each needs a connection for a moment. */
const PARTNER_FORECASTS_AT_ONCE = 2
const WAITING_MAX = 1_000
const WAIT_MS_MAX = 10_000

type Forecasts = (actor: Actor, calls: Call[]) => Promise<Forecast<CallRecord>>

/**
 * Decides calls on a snapshot of the ledger, without its lock, and forgets what they changed. So a forecast waits
 * for no batch, and no batch waits for a forecast.
 */
export function createForecasts({ database }: { database: Database }): Forecasts {
  const queue = createKeyedQueue({
    capacity: PARTNER_FORECASTS_AT_ONCE,
    waitingMax: WAITING_MAX,
    waitMsMax: WAIT_MS_MAX,
    refused: tooManyWaiting,
  })
  const { givenTime } = database
  return ({ partnerId }, calls) =>
    queue(
      partnerId,
      async () => {
        const { batch, asOf } = await database
          .forPartner(partnerId)
          .snapshot((db) => loadForecast({ ...db, givenTime }, partnerId, calls))
        return { asOf, results: await mapInSlices(calls, (call) => withoutIds(call, applyCall(batch, call))) }
      },
      calls.some(({ kind }) => CALL_KINDS[kind].runsAlone) ? PARTNER_FORECASTS_AT_ONCE : 1,
    )
}

/** Nothing can be found by the id of a record that was not saved. */
function withoutIds({ kind }: Call, result: CallResult<CallRecord> | Undecided): CallResult<CallRecord> {
  assert(result.kind !== 'undecided', 'a forecast has room for every call')
  if (result.kind !== 'decided') return result
  const record = { ...result.record, id: '' }
  const { withoutIds } = CALL_KINDS[kind] as { withoutIds?: (record: CallRecord) => CallRecord }
  return { ...result, record: withoutIds ? withoutIds(record) : record }
}
