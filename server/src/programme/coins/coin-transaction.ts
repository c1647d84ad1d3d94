import type { RecordedActor } from '../ledger/actor.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Labels } from '../ledger/labels.ts'
import type { MemberRef } from '../ledger/member-ref.ts'
import type { Parties } from './transaction.ts'

export type CoinTransactionKind = 'transfer' | 'refund' | 'adjustment' | 'settlement' | 'opening'

/** The partner at the time of a call, as the records of its coins show it. */
export type PartnerParty = { name: string; email: string }

export type TransferRequest = Labels & {
  member: MemberRef
  coins: Coins
  narration: string | null
}

export type RefundRequest = {
  transactionId: string
  /** Null for all that is not refunded yet. */
  coins: Coins | null
  narration: string | null
}

export type AdjustmentRequest = Labels & {
  member: MemberRef
  /** Negative to take coins. */
  coins: Coins
  /** Why. */
  narration: string
}

export type CoinTransactionReason =
  | 'insufficient_coins'
  | 'balance_limit'
  | 'not_refundable'
  | 'already_refunded'
  | 'refund_exceeds'

/**
 * A decided transfer, refund or adjustment, a settlement of what a member owed, or what one was imported
 * with.
 */
export type CoinTransaction = Labels & {
  id: string
  seq: bigint
  actor: RecordedActor
  kind: CoinTransactionKind
  userId: string
  coins: Coins
  /** Whether the coins enter the wallet. */
  isCredit: boolean
  outcome: 'moved' | 'refused'
  reason: CoinTransactionReason | null
  narration: string | null
  /** The balance of the wallet after the decision. */
  balance: Coins
  points: Coins
  /** The transfer of a refund; the award, refund or adjustment that a settlement follows. */
  originalId: string | null
  /** The coins left of the transfer after a refund. */
  remaining: Coins | null
  returnId: string | null
  /** Names and addresses at the time of the decision; null where there was no request. */
  parties: Parties | null
  createdAt: Date
}

/** A transaction with what is left to refund; null when nothing of it was refunded. */
export type FoundTransaction = CoinTransaction & { refundable: Coins | null }
