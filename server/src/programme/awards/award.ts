import type { MemberRef } from '../coin-calls/call-fields.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import type { BalanceParts } from '../ledger/balance.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Labels } from '../ledger/labels.ts'
import { isInTime, lotIdOf, type Moments } from '../lots/lot.ts'
import type { Units } from '../rules/rule.ts'
import type { RefusalReason } from './decide-award.ts'
import type { ReversalReason, ReversedCoins, ReversibleAward, Shortfall } from './decide-reversal.ts'

export type AwardRequest = Labels & {
  member: MemberRef
  ruleName: string
  units: Units | null
  note: string | null
}

/** A decided award with its counters and limits. */
export type Award = Labels &
  Moments & {
    id: string
    seq: bigint
    actor: RecordedActor
    userId: string
    ruleId: string
    ruleName: string
    ruleVersion: number
    outcome: 'paid' | 'counted' | 'refused'
    reason: RefusalReason | null
    coins: Coins
    units: Units | null
    /** The coins that one unit paid. */
    coinsPerUnit: Coins | null
    /** The balance of the wallet after the decision. */
    balance: Coins
    points: Coins
    /** The parts of that balance. A replay has none. */
    parts?: BalanceParts | undefined
    note: string | null
    progress: number
    progressNeeded: number
    /** Counts the period that began at `userPeriodStart`; null stands for all time. */
    userAwards: number
    userAwardsMax: number | null
    /** Kept where the rule limits them. */
    userCoins: Coins | null
    userCoinsMax: Coins | null
    userPeriodStart: Date | null
    participants: number
    participantsMax: number
    isNewParticipant: boolean
    /** Kept where the rule has a budget. */
    budgetUsed: Coins | null
    coinBudget: Coins | null
    budgetStart: Date | null
    /** What all rules paid the user in the period of their limit; null while there is none. */
    memberCoins: Coins | null
    memberCoinsMax: Coins | null
    memberPeriodStart: Date | null
    /** The period that a completion counts for, and the latest that counted for one before; null where every call counts. */
    countStart: Date | null
    countedBefore: Date | null
    /** What the member owed and the coins settled; the balance is after that. Null for nothing. */
    settled: Coins | null
    /** Adds to the reason of a refusal. */
    detail: string | null
    /** A later try could pay from this time. */
    retryAt: Date | null
    createdAt: Date
  }

/** The lot of an award's coins; null for an award whose coins never were in one. */
export const lotOfAward = ({ userId, availableAt, expiresAt }: Award): string | null =>
  isInTime({ availableAt, expiresAt }) ? lotIdOf(userId, { availableAt, expiresAt }) : null

/** An award with what is left to reverse. */
export type FoundAward = Award & ReversibleAward

export type ReversalRequest = {
  awardId: string
  coins: Coins | null
  shortfall: Shortfall
  /** Says why. */
  narration: string | null
}

/** A decided reversal of an award or of a part of it. */
export type Reversal = ReversedCoins & {
  id: string
  seq: bigint
  actor: RecordedActor
  award: Award
  /** The coins left of the award; null for a refusal. */
  remaining: Coins | null
  outcome: 'reversed' | 'refused'
  reason: ReversalReason | null
  /** Says why the coins were taken back. */
  narration: string | null
  /** The balance of the wallet after the decision. */
  balance: Coins
  points: Coins
  /** The parts of that balance. A replay has none. */
  parts?: BalanceParts | undefined
  returnId: string | null
  createdAt: Date
}

/** A reversal with what the next one has to know of the award; null for a refusal. */
export type NewReversal = Reversal & { hasWriteOff: boolean | null }
