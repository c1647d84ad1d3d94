import type { MemberRef } from '../coin-calls/call-fields.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Labels } from '../ledger/labels.ts'

type CoinTransactionKind = 'transfer' | 'refund' | 'adjustment' | 'settlement' | 'opening'
export type TransactionKind = 'award' | 'reversal' | CoinTransactionKind

/** The partner at the time of a call, as the records of its coins show it. */
export type PartnerParty = { name: string; email: string }

export type Parties = {
  user: { fullname: string; email: string; tag: string; walletId: string }
  partner: PartnerParty & { accountId: string }
}

export type TransferRequest = Labels & {
  member: MemberRef
  coins: Coins
  narration: string | null
}

export type RefundRequest = {
  transactionId: string
  /** Null means all that is not refunded yet. */
  coins: Coins | null
  narration: string | null
}

export type AdjustmentRequest = Labels & {
  member: MemberRef
  /** A negative amount takes coins. */
  coins: Coins
  /** Says why. */
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

/** Coins that moved between a user's wallet and an account of the partner. */
export type Transaction = Pick<CoinTransaction, 'isCredit' | 'id' | 'userId' | 'coins' | 'createdAt'> & {
  kind: TransactionKind
  narration: string
  parties: Parties
  /** The time at which the last coin of an award was reversed, or of a transfer refunded. */
  undoneAt: Date | null
}
