import type { Actor } from '../../runtime/caller.ts'
import type { Award, AwardRequest, Reversal, ReversalRequest } from '../awards/award.ts'
import type {
  AdjustmentRequest,
  CoinTransaction,
  RefundRequest,
  TransferRequest,
} from '../coins/coin-transaction.ts'
import type { Keyed } from '../idempotency/idempotency-key.ts'
import type { Return, ReturnRequest } from '../returns/return.ts'

/** A request to move coins. */
export type Call = Keyed<Actor & CallContent>

export type CallContent =
  | { kind: 'award'; request: AwardRequest }
  | { kind: 'reversal'; request: ReversalRequest }
  | { kind: 'transfer'; request: TransferRequest }
  | { kind: 'refund'; request: RefundRequest }
  | { kind: 'adjustment'; request: AdjustmentRequest }
  | { kind: 'return'; request: ReturnRequest }

/** What a decided call left in the ledger. */
export type CallRecord = Award | Reversal | CoinTransaction | Return
