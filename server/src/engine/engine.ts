import type { GrantAward, ReverseAward } from '../awards/award.ts'
import type { TransferCoins } from '../coins/transfer.ts'
import type { Outcome } from '../idempotency/idempotency-key.ts'
import type { CallOutcome } from './call.ts'
import { createPartnerQueues, type QueueServices } from './partner-queues.ts'

export type Engine = { grantAward: GrantAward; reverseAward: ReverseAward; transferCoins: TransferCoins }

/** Moves coins, with one queue per partner. */
export function createEngine(services: QueueServices): Engine {
  const decide = createPartnerQueues(services)
  return {
    grantAward: (partnerId, request, keyed) => as(decide({ kind: 'award', partnerId, request, keyed })),
    reverseAward: (partnerId, awardId, keyed) => as(decide({ kind: 'reversal', partnerId, awardId, keyed })),
    transferCoins: (partnerId, request, keyed) => as(decide({ kind: 'transfer', partnerId, request, keyed })),
  }
}

/** A decision has the kind of its call: a key of another kind is a conflict, because its hash differs. */
const as = <T>(outcome: Promise<CallOutcome>) => outcome as Promise<Outcome<T>>
