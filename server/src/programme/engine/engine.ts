import type { GrantAward, ReverseAward } from '../awards/award.ts'
import type { AdjustCoins, RefundCoins, TransferCoins } from '../coins/coin-transaction.ts'
import type { CallResult } from '../idempotency/idempotency-key.ts'
import type { ReturnOrder } from '../returns/return.ts'
import type { CallRecord } from './call.ts'
import { createForecasts, type Forecasts } from './forecasts.ts'
import { createPartnerQueues, type PartnerQueues, type QueueServices } from './partner-queues.ts'

export type Engine = {
  grantAward: GrantAward
  reverseAward: ReverseAward
  transferCoins: TransferCoins
  refundCoins: RefundCoins
  adjustCoins: AdjustCoins
  returnOrder: ReturnOrder
  forecasts: Forecasts
  requireRoom: PartnerQueues['requireRoom']
}

/** Moves coins, with one queue per partner and batches that partners share. */
export function createEngine(services: QueueServices): Engine {
  const { enqueue, requireRoom } = createPartnerQueues(services)
  return {
    forecasts: createForecasts(services),
    requireRoom,
    grantAward: (actor, request, keyed) => asResultOf(enqueue({ ...actor, kind: 'award', request, keyed })),
    reverseAward: (actor, request, keyed) =>
      asResultOf(enqueue({ ...actor, kind: 'reversal', request, keyed })),
    transferCoins: (actor, request, keyed) =>
      asResultOf(enqueue({ ...actor, kind: 'transfer', request, keyed })),
    refundCoins: (actor, request, keyed) => asResultOf(enqueue({ ...actor, kind: 'refund', request, keyed })),
    adjustCoins: (actor, request, keyed) =>
      asResultOf(enqueue({ ...actor, kind: 'adjustment', request, keyed })),
    returnOrder: (actor, request, keyed) => asResultOf(enqueue({ ...actor, kind: 'return', request, keyed })),
  }
}

/** A record has the kind of its call: a key of another kind is a conflict, because its hash differs. */
const asResultOf = <T>(result: Promise<CallResult<CallRecord>>) => result as Promise<CallResult<T>>
