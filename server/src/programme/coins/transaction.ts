import type { Coins } from '../ledger/coin.ts'
import type { CoinTransactionKind } from './coin-transaction.ts'

export type TransactionKind = 'award' | 'reversal' | CoinTransactionKind

export type Parties = {
  user: { fullname: string; email: string; tag: string; walletId: string }
  partner: { name: string; email: string; accountId: string }
}

/** Coins that moved between a user's wallet and an account of the partner. */
export type Transaction = {
  kind: TransactionKind
  /** Whether the coins entered the wallet. */
  isCredit: boolean
  id: string
  userId: string
  coins: Coins
  narration: string
  parties: Parties
  createdAt: Date
  /** The time at which the last coin of an award was reversed, or of a transfer refunded. */
  undoneAt: Date | null
}
