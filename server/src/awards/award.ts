import type { Coins } from '../ledger/coin.ts'
import type { RefusalReason } from './decide-award.ts'

export type AwardRequest = { userId: string; ruleName: string; note: string | null }

/** A decided award call with the counters and limits it was decided by. */
export type Award = AwardRequest & {
  id: string
  eventNo: bigint
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
  createdAt: Date
}

/** A call for a user or rule that does not exist is no decision. */
export type AwardResult = Award | { outcome: 'unknown'; what: 'User' | 'Rule' }

/** Awards one request; how many of them share a transaction is the business of whoever implements this. */
export type GrantAward = (partnerId: string, request: AwardRequest) => Promise<AwardResult>
