import type { Reversal } from '../awards/award.ts'
import type { ReversalReason, Shortfall } from '../awards/decide-reversal.ts'
import type { CoinTransaction, CoinTransactionReason, PartnerParty } from '../coins/coin-transaction.ts'
import type { Actor } from '../http/credential.ts'
import type { CallResult, KeyedRequest } from '../idempotency/idempotency-key.ts'
import type { RecordedActor } from '../ledger/actor.ts'

/** A part of an order, in millionths. */
export type Share = number

export const WHOLE: Share = 1_000_000

export type ReturnRequest = {
  reference: string
  share: Share
  shortfall: Shortfall
  partner: PartnerParty
}

export type ReturnReason = 'return_exceeds' | ReversalReason | CoinTransactionReason

/** A decided return of a share of an order: of all transfers and awards with its reference. */
export type Return = {
  id: string
  actor: RecordedActor
  reference: string
  share: Share
  /** Of all returns of the order, this one included. */
  shareTotal: Share
  outcome: 'returned' | 'refused'
  reason: ReturnReason | null
  /** Adds to the reason of a refusal. */
  detail: string | null
  refunds: CoinTransaction[]
  reversals: Reversal[]
  createdAt: Date
}

export type ReturnOrder = (
  actor: Actor,
  request: ReturnRequest,
  keyed: KeyedRequest | null,
) => Promise<CallResult<Return>>
