import type { Actor } from '../../runtime/caller.ts'
import { unavailable } from '../../runtime/failure.ts'
import { mapInSlices } from '../../runtime/queues/in-slices.ts'
import { createKeyedQueue } from '../../runtime/queues/keyed-queue.ts'
import type { Database } from '../../storage/database/database.ts'
import type { Award, Reversal } from '../awards/award.ts'
import type { Forecast } from '../coin-calls/forecast.ts'
import type { CoinTransaction } from '../coins/coin-transaction.ts'
import type { CallResult } from '../idempotency/idempotency-key.ts'
import type { Return } from '../returns/return.ts'
import { applyCall } from './apply-call.ts'
import type { Call, CallContent, CallRecord } from './call.ts'
import { loadForecast } from './load-batch.ts'

/** Each needs a connection for a moment. */
const PARTNER_FORECASTS_AT_ONCE = 2
const WAITING_MAX = 1_000
const WAIT_MS_MAX = 10_000

type Kind = CallContent['kind']
type RequestOf<K extends Kind> = Extract<CallContent, { kind: K }>['request']
type RecordOf = {
  award: Award
  reversal: Reversal
  transfer: CoinTransaction
  refund: CoinTransaction
  adjustment: CoinTransaction
  return: Return
}

export type Forecasts = { [K in Kind]: Forecast<RequestOf<K>, RecordOf[K]> }

/**
 * Decides calls on a snapshot of the ledger, without its lock, and forgets what they changed. So a forecast waits
 * for no batch, and no batch waits for a forecast.
 */
export function createForecasts({ database }: { database: Database }): Forecasts {
  const queue = createKeyedQueue({
    capacity: PARTNER_FORECASTS_AT_ONCE,
    waitingMax: WAITING_MAX,
    waitMsMax: WAIT_MS_MAX,
    refused: () => unavailable('Too many requests are waiting; try again in a moment.'),
  })
  const { givenTime } = database

  const forecast = ({ partnerId }: Actor, calls: Call[]) =>
    queue(
      partnerId,
      async () => {
        const batch = await database
          .forPartner(partnerId)
          .snapshot((db) => loadForecast({ ...db, givenTime }, partnerId, calls))
        const asOf = batch.ledger.lastSeq
        return { asOf, results: await mapInSlices(calls, (call) => withoutId(applyCall(batch, call))) }
      },
      // A return can touch a thousand awards.
      calls.some(({ kind }) => kind === 'return') ? PARTNER_FORECASTS_AT_ONCE : 1,
    )

  const of =
    <K extends Kind>(kind: K): Forecast<RequestOf<K>, RecordOf[K]> =>
    async (actor, requests) => {
      const calls = requests.map((request) => ({ ...actor, kind, request, keyed: null }) as Call)
      const { asOf, results } = await forecast(actor, calls)
      return { asOf, results: results as CallResult<RecordOf[K]>[] }
    }

  return {
    award: of('award'),
    reversal: of('reversal'),
    transfer: of('transfer'),
    refund: of('refund'),
    adjustment: of('adjustment'),
    return: of('return'),
  }
}

/** Nothing can be found by the id of a record that was not saved. */
function withoutId(result: CallResult<CallRecord>): CallResult<CallRecord> {
  if (result.kind !== 'decided') return result
  const record = { ...result.record, id: '' }
  if (!('refunds' in record)) return { ...result, record }
  return {
    ...result,
    record: {
      ...record,
      refunds: record.refunds.map((refund) => ({ ...refund, id: '' })),
      reversals: record.reversals.map((reversal) => ({ ...reversal, id: '' })),
    },
  }
}
