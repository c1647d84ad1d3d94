import type { Actor } from '../http/credential.ts'
import type { CallResult, KeyedRequest } from '../idempotency/idempotency-key.ts'
import type { Coins } from '../ledger/coin.ts'
import type { RefusalReason } from './decide-award.ts'
import type { ReversalReason } from './decide-reversal.ts'

export type AwardRequest = { userId: string; ruleName: string; note: string | null }

/** A decided award with its counters and limits. */
export type Award = AwardRequest & {
  id: string
  seq: bigint
  ruleId: string
  outcome: 'paid' | 'counted' | 'refused'
  reason: RefusalReason | null
  coins: Coins
  progress: number
  progressNeeded: number
  userAwards: number
  userAwardsMax: number | null
  participants: number
  participantsMax: number
  /** Adds to the reason of a refusal. */
  detail: string | null
  createdAt: Date
}

/** A decided reversal of an award. */
export type Reversal = {
  id: string
  award: Award
  outcome: 'reversed' | 'refused'
  reason: ReversalReason | null
  /** Of the wallet at the time of the decision. */
  balance: Coins
  seq: bigint | null
  createdAt: Date
}

export type GrantAward = (
  actor: Actor,
  request: AwardRequest,
  keyed: KeyedRequest | null,
) => Promise<CallResult<Award>>

export type ReverseAward = (
  actor: Actor,
  awardId: string,
  keyed: KeyedRequest | null,
) => Promise<CallResult<Reversal>>
