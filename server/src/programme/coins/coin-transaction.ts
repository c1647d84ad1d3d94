import type { MemberRef } from '../coin-calls/call-fields.ts'
import type { RecordedActor } from '../ledger/actor.ts'
import type { BalanceParts } from '../ledger/balance.ts'
import type { Coins } from '../ledger/coin.ts'
import type { Labels } from '../ledger/labels.ts'
import type { Hold } from '../lots/hold.ts'
import type { LotPart } from '../lots/lot.ts'

/** Decisions on a hold. None moves coins: what is captured is a transfer, so a capture here was refused. */
export const HOLD_KINDS = ['hold', 'extension', 'capture', 'release', 'hold_expiry'] as const
export type HoldKind = (typeof HOLD_KINDS)[number]

export const isHoldKind = (kind: string): kind is HoldKind => (HOLD_KINDS as readonly string[]).includes(kind)

type CoinTransactionKind =
  | 'transfer'
  | 'refund'
  | 'adjustment'
  | 'settlement'
  | 'opening'
  | 'expiry'
  | HoldKind
export type TransactionKind = 'award' | 'reversal' | Exclude<CoinTransactionKind, HoldKind>

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
  | 'hold_not_active'
  | 'capture_exceeds'
  | 'too_many_holds'

/**
 * A decided transfer, refund or adjustment, a settlement of what a member owed, what one was imported with, what expired,
 * or a decision on a hold.
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
  /** What can be spent of the balance; null for all of it. */
  available: Coins | null
  /** The parts of that balance. A replay has none. */
  parts?: BalanceParts | undefined
  /** What the member owed and a credit settled; null for nothing. */
  settled: Coins | null
  /** The hold that it is about, or that a transfer captured. */
  holdId: string | null
  /** When the coins of a credit expire, or the hold ends. */
  expiresAt: Date | null
  /** The lots that its coins came from, in the order in which they were taken; other coins have no lot. */
  lots: LotPart[]
  /** The transfer of a refund; the credit or the end of a hold that a settlement follows. */
  originalId: string | null
  /** The coins left of the transfer after a refund. */
  remaining: Coins | null
  returnId: string | null
  /** The hold after the decision, of one that was just made. */
  hold?: Hold
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
