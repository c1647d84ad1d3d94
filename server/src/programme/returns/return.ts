import type { Reversal } from '../awards/award.ts'
import type { ReturnDecision } from '../awards/decision.ts'
import type { CoinTransaction } from '../coins/coin-transaction.ts'

export type ReturnRequest = Pick<ReturnDecision, 'reference' | 'share' | 'shortfall'>

/** A decided return of a share of an order: of all transfers and awards with its reference. */
export type Return = ReturnDecision & { refunds: CoinTransaction[]; reversals: Reversal[] }
